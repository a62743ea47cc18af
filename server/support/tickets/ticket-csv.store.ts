import type { Readable } from "node:stream";
import { boundsOf } from "../../platform/actor.ts";
import { type Exports, literal } from "../../platform/exports.ts";
import type { Viewer } from "./tickets.store.ts";

/** Streams all tickets the viewer may see, latest first. */
export const streamTickets = (exports: Exports, viewer: Viewer): Promise<Readable> =>
  exports.stream(
    boundsOf(viewer),
    `select 'T-' || lpad(t.number::text, greatest(6, length(t.number::text)), '0') as "Number", csv_text(t.subject) as "Subject",
            t.category as "Category", t.priority as "Priority", t.state as "State", csv_text(c.name) as "Customer",
            csv_text(t.service_name) as "Service", csv_text(t.opened_by_name) as "Opened by", csv_text(t.assignee_name) as "Assigned to",
            to_char(t.created_at, 'YYYY-MM-DD HH24:MI') as "Opened (UTC)", to_char(t.updated_at, 'YYYY-MM-DD HH24:MI') as "Updated (UTC)"
     from tickets t left join customers c on c.reseller_id = t.reseller_id and c.id = t.customer_id
     where t.reseller_id = ${literal(viewer.resellerId)}
     ${viewer.customerId === null ? "" : `and t.customer_id = ${literal(viewer.customerId)} and t.shared`}
     ${ownPart(viewer)}
     ${viewer.kind === "endUser" ? `and t.opened_by = ${literal(viewer.personId)}` : ""}
     order by t.updated_at desc, t.id desc`,
  );

/** Restates the other queries' condition in an export's text. */
function ownPart({ resellerId, personId, restriction }: Viewer): string {
  if (restriction === null) return "";
  const { membershipId, customers, products } = restriction;
  const own = `select customer_id from membership_customers where reseller_id = ${literal(resellerId)} and membership_id = ${literal(membershipId)}`;
  return [
    ...(customers
      ? [`and (t.customer_id in (${own}) or t.customer_id is null and t.opened_by = ${literal(personId)})`]
      : []),
    ...(products
      ? [`and (t.product_id is null or t.product_id = any (array[${[...products].map(literal).join()}]::text[]))`]
      : []),
  ].join(" ");
}

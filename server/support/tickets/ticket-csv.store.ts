import { sql } from "kysely";
import { boundsOf } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { seenState, visibleTickets, type Viewer } from "./tickets.store.ts";

/** Streams all tickets the viewer may see, latest first. */
export const streamTickets = (exports: Exports, viewer: Viewer): Promise<Download> =>
  exports.stream(
    boundsOf(viewer),
    () => sql`select 'T-' || lpad(t.number::text, greatest(6, length(t.number::text)), '0') as "Number", csv_text(t.subject) as "Subject",
            t.category as "Category", t.priority as "Priority", ${seenState(viewer)} as "State", csv_text(c.name) as "Customer",
            csv_text(t.service_name) as "Service", csv_text(t.opened_by_name) as "Opened by", csv_text(t.assignee_name) as "Assigned to",
            to_char(t.created_at, 'YYYY-MM-DD HH24:MI') as "Opened (UTC)", to_char(t.updated_at, 'YYYY-MM-DD HH24:MI') as "Updated (UTC)"
     from tickets t left join customers c on c.reseller_id = t.reseller_id and c.id = t.customer_id
     where ${visibleTickets(viewer)} order by t.updated_at desc, t.id desc`,
  );

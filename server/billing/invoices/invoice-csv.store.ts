import { sql } from "kysely";
import { boundsOf, type Bounded } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;

/** Streams all documents of a reseller, newest first, one line each. */
export const streamInvoices = (exports: Exports, actor: Bounded): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`select number as "Number", kind as "Kind", issued_on as "Issued", tax_point as "Tax point", period_from as "Period from",
            period_until - 1 as "Period to", due_on as "Due", currency as "Currency",
            ${amount("net_minor")} as "Net", ${amount("vat_minor")} as "VAT", ${amount("gross_minor")} as "Gross"
     from invoices where reseller_id = ${actor.resellerId} order by issued_on desc, id desc`,
  );

/** Streams the lines of one document, with the columns that its template has. */
export const streamLines = (
  exports: Exports,
  actor: Bounded,
  { id, template }: { id: string; template: number },
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`select csv_text(customer_name) as "Customer", csv_text(product_name) as "Product", csv_text(description) as "Description", trim_scale(coalesce(l.measured, l.quantity)) as "Quantity",
            trim_scale(unit_cost) as "Unit cost", period_from as "From", greatest(period_until - 1, period_from) as "To",
            ${amount("l.net_minor")} as "Net", trim_scale(vat_percent) as "VAT %"${template < 2 ? sql`` : correction}
     from invoice_lines l ${template < 2 ? sql`` : corrected}
     where l.reseller_id = ${actor.resellerId} and l.invoice_id = ${id}
     order by l.position`,
  );

/** The number of the line, and the line of which document it corrects. */
const correction = sql`, l.position as "Line", k.number as "Corrects", k.issued_on as "Corrects issued", k.position as "Corrects line"`;

/** `offset 0` has it looked up line by line: few are corrections. */
const corrected = sql`left join lateral (
  select i.number, i.issued_on, c.position from invoice_lines c join invoices i on i.reseller_id = c.reseller_id and i.id = c.invoice_id
  where c.reseller_id = l.reseller_id and c.charge_id = l.corrects offset 0) k on true`;

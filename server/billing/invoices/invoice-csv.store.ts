import { sql } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;

type Caller = Pick<TenantActor, "resellerId" | "restriction">;

/** Streams all documents of a reseller, newest first, one line each. */
export const streamInvoices = (exports: Exports, actor: Caller): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`select number as "Number", kind as "Kind", issued_on as "Issued", tax_point as "Tax point", period_from as "Period from",
            period_until - 1 as "Period to", due_on as "Due", currency as "Currency",
            ${amount("net_minor")} as "Net", ${amount("vat_minor")} as "VAT", ${amount("gross_minor")} as "Gross"
     from invoices where reseller_id = ${actor.resellerId} order by issued_on desc, id desc`,
  );

/** Streams the lines of one document. */
export const streamLines = (exports: Exports, actor: Caller, invoiceId: string): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`select csv_text(customer_name) as "Customer", csv_text(product_name) as "Product", csv_text(description) as "Description", quantity as "Quantity",
            trim_scale(unit_cost) as "Unit cost", period_from as "From", greatest(period_until - 1, period_from) as "To",
            ${amount("net_minor")} as "Net", trim_scale(vat_percent) as "VAT %"
     from invoice_lines where reseller_id = ${actor.resellerId} and invoice_id = ${invoiceId}
     order by position`,
  );

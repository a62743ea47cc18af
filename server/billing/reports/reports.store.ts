import type { AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { sql } from "kysely";
import { boundsOf, type Bounded } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";

type Asked = {
  resellerId: string;
  membershipId: string;
  /** A report, or one that was made. */
  downloadId: string;
};

/** Makes a guid with which this person may download a file once, made with these options. */
export async function insertGuid(
  tx: Tx,
  { resellerId, membershipId, downloadId }: Asked,
  options: AccountingOptions,
): Promise<string> {
  const { guid } = await tx
    .insertInto("download_guids")
    .values({
      reseller_id: resellerId,
      membership_id: membershipId,
      download_id: downloadId,
      options: JSON.stringify(options),
    })
    .returning("guid")
    .executeTakeFirstOrThrow();
  return guid;
}

/** Spends a guid and returns its options; undefined if this person has none for this file, spent it, or asked for it more
 * than a minute ago. */
export async function spendGuid(tx: Tx, { guid, ...asked }: Asked & { guid: string }) {
  const spent = await tx
    .deleteFrom("download_guids")
    .where("reseller_id", "=", asked.resellerId)
    .where("guid", "=", guid)
    .where("membership_id", "=", asked.membershipId)
    .where("download_id", "=", asked.downloadId)
    .where(sql<boolean>`created_at > clock_timestamp() - interval '1 minute'`)
    .returning("options")
    .executeTakeFirst();
  return spent?.options;
}

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;

/** Streams every line of every document, newest document first. */
export const streamAllLines = (exports: Exports, actor: Bounded): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select i.number as "Number", i.kind as "Kind", i.issued_on as "Issued", csv_text(l.customer_name) as "Customer", csv_text(l.product_name) as "Product",
        csv_text(l.description) as "Description", trim_scale(coalesce(l.measured, l.quantity)) as "Quantity", trim_scale(l.unit_cost) as "Unit cost",
        l.period_from as "From", greatest(l.period_until - 1, l.period_from) as "To", i.currency as "Currency", ${amount("l.net_minor")} as "Net",
        trim_scale(l.vat_percent) as "VAT %"
      from (select * from invoices where reseller_id = ${actor.resellerId}) i
        cross join lateral (select * from invoice_lines l where l.reseller_id = i.reseller_id and l.invoice_id = i.id offset 0) l
      order by i.issued_on desc, i.id desc, l.position`,
  );

/** Streams the VAT of every document by rate, newest document first. */
export const streamVat = (exports: Exports, actor: Bounded): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select i.number as "Number", i.kind as "Kind", i.tax_point as "Tax point", t.category as "VAT category", trim_scale(t.percent) as "VAT %",
        i.currency as "Currency", ${amount("t.net_minor")} as "Net", ${amount("t.vat_minor")} as "VAT"
      from invoices i join invoice_taxes t on t.reseller_id = i.reseller_id and t.invoice_id = i.id
      where i.reseller_id = ${actor.resellerId} order by i.issued_on desc, i.id desc, t.percent desc, t.category`,
  );

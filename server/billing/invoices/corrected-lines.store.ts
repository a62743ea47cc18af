import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** The line that a correction corrects, with its document. */
export type Corrected = {
  lineId: string;
  periodFrom: string;
  periodUntil: string;
  invoiceId: string;
  kind: "invoice" | "creditMemo";
  number: string;
  issuedOn: string;
};

/** Looks up what a line `l` corrects. */
export const correctedLine = sql<Corrected | null>`(
  select jsonb_build_object('lineId', k.charge_id, 'periodFrom', k.period_from, 'periodUntil', k.period_until,
    'invoiceId', i.id, 'kind', i.kind, 'number', i.number, 'issuedOn', i.issued_on)
  from invoice_lines k join invoices i on i.reseller_id = k.reseller_id and i.id = k.invoice_id
  where k.reseller_id = l.reseller_id and k.charge_id = l.corrects)`;

/** Lists the earlier documents whose charges a document corrects. */
export async function listCorrected(db: Db, resellerId: string, invoiceId: string) {
  const { rows } = await sql<{ number: string; issued_on: string }>`
    select distinct i.number, i.issued_on from invoice_lines l
    join invoice_lines k on k.reseller_id = l.reseller_id and k.charge_id = l.corrects
    join invoices i on i.reseller_id = k.reseller_id and i.id = k.invoice_id
    where l.reseller_id = ${resellerId} and l.invoice_id = ${invoiceId} and l.corrects is not null and i.id <> ${invoiceId}
    order by i.number`.execute(db);
  return rows;
}

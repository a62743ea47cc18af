import type { Db } from "../../platform/db.ts";
import { inThread } from "../../platform/threads.ts";
import { drawInvoice } from "./invoice-document.ts";
import { hasMoreLines, listLines, listTaxes, sumLines, type DrawnLine, type InvoiceRow } from "./invoices.store.ts";

/** Lines that a document lists; more are summed by product. */
const mostDrawn = 2_000;

/** Reads what a document is drawn or written from, besides its own row. */
export async function partsOf(db: Db, resellerId: string, invoiceId: string) {
  const [taxes, isLong] = await Promise.all([
    listTaxes(db, resellerId, invoiceId),
    hasMoreLines(db, resellerId, invoiceId, mostDrawn),
  ]);
  if (isLong) return { taxes, ...(await sumLines(db, resellerId, invoiceId)) };
  return { taxes, lines: (await listLines(db, resellerId, invoiceId)) as DrawnLine[], summed: undefined };
}

/** Draws a document as its PDF. */
export const pdfOf = (
  row: InvoiceRow,
  { lines, taxes, summed }: Awaited<ReturnType<typeof partsOf>>,
): Promise<Buffer> => inThread(row.reseller_id, drawInvoice, row, lines, taxes, summed);

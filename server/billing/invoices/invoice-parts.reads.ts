import type { Db } from "../../platform/db.ts";
import { hasMoreLines, listLines, listTaxes, sumLines, type DrawnLine } from "./invoices.store.ts";

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

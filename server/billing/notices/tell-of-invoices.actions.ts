import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { notifyOfInvoices } from "../../portal/notifications/notifications.store.ts";

/** Tells of documents just issued, by notification and by a mail each, with as many statements for all as for one. */
export async function tellOfInvoices(
  { jobs }: Pick<Platform, "jobs">,
  tx: Tx,
  documents: readonly { resellerId: string; id: string }[],
  now: Date,
): Promise<void> {
  await notifyOfInvoices(tx, documents, now);
  await jobs.fileAll(
    tx,
    "invoices.mail",
    documents.map(({ resellerId, id: invoiceId }) => ({ resellerId, invoiceId })),
  );
}

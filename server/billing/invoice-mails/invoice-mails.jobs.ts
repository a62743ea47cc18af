import { createHash } from "node:crypto";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import { deliver, type MailServices } from "../../portal/mail/mail.jobs.ts";
import { partsOf, pdfOf } from "../invoices/invoice-parts.reads.ts";
import { findInvoice, type InvoiceRow } from "../invoices/invoices.store.ts";
import { findReaders, type Reader } from "../notices/notices.store.ts";

const worker = { role: "app_worker" } as const;

/**
 * Mails a document that was issued, as its PDF, to whoever reads the company's bills: by a job for each, so that one whose
 * mail does not go through keeps nobody waiting and has nobody mailed twice.
 */
export const mailInvoice = job({
  queue: "invoices.mail",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), invoiceId: z.uuid(), reader: z.optional(z.string()) }),
  async run(services: MailServices, { resellerId, invoiceId, reader }) {
    const { database, clock, config, jobs } = services.platform;
    if (reader === undefined) {
      await database.write(worker, async (tx) => {
        const readers = await findReaders(tx, resellerId, { isOptional: false });
        await jobs.fileAll(
          tx,
          "invoices.mail",
          readers.map((each) => ({ resellerId, invoiceId, reader: markOf(each) })),
        );
      });
      return services.platform.committed();
    }
    const mail = await database.read(worker, async (db) => {
      const found = (await findReaders(db, resellerId, { isOptional: false })).find((each) => markOf(each) === reader);
      const row = found && (await findInvoice(db, resellerId, clock.today(), invoiceId));
      return row && { to: found.email, name: found.name, row, parts: await partsOf(db, resellerId, invoiceId) };
    });
    if (!mail) return;
    const { to, name, row, parts } = mail;
    const content = await pdfOf(row, parts);
    const pdf = { filename: `${row.number}.pdf`, contentType: "application/pdf", content };
    const data = { name, ...wordsOf(row), url: new URL(linkOf(row), config.PUBLIC_URL).href };
    await deliver(services, `${invoiceId}-${reader}`, { to, template: "invoiceIssued", data }, [pdf]);
  },
});

/** Tells readers apart without their address in the job. */
const markOf = ({ email }: Reader): string => createHash("sha256").update(email).digest("hex").slice(0, 16);

const linkOf = ({ id, kind }: InvoiceRow): string =>
  kind === "invoice" ? linkTo(screens.invoice, { invoiceId: id }) : linkTo(screens.creditMemo, { invoiceId: id });

function wordsOf({ kind, number, gross_minor, currency, due_on }: InvoiceRow) {
  const isInvoice = kind === "invoice";
  return {
    title: `${isInvoice ? "Invoice" : "Credit memo"} ${number}`,
    amount: format({ minor: isInvoice ? gross_minor : -gross_minor, currency }),
    more: isInvoice
      ? `It is due on ${formatDate(due_on)}. If you pay automatically, there is nothing to do.`
      : "There is nothing to pay.",
  };
}

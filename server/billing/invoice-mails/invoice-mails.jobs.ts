import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import { deliver, type MailServices } from "../../portal/mail/mail.jobs.ts";
import { partsOf, pdfOf } from "../invoices/invoice-parts.reads.ts";
import { findInvoice, type InvoiceRow } from "../invoices/invoices.store.ts";
import { findReaders } from "../notices/notices.store.ts";

/** Mails a document that was issued, as its PDF, to whoever reads the company's bills. */
export const mailInvoice = job({
  queue: "invoices.mail",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), invoiceId: z.uuid() }),
  async run(services: MailServices, { resellerId, invoiceId }) {
    const { database, clock, config } = services.platform;
    const found = await database.read({ role: "app_worker" }, async (db) => {
      const readers = await findReaders(db, resellerId, { isOptional: false });
      const row = readers.length > 0 && (await findInvoice(db, resellerId, clock.today(), invoiceId));
      return row ? { readers, row, parts: await partsOf(db, resellerId, invoiceId) } : undefined;
    });
    if (!found) return;
    const { readers, row, parts } = found;
    const content = await pdfOf(row, parts);
    const pdf = { filename: `${row.number}.pdf`, contentType: "application/pdf", content };
    for (const [place, { email: to, name }] of readers.entries()) {
      const data = { name, ...wordsOf(row), url: new URL(linkOf(row), config.PUBLIC_URL).href };
      await deliver(services, `${invoiceId}-${place}`, { to, template: "invoiceIssued", data }, [pdf]);
    }
  },
});

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

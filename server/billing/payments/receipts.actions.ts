import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { paidByWords } from "@tradewind/domain/billing/payments.ts";
import { format } from "@tradewind/domain/values/money.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMails } from "../../portal/mail/mail.actions.ts";
import { findReaders } from "../notices/notices.store.ts";
import { describePayment, openOn, type PaymentRow } from "./payments.store.ts";

type Paid = Pick<PaymentRow, "reseller_id" | "invoice_id" | "currency" | "kind" | "paid_with">;

/** Where what a payment is for is shown. */
export const linkOf = ({ invoice_id }: Pick<PaymentRow, "invoice_id">): string =>
  invoice_id === null ? screens.credit.path : linkTo(screens.invoice, { invoiceId: invoice_id });

/** Mails a receipt for money that came in and is posted; `credit` is what of it pays no invoice yet. */
export async function sendReceipt(
  platform: Platform,
  tx: Tx,
  paid: Paid,
  { minor, credit }: { minor: bigint; credit: bigint },
): Promise<void> {
  const { reseller_id, invoice_id, currency } = paid;
  const readers = await findReaders(tx, reseller_id, { isOptional: false });
  if (readers.length === 0) return;
  const open = await openOn(tx, reseller_id, invoice_id);
  const standing =
    invoice_id === null
      ? []
      : [open > 0n ? `${format({ minor: open, currency })} of it is still open.` : "It is paid."];
  const kept = credit > 0n ? [`${format({ minor: credit, currency })} is kept as your credit.`] : [];
  await fileMails(platform, tx, readers, "paymentReceived", {
    amount: format({ minor, currency }),
    what: await describePayment(tx, paid),
    paidWith: paid.paid_with ?? paidByWords[paid.kind],
    standing: [...standing, ...kept].join(" "),
    url: new URL(linkOf(paid), platform.config.PUBLIC_URL).href,
  });
}

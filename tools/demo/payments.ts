import { setTimeout as pause } from "node:timers/promises";
import { invoices, type InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import type { Caller } from "./portal.ts";
import type { Cast } from "./teller.ts";

const patience = 60_000;

/** Harbour IT pays its two oldest invoices by card, the first after a card that was declined, and Liffey Cloud its oldest. */
export async function payOldInvoices({ resellers: { harbour, liffey } }: Cast): Promise<void> {
  const [first, second] = await oldest(harbour.reseller);
  await pay(harbour.reseller, first!, ["pm_card_visa_chargeDeclined", "pm_card_visa"]);
  await pay(harbour.reseller, second!, ["pm_card_mastercard"]);
  await pay(liffey.reseller, (await oldest(liffey.reseller))[0]!, ["pm_card_mastercard"]);
}

async function oldest(reseller: Caller): Promise<InvoiceItem[]> {
  const { Items } = await reseller.call(invoices.list, { query: { Search: "" } });
  return Items.filter(({ Kind, Status }) => Kind === "invoice" && Status !== "paid").toReversed();
}

/** Pays an invoice whole with each card in turn until one is accepted, and waits until it counts. */
async function pay(reseller: Caller, { Id: invoiceId, Number, Balance }: InvoiceItem, cards: readonly string[]) {
  for (const PaymentMethodId of cards) {
    const { Payment } = await reseller.call(payments.create, { body: { InvoiceId: invoiceId, Amount: Balance! } });
    const PaymentIntentId = Payment.PaymentIntentId!;
    await reseller.call(payments.confirm, { body: { PaymentIntentId, PaymentMethodId } });
    for (const until = performance.now() + patience; ; await pause(50)) {
      const { Payments } = await reseller.call(payments.ofInvoice, { params: { invoiceId } });
      const state = Payments.find(({ Id }) => Id === Payment.Id)!.State;
      if (state === "confirmed") return;
      if (state === "failed" || state === "cancelled") break;
      if (performance.now() > until) throw new Error(`The payment of ${Number} is ${state}.`);
    }
  }
  throw new Error(`No card pays ${Number}.`);
}

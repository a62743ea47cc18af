/** What resellers do in a story of billing, and what becomes of their payments at banks and gateways. */
import { credit } from "@tradewind/contract/billing/credit.ts";
import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { invoices, type InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { forecast, type ComingBill } from "@tradewind/contract/ordering/forecast.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { BillingWorld } from "./billing-world.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person } from "./test-app.ts";
import { addCard } from "./vault-cards.ts";

type Held = { InstanceId: string; Key: string; quantity: number };
export type Payer = {
  person: Person;
  currency: Currency;
  customerId: string;
  held: Held[];
  /** What was forecast of each month's bill since something was last ordered. */
  forecasts: Map<string, ComingBill[]>;
};
/** Monthly by default. */
type Kind = { term: string; billing: string };
const monthly: Kind = { term: "P1M", billing: "monthly" };

/** A call may be refused, but is answered. */
export function answered<A extends { status: number }>(answer: A, what: string): A {
  if (answer.status >= 500) throw new Error(`${what} answered ${answer.status}`);
  return answer;
}

export function billingPeople(world: BillingWorld) {
  const { app, operator, control, story, settled, today } = world;

  async function addPayer(currency: Currency): Promise<Payer> {
    const person = await app.signIn({ currency });
    await app.sql("update resellers set contact_name = 'Nora Wind' where id = $1", [person.resellerId]);
    await signAgreements(app, person);
    const customerId = await story.addCustomer(person);
    return { person, currency, customerId, held: [], forecasts: new Map() };
  }

  /** Keeps what the coming bills are expected to come to, besides what was expected since the last order. */
  async function lookAhead({ person, forecasts }: Payer): Promise<void> {
    for (const bill of (await app.call(person, forecast.bills)).Result!.Bills)
      forecasts.set(bill.Month, [...(forecasts.get(bill.Month) ?? []), bill]);
  }
  /** What was expected before an order is expected no longer. */
  async function changed(payer: Payer): Promise<void> {
    payer.forecasts.clear();
    await lookAhead(payer);
  }
  async function order(payer: Payer, change: WireChange, InstanceId?: string) {
    const { placed } = await story.order(payer.person, payer.customerId, change, InstanceId ? { InstanceId } : {});
    answered(placed, "order");
    if (placed.Succeed) {
      await settled();
      await changed(payer);
    }
    return placed;
  }
  async function buy(payer: Payer, Quantity: number, kind: Kind = monthly) {
    const { OfferId } = await story.offer(payer.person, payer.customerId, kind);
    const placed = await order(payer, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
    if (!placed.Succeed) return { placed, held: undefined };
    const { InstanceId } = placed.Result!;
    const found = await story.becomes(payer.person, InstanceId, "Active");
    const held = { InstanceId, Key: found.Subscriptions.at(-1)!.Id, quantity: Quantity };
    payer.held.push(held);
    return { placed, held };
  }
  async function resize(payer: Payer, held: Held, Quantity: number) {
    const { InstanceId, Key } = held;
    const placed = await order(payer, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, InstanceId);
    if (placed.Succeed) held.quantity = Quantity;
    return placed;
  }
  async function cancel(payer: Payer, { InstanceId, Key }: Held) {
    const placed = await order(payer, { Kind: "cancel", Keys: [Key] }, InstanceId);
    if (placed.Succeed) payer.held = payer.held.filter((each) => each.Key !== Key);
    return placed;
  }

  async function documentsOf({ person }: Payer): Promise<InvoiceItem[]> {
    const all: InvoiceItem[] = [];
    for (let After: string | undefined; ;) {
      const { Items, Next } = (await app.call(person, invoices.list, { query: After ? { After } : {} })).Result!;
      all.push(...Items);
      if (!Next) return all;
      After = Next;
    }
  }
  /** Those on which something can be paid now, the oldest first. */
  async function toPay(payer: Payer): Promise<{ id: string; number: string; minor: number }[]> {
    const found = [];
    for (const { Id, Kind, Status, Number: number } of (await documentsOf(payer)).toReversed()) {
      if (Kind !== "invoice" || Status === "paid") continue;
      const { Collectable } = (await app.call(payer.person, payments.ofInvoice, { params: { invoiceId: Id } })).Result!;
      if (Number(Collectable!.Minor) >= 30) found.push({ id: Id, number, minor: Number(Collectable!.Minor) });
    }
    return found;
  }

  /** Enters a card at Stripe, all that can be paid by default; two clicks on the button are one payment. */
  async function payByCard({ person, currency }: Payer, invoiceId: string, minor: number, card = "pm_card_visa") {
    const Amount = { Minor: String(minor), Currency: currency };
    const begun = answered(
      await app.call(person, payments.create, { body: { InvoiceId: invoiceId, Amount } }),
      "create",
    );
    const ref = begun.Result?.Payment.PaymentIntentId;
    if (!ref) return undefined;
    const body = { PaymentIntentId: ref, PaymentMethodId: card };
    for (const each of await Promise.all([1, 2].map(() => app.call(person, payments.confirm, { body }))))
      answered(each, "confirm");
    await settled();
    return ref;
  }
  async function addCredit({ person, currency }: Payer, minor: number): Promise<void> {
    const Amount = { Minor: String(minor), Currency: currency };
    const begun = answered(await app.call(person, credit.add, { body: { Amount } }), "credit");
    const ref = begun.Result!.Payment.PaymentIntentId!;
    const body = { PaymentIntentId: ref, PaymentMethodId: "pm_card_visa" };
    answered(await app.call(person, payments.confirm, { body }), "confirm");
    await settled();
  }
  const storeCard = ({ person, currency }: Payer, number: string) =>
    addCard(app, (what, body) => control("zuora", what, body), person, number, currency);
  async function payByStored({ person, currency }: Payer, cardId: string, invoiceId: string, minor: number) {
    const Amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
    const body = { PaymentMethodId: cardId, Amount, PaymentDate: today(), Currency: currency, InvoiceId: invoiceId };
    const made = answered(await app.call(person, payments.charge, { body }), "charge");
    await settled();
    return made;
  }
  const payAutomatically = ({ person }: Payer, method: { id: string; kind: "card" | "directDebit" } | null) =>
    app.call(person, paymentMethods.update, {
      body: {
        autoPay: method !== null,
        paymentTerm: null,
        paymentMethodType: method?.kind === "card" ? "CreditCard" : "BankTransfer",
        defaultPaymentMethodId: method?.id ?? null,
      },
    });
  /** Sets a direct debit up, which its bank confirms some days later. */
  async function authorise({ person, currency }: Payer): Promise<string> {
    const account =
      currency === "EUR"
        ? { Iban: "IE29 AIBK 9311 5212 3456 78" }
        : { SortCode: "20-00-00", AccountNumber: "55779911" };
    await app.call(person, directDebits.authorise, {
      body: { AccountHolderName: "Harbour IT", Confirmed: true, ...account },
    });
    await settled();
    return (await app.call(person, directDebits.status)).Result!.PaymentMethodId!;
  }

  /** The staff give something away, which is redeemed by its code. */
  async function giveCode({ person, currency }: Payer, minor: number): Promise<void> {
    const body = {
      Amount: { Minor: String(minor), Currency: currency },
      ValidUntil: "2099-12-31",
      Reason: "For an outage",
    };
    const { Code } = (await app.call(operator, creditCodes.issue, { body })).Result!;
    answered(await app.call(person, credit.redeem, { body: { Code } }), "redeem");
  }
  const creditOf = async ({ person }: Payer) =>
    Number((await app.call(person, credit.history, { query: {} })).Result!.Balance.Minor);
  const spend = async ({ person }: Payer, invoiceId: string) =>
    answered(await app.call(person, credit.spend, { params: { invoiceId } }), "spend");

  /** The gateway's numbers of a payer's payments in a state, the oldest first. */
  async function refsOf({ person }: Payer, gateway: string, state = "confirmed"): Promise<string[]> {
    const rows = await app.sql<{ ref: string }>(
      "select gateway_ref as ref from payments where reseller_id = $1 and gateway = $2 and state = $3 and gateway_ref is not null order by id",
      [person.resellerId, gateway, state],
    );
    return rows.map(({ ref }) => ref);
  }
  const atStripe = (action: string, intent: string, amount?: number) =>
    control("stripe", "act", { action, intent, amount });
  const atGoCardless = (action: string, payment: string) => control("gocardless", "act", { action, payment });
  const atZuora = (payment: string, amount: number) => control("zuora", "act", { action: "refund", payment, amount });

  return {
    addPayer,
    lookAhead,
    buy,
    resize,
    cancel,
    documentsOf,
    toPay,
    payByCard,
    addCredit,
    storeCard,
    payByStored,
    payAutomatically,
    authorise,
    giveCode,
    creditOf,
    spend,
    refsOf,
    atStripe,
    atGoCardless,
    atZuora,
  };
}
export type BillingPeople = ReturnType<typeof billingPeople>;

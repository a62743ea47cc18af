/** Pay-outs with the items that they are made of, and refunds: what becomes of payments after they were confirmed. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { page, type Resource } from "./api.ts";
import type { Tell } from "./events.ts";

type Item = { type: string; amount: string; links: Record<string, string>; taxes: []; payout: string };
const noExchange = (currency: string) => ({
  estimated_exchange_rate: null,
  exchange_rate: null,
  fx_amount: null,
  fx_currency: currency,
});
/** What GoCardless keeps of each payment: one per cent and twenty pence. */
const feeOf = (amount: number) => Math.round(amount / 100) + 20;
const taken: ReadonlySet<string> = new Set(["confirmed", "paid_out"]);

export function openPayouts(store: Store, clock: Clock, newId: (prefix: string) => string, tell: Tell) {
  const payments = store.collection<Resource>("payments");
  const refunds = store.collection<Resource>("refunds");
  const payouts = store.collection<Resource>("payouts");
  const items = store.collection<Item>("payoutItems");
  /** What of each payment was paid out so far. */
  const paidOut = store.collection<number>("paidOut");
  const written = () => new Date(clock.now()).toISOString();

  const heldOf = (payment: Resource): number =>
    taken.has(payment["status"]) ? payment["amount"] - (payment["amount_refunded"] ?? 0) : 0;

  /** Pays out what changed since the last pay-out, in each currency, less the fees; nothing while that is a debt. */
  function payOut(): Resource[] {
    return ["GBP", "EUR"].flatMap((currency) => {
      const changed = payments
        .values()
        .filter((each) => each["currency"] === currency && heldOf(each) !== (paidOut.get(each.id) ?? 0))
        .map((payment) => ({ payment, change: heldOf(payment) - (paidOut.get(payment.id) ?? 0) }));
      const fees = changed.reduce((sum, { change }) => sum + (change > 0 ? feeOf(change) : 0), 0);
      const amount = changed.reduce((sum, { change }) => sum + change, -fees);
      if (amount <= 0) return [];
      const id = newId("PO");
      const item = (type: string, minor: number, links: Record<string, string>) =>
        items.put(`${id} ${newId("")}`, { type, amount: minor.toFixed(1), links, taxes: [], payout: id });
      for (const { payment, change } of changed) {
        const type =
          change > 0
            ? "payment_paid_out"
            : taken.has(payment["status"])
              ? "payment_refunded"
              : `payment_${payment["status"]}`;
        item(type, change, { payment: payment.id });
        paidOut.put(payment.id, heldOf(payment));
        if (payment["status"] !== "confirmed") continue;
        payments.put(payment.id, { ...payment, status: "paid_out" });
        tell(
          "payments",
          "paid_out",
          { payment: payment.id, payout: id },
          { origin: "gocardless", cause: "payment_paid_out" },
        );
      }
      item("gocardless_fee", -fees, {});
      const payout = {
        id,
        amount,
        arrival_date: written().slice(0, 10),
        created_at: written(),
        currency,
        deducted_fees: fees,
        fx: noExchange(currency),
        links: { creditor: "CR000001" },
        metadata: {},
        payout_type: "merchant",
        reference: `TRADEWIND-${id}`,
        status: "paid",
        tax_currency: null,
      };
      payouts.put(id, payout);
      tell("payouts", "paid", { payout: id }, { origin: "gocardless", cause: "payout_paid" });
      return [payout];
    });
  }
  function refund(id: string, amount: number): boolean {
    const payment = payments.get(id);
    if (!payment) return false;
    payments.put(id, { ...payment, amount_refunded: (payment["amount_refunded"] ?? 0) + amount });
    const ref = newId("RF");
    const { currency } = payment;
    refunds.put(ref, {
      id: ref,
      amount,
      created_at: written(),
      currency,
      fx: noExchange(currency),
      links: { payment: id },
      metadata: {},
      reference: null,
      status: "paid",
    });
    tell("refunds", "paid", { refund: ref }, { origin: "gocardless", cause: "refund_paid" });
    return true;
  }
  /** A payment that another program takes with the same account. */
  function takeElsewhere({ amount, currency, key, mandate }: Record<string, any>): Resource {
    const id = newId("PM");
    const payment = {
      id,
      amount,
      amount_refunded: 0,
      charge_date: written().slice(0, 10),
      created_at: written(),
      currency,
      links: { creditor: "CR000001", mandate: mandate ?? "MD000000" },
      metadata: key ? { payment_key: key } : {},
      status: "confirmed",
    };
    payments.put(id, payment);
    tell("payments", "confirmed", { payment: id }, { origin: "gocardless", cause: "payment_confirmed" });
    return payment;
  }
  /** The bank takes a payment back. */
  function takeBack(id: string): boolean {
    const payment = payments.get(id);
    if (!payment || !taken.has(payment["status"])) return false;
    payments.put(id, { ...payment, status: "charged_back" });
    tell("payments", "charged_back", { payment: id }, { origin: "bank", cause: "authorisation_disputed" });
    return true;
  }

  const since = (name: string, found: Resource[], request: SimRequest): SimReply =>
    page(
      name,
      request,
      found.filter((each) => each["created_at"] >= (request.query.get("created_at[gte]") ?? "")),
    );
  function listItems(request: SimRequest): SimReply {
    const found = items
      .values()
      .filter(({ payout }) => payout === request.query.get("payout"))
      .map(({ payout: _, ...item }, at) => ({ ...item, id: String(at) }));
    const { body } = page("payout_items", request, found.toReversed()) as { body: { payout_items: Resource[] } };
    return { status: 200, body: { ...body, payout_items: body.payout_items.map(({ id: _, ...item }) => item) } };
  }
  /** Adds the payments that a page of events is about, where they are asked for. */
  function include(request: SimRequest, reply: SimReply): SimReply {
    if (request.query.get("include") !== "payment") return reply;
    const body = reply.body as { events: Resource[] };
    const ids = new Set(body.events.flatMap(({ links }) => (links["payment"] as string | undefined) ?? []));
    return { ...reply, body: { ...body, linked: { payments: [...ids].flatMap((id) => payments.get(id) ?? []) } } };
  }

  const routes: Route[] = [
    { method: "GET", path: "/payouts", answer: (request) => since("payouts", payouts.values(), request) },
    {
      method: "GET",
      path: "/payouts/:id",
      answer: ({ params }) => ({ status: 200, body: { payouts: payouts.get(params["id"]!) } }),
    },
    { method: "GET", path: "/payout_items", answer: listItems },
    { method: "GET", path: "/refunds", answer: (request) => since("refunds", refunds.values(), request) },
  ];
  /** What there is of all payments, less what went back, before fees and pay-outs. */
  function balance(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const payment of payments.values())
      sums[payment["currency"]] = (sums[payment["currency"]] ?? 0) + heldOf(payment);
    return sums;
  }
  return {
    routes,
    include,
    balance,
    /** `payOut`, `takeElsewhere {amount, currency, key?}`, `refundPayment {payment, amount}`, `takeBack {payment}`; undefined if it is none of them. */
    act(fields: Record<string, any>): unknown {
      if (fields["action"] === "payOut") return { payouts: payOut() };
      if (fields["action"] === "takeElsewhere") return takeElsewhere(fields);
      if (fields["action"] === "refundPayment")
        return refund(String(fields["payment"]), Number(fields["amount"])) || undefined;
      if (fields["action"] === "takeBack") return takeBack(String(fields["payment"])) || undefined;
      return undefined;
    },
  };
}

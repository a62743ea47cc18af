/** Payments of stored methods, each made once under its key. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import type { Refused, Route, SimReply, SimRequest } from "../kit/vendor.ts";

type Payment = Record<string, any> & { id: string };
type Surroundings = {
  store: Store;
  clock: Clock;
  newRef(): string;
  refused(code: number, message: string, more?: object): Refused;
  accountOf(key: string): { id: string; accountNumber: string; currency?: string };
  methodOf(id: string): { id: string; accountKey: string; cardNumber?: string };
};

/** Cards that can be stored, and are declined when they are charged. */
const declined: Readonly<Record<string, readonly [code: string, words: string]>> = {
  "0341": ["card_declined", "Your card was declined."],
  "9995": ["insufficient_funds", "Your card has insufficient funds."],
};

export function openPayments({ store, clock, newRef, refused, accountOf, methodOf }: Surroundings) {
  const payments = store.collection<Payment>("payments");
  const answered = store.collection<SimReply>("answeredPayments");
  const found = (id: string): Payment => {
    const payment = payments.get(id);
    if (!payment) throw refused(50000040, `Cannot find entity by key: '${id}'.`);
    return payment;
  };
  const refunds = store.collection<Payment>("refunds");
  const written = () => new Date(clock.now()).toISOString().slice(0, 19).replace("T", " ");
  const ok = (body: object): SimReply => ({ status: 200, body: { success: true, ...body } });

  function create({ body, headers }: SimRequest): SimReply {
    const key = headers["idempotency-key"];
    const before = key && answered.get(key);
    if (before) return before;
    const { type, accountId, amount, currency, effectiveDate, paymentMethodId, gatewayOrderId, comment } = body;
    for (const [field, value] of Object.entries({ type, accountId, amount, currency, effectiveDate }))
      if (!value) throw refused(59210022, `Missing required field: ${field}`);
    const account = accountOf(String(accountId));
    const method = methodOf(String(paymentMethodId));
    if (type !== "Electronic" || method.accountKey !== account.id)
      throw refused(59210020, "The payment method does not belong to the account.");
    if (!(amount > 0) || String(gatewayOrderId ?? "").length > 50) throw refused(59210020, "Invalid value for field.");
    const decline = declined[String(method.cardNumber).slice(-4)];
    const id = newRef();
    const number = `P-${String(payments.values().length + 1).padStart(8, "0")}`;
    payments.put(id, {
      id,
      number,
      status: decline ? "Error" : "Processed",
      type,
      accountId: account.id,
      accountNumber: account.accountNumber,
      amount,
      appliedAmount: 0,
      unappliedAmount: 0,
      refundAmount: 0,
      creditBalanceAmount: 0,
      currency,
      effectiveDate,
      comment: comment ?? null,
      paymentMethodId: method.id,
      gatewayOrderId: gatewayOrderId ?? number,
      gatewayResponse: decline?.[1] ?? "Payment complete.",
      gatewayResponseCode: decline?.[0] ?? "succeeded",
      gatewayState: decline ? "NotSubmitted" : "Submitted",
      createdDate: written(),
      updatedDate: written(),
    });
    const words = decline && `Transaction declined.${decline[0]} - ${decline[1]}`;
    const reply = words ? refused(59210030, words, { paymentId: id }).reply : ok(payments.get(id)!);
    if (key) answered.put(key, reply);
    return reply;
  }
  /** Lists the newest first, or in the order that is asked for. */
  function pageOf(name: string, listed: Payment[], query: URLSearchParams): SimReply {
    const asked = [...query].filter(([key]) => !["page", "pageSize", "sort"].includes(key));
    const all = listed.filter((each) => asked.every(([key, value]) => String(each[key]) === value)).toReversed();
    if (query.get("sort") === "-updatedDate")
      all.sort((a, b) => String(b["updatedDate"]).localeCompare(String(a["updatedDate"])));
    const size = Number(query.get("pageSize") ?? 20);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    return ok({ [name]: all.slice(from, from + size) });
  }
  /** Gives so much of a payment back, all that was given so far included. */
  function refund(id: string, amount: number): Payment {
    const payment = found(id);
    const ref = newRef();
    refunds.put(ref, {
      id: ref,
      number: `R-${String(refunds.values().length + 1).padStart(8, "0")}`,
      paymentId: id,
      amount: Math.round((amount - payment["refundAmount"]) * 100) / 100,
      currency: payment["currency"],
      status: "Processed",
      type: "Electronic",
      createdDate: written(),
      updatedDate: written(),
    });
    return payments.put(id, { ...payment, refundAmount: amount, updatedDate: written() });
  }
  const routes: Route[] = [
    { method: "POST", path: "/v1/payments", answer: create },
    { method: "GET", path: "/v1/payments", answer: ({ query }) => pageOf("payments", payments.values(), query) },
    { method: "GET", path: "/v1/refunds", answer: ({ query }) => pageOf("refunds", refunds.values(), query) },
    { method: "GET", path: "/v1/payments/:id", answer: ({ params }) => ok(found(params["id"]!)) },
  ];
  /** What there is of all payments, less what was given back, in pence. */
  function balance(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { status, amount, refundAmount, currency } of payments.values())
      if (status === "Processed") sums[currency] = (sums[currency] ?? 0) + Math.round((amount - refundAmount) * 100);
    return sums;
  }
  return { routes, refund, balance };
}

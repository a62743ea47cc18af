/** What is on the account: transactions of charges, refunds, disputes and pay-outs, each with Stripe's fee. */
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import type { SimReply, SimRequest } from "../kit/vendor.ts";

type Document = Record<string, any> & { id: string };
type Moved = { type: string; amount: number; fee?: number; currency: string; source: Document };

/** What Stripe keeps of a charge: one and a half per cent and twenty pence. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 20;
export const disputeFee = 2_000;

export function openMoney(store: Store, clock: Clock, next: (prefix: string) => string) {
  const transactions = store.collection<Document>("transactions");
  const payouts = store.collection<Document>("payouts");
  const sources = store.collection<Document>("sources");
  const seconds = () => Math.floor(clock.now() / 1_000);

  function move({ type, amount, fee = 0, currency, source }: Moved): Document {
    sources.put(source.id, source);
    const id = next("txn");
    return transactions.put(id, {
      id,
      object: "balance_transaction",
      amount,
      available_on: seconds(),
      balance_type: "payments",
      created: seconds(),
      currency,
      description: null,
      exchange_rate: null,
      fee,
      fee_details: [],
      net: amount - fee,
      reporting_category: type,
      source: source.id,
      status: "available",
      type,
    });
  }
  const charge = (of: Document) =>
    move({ type: "charge", amount: of["amount"], fee: feeOf(of["amount"]), currency: of["currency"], source: of });

  const left = (currency: string) =>
    transactions
      .values()
      .filter((each) => each["currency"] === currency)
      .reduce((sum, { net }) => sum + (net as number), 0);
  /** Pays out all that is there, in each currency, and says of each pay-out what it is made of. */
  function payOut(): Document[] {
    return ["gbp", "eur"].flatMap((currency) => {
      const amount = left(currency);
      if (amount <= 0) return [];
      const id = next("po");
      const payout = {
        id,
        object: "payout",
        amount,
        arrival_date: seconds(),
        automatic: true,
        created: seconds(),
        currency,
        description: "STRIPE PAYOUT",
        failure_code: null,
        method: "standard",
        status: "paid",
        type: "bank_account",
      };
      for (const each of transactions.values())
        if (each["currency"] === currency && !each["payout"]) transactions.put(each.id, { ...each, payout: id });
      const moved = move({ type: "payout", amount: -amount, currency, source: payout });
      transactions.put(moved.id, { ...moved, payout: id });
      payouts.put(id, payout);
      return [payout];
    });
  }
  /** The bank sends a pay-out back. */
  function failPayout(id: string): void {
    const payout = payouts.get(id)!;
    payouts.put(id, { ...payout, status: "failed", failure_code: "account_closed" });
    move({ type: "payout_failure", amount: payout["amount"], currency: payout["currency"], source: payout });
  }

  function page(found: Document[], { query, path }: SimRequest): SimReply {
    const newest = found.toReversed();
    const limit = Number(query.get("limit") ?? 10);
    const after = query.get("starting_after");
    const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
    const data = newest.slice(from, from + limit);
    return { status: 200, body: { object: "list", url: path, has_more: from + limit < newest.length, data } };
  }
  const since = ({ query }: SimRequest) => Number(query.get("created[gte]") ?? 0);
  const shown = ({ payout: _, ...each }: Document) => ({
    ...each,
    id: each["id"],
    source: sources.get(each["source"]),
  });
  const listTransactions = (request: SimRequest): SimReply => {
    const payout = request.query.get("payout");
    const found = transactions
      .values()
      .filter((each) => each["created"] >= since(request) && (payout === null || each["payout"] === payout));
    return page(found.map(shown), request);
  };
  const listPayouts = (request: SimRequest): SimReply =>
    page(
      payouts.values().filter((each) => each["created"] >= since(request)),
      request,
    );
  const balance = (): SimReply => {
    const amounts = ["gbp", "eur"].map((currency) => ({ amount: left(currency), currency, source_types: {} }));
    const none = amounts.map((each) => ({ ...each, amount: 0 }));
    return { status: 200, body: { object: "balance", available: amounts, pending: none, livemode: false } };
  };
  /** What there is of all payments, less what went back, before fees and pay-outs. */
  function ofPayments(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { type, amount, currency } of transactions.values())
      if (!String(type).startsWith("payout")) sums[currency] = (sums[currency] ?? 0) + amount;
    return sums;
  }
  return {
    move,
    ofPayments,
    charge,
    payOut,
    failPayout,
    routes: [
      { method: "GET", path: "/v1/balance_transactions", answer: listTransactions },
      { method: "GET", path: "/v1/payouts", answer: listPayouts },
      {
        method: "GET",
        path: "/v1/payouts/:id",
        answer: ({ params }: SimRequest): SimReply => ({ status: 200, body: payouts.get(params["id"]!) }),
      },
      { method: "GET", path: "/v1/balance", answer: balance },
    ] as const,
  };
}

/** What happens to a charge after it was made: refunds, and disputes of its holder. */
import type { Store } from "../kit/store.ts";
import type { SimReply, SimRequest } from "../kit/vendor.ts";
import { disputeFee, type openMoney } from "./money.ts";

type Document = Record<string, any> & { id: string };
type Surroundings = {
  store: Store;
  money: ReturnType<typeof openMoney>;
  next(prefix: string): string;
  tell(type: string, object: unknown): void;
};

export function openAfterwards({ store, money, next, tell }: Surroundings) {
  const charges = store.collection<Document>("charges");
  const refunds = store.collection<Document>("refunds");
  const disputes = store.collection<Document>("disputes");
  const disputeOf = (charge: Document) => disputes.values().findLast((each) => each["charge"] === charge.id);

  /** Whether a dispute took the money, or may still: Stripe refunds no such charge. */
  const isTaken = (charge: Document) =>
    disputes
      .values()
      .some(
        (each) => each["charge"] === charge.id && each["status"] !== "won" && each["balance_transactions"].length > 0,
      );

  function refund(charge: Document, amount?: number): void {
    const left = charge["amount"] - charge["amount_refunded"];
    const given = Math.min(amount ?? left, left);
    if (isTaken(charge) || given <= 0) return;
    const back = charge["amount_refunded"] + given;
    const changed = { ...charge, amount_refunded: back, refunded: back === charge["amount"] };
    const { payment_intent, currency } = charge;
    const id = next("re");
    const made = {
      id,
      object: "refund",
      amount: given,
      currency,
      charge: charge.id,
      payment_intent,
      status: "succeeded",
    };
    charges.put(charge.id, changed);
    refunds.put(id, made);
    money.move({ type: "refund", amount: -given, currency, source: made });
    tell("charge.refunded", changed);
  }
  /** The card could not take its refund: the money comes back to the account. */
  function failRefund(charge: Document): void {
    const made = refunds.values().findLast((each) => each["charge"] === charge.id && each["status"] === "succeeded");
    if (!made) return;
    const failed = { ...made, status: "failed", failure_reason: "expired_or_canceled_card" };
    refunds.put(made.id, failed);
    const back = charge["amount_refunded"] - made["amount"];
    charges.put(charge.id, { ...charge, amount_refunded: back, refunded: false });
    money.move({ type: "refund_failure", amount: made["amount"], currency: made["currency"], source: failed });
    tell("refund.failed", failed);
  }
  /** Disputes what is left of a charge, or a part of it. An inquiry takes no money. */
  function dispute(
    charge: Document,
    { part, isInquiry = false }: { part?: number | undefined; isInquiry?: boolean } = {},
  ): void {
    const id = next("dp");
    const { payment_intent, currency } = charge;
    const left = charge["amount"] - charge["amount_refunded"];
    const amount = Math.min(part ?? left, left);
    if (isTaken(charge) || amount <= 0) return;
    const status = isInquiry ? "warning_needs_response" : "needs_response";
    const made = { id, object: "dispute", amount, currency, charge: charge.id, payment_intent, status };
    charges.put(charge.id, { ...charge, disputed: true });
    const took = isInquiry
      ? []
      : [money.move({ type: "adjustment", amount: -amount, fee: disputeFee, currency, source: made })];
    disputes.put(id, { ...made, reason: "fraudulent", balance_transactions: took });
    tell(isInquiry ? "charge.dispute.created" : "charge.dispute.funds_withdrawn", disputes.get(id));
  }
  function endDispute(charge: Document, isWon: boolean): void {
    const found = disputeOf(charge);
    if (!found || ["won", "lost"].includes(found["status"])) return;
    const { currency, amount, balance_transactions: before } = found;
    const isBack = isWon && before.length > 0;
    const back = isBack ? [money.move({ type: "adjustment", amount, currency, source: found })] : [];
    const ended = { ...found, status: isWon ? "won" : "lost", balance_transactions: [...before, ...back] };
    disputes.put(found.id, ended);
    tell(isBack ? "charge.dispute.funds_reinstated" : "charge.dispute.closed", ended);
  }
  const list = ({ query, path }: SimRequest): SimReply => {
    const data = disputes.values().filter((each) => each["payment_intent"] === query.get("payment_intent"));
    return { status: 200, body: { object: "list", url: path, has_more: false, data: data.toReversed() } };
  };
  return {
    dispute,
    acts: {
      refund: (charge: Document, amount?: number) => refund(charge, amount),
      failRefund: (charge: Document) => failRefund(charge),
      dispute: (charge: Document, part?: number) => dispute(charge, { part }),
      inquire: (charge: Document) => dispute(charge, { isInquiry: true }),
      winDispute: (charge: Document) => endDispute(charge, true),
      loseDispute: (charge: Document) => endDispute(charge, false),
    } as Record<string, (charge: Document, amount?: number) => void>,
    routes: [{ method: "GET", path: "/v1/disputes", answer: list }] as const,
  };
}

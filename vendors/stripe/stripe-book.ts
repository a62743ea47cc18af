/** Reads what moved at Stripe from its balance transactions, and its pay-outs with what each is made of. */
import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import { Stripe } from "stripe";
import { cut } from "../bank-file.ts";
import type { BookMovement, BookPage, BookPayout, GatewayBook, MovementKind } from "../gateway-books.ts";
import { VendorUnavailable } from "../vendor.ts";
import { genuine } from "./genuine.ts";
import { keyOf } from "./stripe-key.ts";

const limit = 100;
/** How long after it was made a pay-out may still change. */
const payoutsChangeMs = 14 * 86_400_000;
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000);
const instantOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** A page begins with what it lists: transactions, one pay-out, or what a pay-out is made of, which another pay-out follows. */
export function stripeBook(stripe: Stripe): GatewayBook {
  const empty = { movements: [], payouts: [] };

  async function transactions(since: Date, after: string): Promise<BookPage> {
    const page = await listed(
      stripe.balanceTransactions.list({
        created: { gte: secondsOf(since) },
        limit,
        expand: ["data.source"],
        ...(after !== "" && { starting_after: after }),
      }),
    );
    const movements = page.data.flatMap((each) => toMovement(each, null));
    return { ...empty, movements, next: page.has_more ? `transactions|${page.data.at(-1)!.id}` : "payout|" };
  }
  async function payout(since: Date, after: string): Promise<BookPage> {
    const page = await listed(
      stripe.payouts.list({
        created: { gte: secondsOf(new Date(since.getTime() - payoutsChangeMs)) },
        limit: 1,
        ...(after !== "" && { starting_after: after }),
      }),
    );
    const [found] = page.data;
    if (!found) return { ...empty, next: null };
    const following = page.has_more ? `payout|${found.id}` : null;
    // Stripe says of its own daily pay-outs alone what they are made of.
    const isTold = found.automatic && found.status === "paid";
    const next = isTold ? `items|${found.id}|` : following;
    return { ...empty, payouts: toPayout(found, false), next };
  }
  async function items(since: Date, ref: string, after: string): Promise<BookPage> {
    const page = await listed(
      stripe.balanceTransactions.list({
        payout: ref,
        limit,
        expand: ["data.source"],
        ...(after !== "" && { starting_after: after }),
      }),
    );
    const movements = page.data.filter(({ type }) => type !== "payout").flatMap((each) => toMovement(each, ref));
    if (page.has_more) return { ...empty, movements, next: `items|${ref}|${page.data.at(-1)!.id}` };
    const [found, following] = [genuine(await stripe.payouts.retrieve(ref), "payout"), await payout(since, ref)];
    return { movements, payouts: [...toPayout(found, true), ...following.payouts], next: following.next };
  }

  return {
    id: "stripe",
    name: "Stripe",
    read(since, at) {
      const [list, first = "", second = ""] = (at ?? "transactions|").split("|");
      if (list === "items") return answered(() => items(since, first, second));
      return answered(() => (list === "payout" ? payout : transactions)(since, first));
    },
    async balances() {
      const { available, pending } = await answered(async () => genuine(await stripe.balance.retrieve(), "balance"));
      return currencies.map((currency) => ({
        currency,
        minor: [...available, ...pending]
          .filter((each) => each.currency === currency.toLowerCase())
          .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      }));
    },
  };
}

const kinds: Readonly<Record<string, MovementKind>> = {
  charge: "payment",
  payment: "payment",
  refund: "refund",
  refund_failure: "refund",
  payment_refund: "refund",
  adjustment: "dispute",
  payout: "payout",
  payout_failure: "payout",
  payout_cancel: "payout",
  stripe_fee: "fee",
};

/** Of other currencies than ours we have no book. */
const ours = (currency: string): Currency | undefined => currencies.find((known) => known.toLowerCase() === currency);

function toMovement(each: Stripe.BalanceTransaction, payoutRef: string | null): BookMovement[] {
  const currency = ours(each.currency);
  if (!currency) return [];
  const source = typeof each.source === "string" ? null : each.source;
  const intent = source && "payment_intent" in source ? source.payment_intent : null;
  const paymentRef = typeof intent === "string" ? intent : (intent?.id ?? null);
  const kind = kinds[each.type] ?? "other";
  return [
    {
      ref: each.id,
      // An adjustment that is about no payment is none of a dispute.
      kind: kind === "dispute" && paymentRef === null ? "other" : kind,
      paymentRef,
      key: source?.object === "charge" ? keyOf(source.metadata) : null,
      payoutRef,
      amount: { minor: BigInt(each.amount), currency },
      feeMinor: BigInt(each.fee),
      at: instantOf(each.created),
      words: each.description === null ? null : cut(each.description, 200),
    },
  ];
}

function toPayout(found: Stripe.Payout, isItemised: boolean): BookPayout[] {
  const currency = ours(found.currency);
  if (!currency) return [];
  const isOver = found.status === "failed" || found.status === "canceled";
  return [
    {
      ref: found.id,
      amount: { minor: BigInt(found.amount), currency },
      status: found.status === "paid" ? "paid" : isOver ? "failed" : "onItsWay",
      arrivesOn: instantOf(found.arrival_date).slice(0, 10),
      at: instantOf(found.created),
      isItemised,
    },
  ];
}

const listed = async <T extends { object: string }>(call: Promise<T>): Promise<T> => genuine(await call, "list");

async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const seconds = Number(error.headers?.["retry-after"] ?? 0);
    throw new VendorUnavailable(`Stripe did not say what moved: ${error.message}`, {
      cause: error,
      ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
    });
  }
}

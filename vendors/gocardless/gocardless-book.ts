/** Reads what moved at GoCardless: payments by the events about them, refunds, and pay-outs with what each is made of. */
import { z } from "zod";
import { isOurs, type BookMovement, type BookPage, type BookPayout, type GatewayBook } from "../gateway-books.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { gocardlessApi } from "./gocardless-api.ts";

const limit = "500";
/** How long after it was made a pay-out or a refund may still change. */
const changesMs = 30 * 86_400_000;

const meta = z.looseObject({ cursors: z.looseObject({ after: z.string().nullish() }) });
const common = { id: z.string(), amount: z.int(), currency: z.string(), created_at: z.string() };
const payment = z.looseObject({
  ...common,
  status: z.string(),
  metadata: z.looseObject({ payment_key: z.string().optional() }).nullish(),
});
const eventsShape = z.object({
  events: z.array(z.unknown()),
  linked: z.looseObject({ payments: z.array(payment).default([]) }).default({ payments: [] }),
  meta,
});
const refundsShape = z.object({
  refunds: z.array(
    z.looseObject({ ...common, status: z.string().nullish(), links: z.looseObject({ payment: z.string().nullish() }) }),
  ),
  meta,
});
const payout = z.looseObject({ ...common, status: z.string(), arrival_date: z.iso.date().nullish() });
const payoutsShape = z.object({ payouts: z.array(payout), meta });
const itemsShape = z.object({ payout_items: z.array(z.looseObject({ type: z.string(), amount: z.string() })), meta });

const taken: ReadonlySet<string> = new Set(["confirmed", "paid_out"]);
const returned: ReadonlySet<string> = new Set(["cancelled", "bounced", "funds_returned", "failed"]);
const fees: ReadonlySet<string> = new Set(["gocardless_fee", "app_fee", "surcharge_fee", "revenue_share"]);

export function gocardlessBook(call: ReturnType<typeof gocardlessApi>): GatewayBook {
  const empty = { movements: [], payouts: [] };
  const listed = (path: string, wanted: Record<string, string>) =>
    `/${path}?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== "")).toString()}`;
  const earlier = (since: Date) => new Date(since.getTime() - changesMs).toISOString();

  /** What there is of a payment now replaces what there was. */
  async function events(since: Date, after: string): Promise<BookPage> {
    const wanted = {
      resource_type: "payments",
      include: "payment",
      limit,
      after,
      "created_at[gte]": since.toISOString(),
    };
    const found = await call("GET", listed("events", wanted), eventsShape);
    const movements = found.linked.payments.filter(isOurs).map((each): BookMovement => ({
      ...plain(each),
      kind: "payment",
      paymentRef: each.id,
      key: z.uuid().safeParse(each.metadata?.payment_key).data ?? null,
      amount: { minor: taken.has(each.status) ? BigInt(each.amount) : 0n, currency: each.currency },
    }));
    const next = found.meta.cursors.after;
    return { ...empty, movements, next: next ? `events|${next}` : "refunds|" };
  }
  async function refunds(since: Date, after: string): Promise<BookPage> {
    const found = await call(
      "GET",
      listed("refunds", { limit, after, "created_at[gte]": earlier(since) }),
      refundsShape,
    );
    const movements = found.refunds.filter(isOurs).map((each): BookMovement => ({
      ...plain(each),
      kind: "refund",
      paymentRef: each.links.payment ?? null,
      amount: { minor: returned.has(each.status ?? "") ? 0n : -BigInt(each.amount), currency: each.currency },
    }));
    const next = found.meta.cursors.after;
    return { ...empty, movements, next: next ? `refunds|${next}` : "payout|" };
  }
  async function onePayout(since: Date, after: string): Promise<BookPage> {
    const wanted = { limit: "1", after, "created_at[gte]": earlier(since) };
    const { payouts, meta: more } = await call("GET", listed("payouts", wanted), payoutsShape);
    const [found] = payouts;
    if (!found) return { ...empty, next: null };
    const following = more.cursors.after ? `payout|${more.cursors.after}` : null;
    const told = toPayout(found);
    const isTold = found.status === "paid" && isOurs(found);
    return { ...told, next: isTold ? `items|${found.id}||${more.cursors.after ?? ""}` : following };
  }
  /** Its items are told for six months only, and are kept. */
  async function items(ref: string, after: string, nextPayout: string): Promise<BookPage> {
    const { payout: found, items: page } = await itemsOf(ref, after);
    if (!isOurs(found)) throw new VendorUnavailable("GoCardless pays this out in another currency than before");
    const movements = page.payout_items.map((each, index): BookMovement => ({
      ...plain({ ...found, id: `${ref}|${after}|${index}` }),
      kind: fees.has(each.type) ? "fee" : "item",
      payoutRef: ref,
      amount: { minor: BigInt(Math.round(Number(each.amount))), currency: found.currency },
      words: each.type.replaceAll("_", " "),
    }));
    const next = page.meta.cursors.after;
    if (next) return { ...empty, movements, next: `items|${ref}|${next}|${nextPayout}` };
    const { payouts } = toPayout(found);
    const whole = payouts.map((each) => ({ ...each, isItemised: true }));
    return { movements, payouts: whole, next: nextPayout === "" ? null : `payout|${nextPayout}` };
  }
  async function itemsOf(ref: string, after: string) {
    const path = `/payouts/${encodeURIComponent(ref)}`;
    return {
      payout: (await call("GET", path, z.object({ payouts: payout }))).payouts,
      items: await call("GET", listed("payout_items", { payout: ref, limit, after }), itemsShape),
    };
  }

  return {
    id: "gocardless",
    name: "GoCardless",
    async read(since, at) {
      const [list, first = "", second = "", third = ""] = (at ?? "events|").split("|");
      const read = { events, refunds, payout: onePayout }[list!] ?? (() => items(first, second, third));
      return read(since, first).catch((error: unknown) => {
        if (error instanceof VendorRefusal) throw new VendorUnavailable(error.message, { cause: error });
        throw error;
      });
    },
  };
}

const plain = (each: { id: string; created_at: string }) => ({
  ref: each.id,
  paymentRef: null,
  key: null,
  payoutRef: null,
  feeMinor: 0n,
  at: each.created_at,
  words: null,
});

/** A pay-out that the bank sent back is there again. */
function toPayout(found: z.infer<typeof payout>): { movements: BookMovement[]; payouts: BookPayout[] } {
  if (!isOurs(found)) return { movements: [], payouts: [] };
  const { currency } = found;
  const minor = BigInt(found.amount);
  const went = { ...plain(found), kind: "payout" as const, amount: { minor: -minor, currency } };
  const came = { ...went, ref: `${found.id}|returned`, amount: { minor, currency } };
  const isBack = found.status === "bounced";
  return {
    movements: isBack ? [went, came] : found.status === "paid" ? [went] : [],
    payouts: [
      {
        ref: found.id,
        amount: { minor, currency },
        status: isBack ? "failed" : found.status === "paid" ? "paid" : "onItsWay",
        arrivesOn: found.arrival_date ?? null,
        at: found.created_at,
        isItemised: false,
      },
    ],
  };
}

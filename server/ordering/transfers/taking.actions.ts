import { errors } from "@tradewind/contract/errors.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { offerOf } from "@tradewind/domain/ordering/adoption.ts";
import type { Taken } from "@tradewind/domain/ordering/differences.ts";
import { arrive } from "@tradewind/domain/ordering/transfers.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import type { Offer } from "@tradewind/domain/pricing/pricing-types.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { dayOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { loadCatalogue } from "../../catalogue/offers/offers.store.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { bookAdopted } from "../differences/adoption.actions.ts";
import { findSold, listHeld } from "../differences/adoption.store.ts";
import { decide } from "../differences/differences.store.ts";
import { requireEveryProduct } from "./transfers.actions.ts";
import { findOwnTransfer, listLines, listUnordered, type LineRow, type TransferRow } from "./transfers.store.ts";

type TakenLine = { offer: Offer; taken: Taken; vendorRef: string; differenceId: string };
type WorkedOut = {
  row: TransferRow;
  from: CalendarDate;
  lines: TakenLine[];
  /** What came and cannot be taken over, with why. */
  left: { name: string; quantity: number; reason: string }[];
  hash: string;
};

/** Works out what taking over what came would cost, charged from the day on which it came. */
export async function workOutTransfer(
  { db, actor, now, platform }: Pick<Context<TenantActor>, "db" | "actor" | "now" | "platform">,
  id: string,
): Promise<WorkedOut> {
  requireEveryProduct(actor);
  const row = orNotFound(await findOwnTransfer(db, actor, id));
  const came = (await listLines(db, [row.reseller_id], [id])).filter((line) => line.reason === null && !line.is_held);
  if (row.came_at === null || came.length === 0) throw new AppError("transferNotTaken");
  const { reseller_id: resellerId, customer_id: customerId, fulfiller } = row;
  const offerRefs = came.map((line) => line.offer_ref);
  const refs = came.flatMap((line) => line.vendor_ref ?? []);
  const [{ currency, offers }, held, unordered] = await Promise.all([
    findSold(db, { resellerId, fulfiller, offerRefs }),
    listHeld(db, resellerId, customerId),
    listUnordered(db, row, refs),
  ]);
  const productIds = [...new Set(offers.map((each) => each.product_id))];
  const catalogue = await loadCatalogue(db, { resellerId, customerId, currency, productIds });
  const from = dayOf(row.came_at.toISOString());
  const seen = came.map((line) => {
    const found = unordered.find((each) => each.vendor_ref === line.vendor_ref);
    const facts = found?.facts;
    const sold = offers
      .filter((each) => each.offer_ref === line.offer_ref)
      .map((each) => catalogue.offers.get(each.id)!);
    return { line, found, facts, offer: facts ? offerOf(facts, sold) : undefined };
  });
  const lines: TakenLine[] = [];
  const left: WorkedOut["left"] = [];
  // What others belong to comes first.
  for (const { line, found, facts, offer } of seen.toSorted((a, b) => needsOf(a.offer) - needsOf(b.offer))) {
    const leave = (reason: string) => void left.push({ name: line.name, quantity: line.quantity, reason });
    if (!found || !facts) leave(waitWords(line, platform.vendors.nameOf(fulfiller)));
    else if (!offer) leave("We do not sell this. Please contact support.");
    else {
      const state = [...held, ...lines.map(({ taken, vendorRef }) => ({ ...taken.subscription, vendorRef }))];
      const at = { currency, offer, state, came: from, partner: row.partner_name, now: now.toISOString() };
      const decision = arrive(facts, catalogue, { ...at, key: `line ${line.position}` });
      if (decision.ok)
        lines.push({ offer, taken: decision.value, vendorRef: found.vendor_ref, differenceId: found.id });
      else leave(errors[decision.refusal][1]);
    }
  }
  const promised = lines.map(({ taken }) => ({ charges: taken.chargeRows, subscription: taken.subscription }));
  return { row, from, lines, left, hash: hashOfPromise(platform, canonicalText(promised)) };
}

const needsOf = (offer: Offer | undefined): number => (offer?.needsOneOf.length ? 1 : 0);

const waitWords = ({ vendor_ref }: LineRow, vendor: string) =>
  vendor_ref === null
    ? `${vendor} does not show it yet. It can be taken over once it does.`
    : `${vendor} no longer shows it as it came. Please contact support.`;

/** Takes over what came, as proposed. Its vendor is asked for nothing. */
export async function takeTransfer(
  { tx, actor, now, doer, platform }: Doing<TenantActor>,
  id: string,
  hash: string,
): Promise<string> {
  const found = orNotFound(await findOwnTransfer(tx, actor, id));
  // As when an order is placed: nobody changes its basis meanwhile.
  orNotFound(await lockCustomer(tx, actor, found.customer_id));
  const { row, from, lines, hash: present } = await workOutTransfer({ db: tx, actor, now, platform }, id);
  if (lines.length === 0) throw new AppError("transferNotTaken");
  if (hash !== present) throw new AppError("proposalChanged");
  const { reseller_id: resellerId, customer_id: customerId, fulfiller } = row;
  await bookAdopted(tx, platform, { resellerId, customerId, fulfiller }, lines, now);
  const decision = { state: "closed", cure: "take", by: actor.displayName, note: null, now } as const;
  for (const { differenceId } of lines)
    if (!(await decide(tx, { reseller_id: resellerId, id: differenceId }, decision)))
      throw new AppError("proposalChanged");
  const things = lines.map(
    ({ offer, taken }) => `${counted(taken.subscription.quantity, offer.unit)} of ${offer.name}`,
  );
  await recordActivity(tx, doer, {
    action: "transfers.take",
    what: `Took over ${things.join(", ")} of ${row.customer_name}, which came from ${row.partner_name} on ${formatDate(from)}, charged from the next day`,
    customerId,
    object: ["transfer", id],
  });
  await announce(tx, resellerId, ["transfers", "differences", "services", "customers", "dashboard"], customerId);
  return id;
}

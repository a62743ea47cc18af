import { differences, everyDifference, type operatorCures } from "@tradewind/contract/ordering/differences.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import {
  causeWords,
  closedWords,
  differenceSides,
  differenceWords,
} from "@tradewind/contract/ordering/difference-words.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { costOfDays, costOfMonth, costOfUnits, unitsOfBoth } from "@tradewind/domain/ordering/differences.ts";
import type { ChargeRow } from "@tradewind/domain/pricing/pricing-types.ts";
import { addDays, dayOf } from "@tradewind/domain/values/dates.ts";
import { negate, sum, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { adoptDifference, workOutAdoption } from "./adoption.actions.ts";
import { curesOf, workOutCure, type Cured } from "./cures.reads.ts";
import { acceptDifferences, readDifference, settleDifferences } from "./differences.actions.ts";
import {
  countCompared,
  countEveryOpen,
  countUnsettled,
  listBehind,
  listDifferences,
  listEveryDifference,
  pageSize,
  type AnyDifferenceRow,
  type DifferenceRow,
  type OwnDifference,
  type View,
} from "./differences.store.ts";

const causeOf = (row: AnyDifferenceRow | DifferenceRow) =>
  causeWords({
    kind: row.kind,
    orderNumber: row.order_before && orderNumber(row.order_before),
    seenBy: row.seen_by,
    vendor: row.vendor_name,
    partner: row.came_from,
  });

const toWire = (row: AnyDifferenceRow | DifferenceRow) => ({
  Id: row.id,
  CustomerId: row.customer_id,
  CustomerName: row.customer_name,
  InstanceId: null,
  ProductName: row.product_name,
  Name: row.name,
  VendorName: row.vendor_name,
  Kind: row.kind,
  Text: differenceWords({ ...row, vendor: row.vendor_name }),
  ...sidesOf(row),
  State: row.state,
  Since: row.since.toISOString(),
  Cause: causeOf(row),
  Order:
    row.order_id === null
      ? null
      : { Id: row.order_id, InstanceId: row.order_instance_id!, Number: orderNumber(row.order_id) },
  ReadAt: row.read_at?.toISOString() ?? null,
  ClosedAt: row.closed_at?.toISOString() ?? null,
  Closed: row.closed_at && closedWords({ cure: row.cure, by: row.decided_by, vendor: row.vendor_name }),
  PerMonth: null,
  SoFar: null,
  StillBilled: null,
  DecidedBy: row.decided_by,
  Note: row.note,
  Cures: curesOf(row),
});

function sidesOf(row: AnyDifferenceRow | DifferenceRow) {
  const [Ours, Theirs] = differenceSides(row);
  return { Ours, Theirs };
}

function toPricedWire(row: DifferenceRow, { priced, vendors, now }: { priced: boolean; vendors: Vendors; now: Date }) {
  const terms = {
    ...row,
    unitCost: row.unit_cost,
    anchorDay: row.anchor_day,
    termFrom: row.term_from,
    termUntil: row.term_until,
  };
  const isStillBilled = row.kind === "suspended" && vendors.can(row.fulfiller, "billsSuspended");
  const units: [number, number] = isStillBilled ? [0, row.quantity] : unitsOfBoth(row);
  const days = {
    from: dayOf(row.since.toISOString()),
    until: addDays(dayOf((row.closed_at ?? now).toISOString()), 1),
  };
  return {
    ...toWire(row),
    InstanceId: row.instance_id,
    PerMonth: priced ? toWireMoney(costOfMonth(terms, row)) : null,
    SoFar: priced && units[0] !== units[1] ? toWireMoney(costOfDays(terms, units, days)) : null,
    StillBilled: priced && isStillBilled ? toWireMoney(costOfUnits(terms, row.quantity)) : null,
  };
}

/** What nobody ordered here can be brought in once it was seen with its offer and its term. */
function operatorCuresOf({ kind, facts, state }: AnyDifferenceRow): (typeof operatorCures)[number][] {
  if (state === "closed") return [];
  return kind === "unknown" && facts?.offerRef && facts.termFrom ? ["adopt", "accept"] : ["accept"];
}

const pageTo = <T extends AnyDifferenceRow | DifferenceRow>(rows: T[]) =>
  pageOf(rows, pageSize, (last) => ({ since: (last.closed_at ?? last.since).toISOString(), id: last.id }));

/** Every tenant is compared once a day: what was not for two is not known. */
const knownFor = 48 * 3_600_000;

async function comparedFor(db: Db, scope: TenantActor | undefined, now: Date) {
  const since = new Date(now.getTime() - knownFor);
  const counts = await countCompared(db, scope, since);
  const behind = counts.Compared < counts.All ? await listBehind(db, scope, since) : [];
  return {
    ...counts,
    Behind: behind.map((row) => ({
      CustomerId: row.id,
      CustomerName: row.name,
      VendorName: row.vendor_name,
      At: row.swept_at?.toISOString() ?? null,
    })),
  };
}

async function totalsFor(db: Db, actor: TenantActor, now: Date) {
  const [rows, compared] = await Promise.all([countUnsettled(db, actor), comparedFor(db, actor, now)]);
  const months = rows.map((row) => {
    const { minor, currency } = costOfMonth({ ...row, unitCost: row.unit_cost }, row);
    return { minor: minor * BigInt(row.count), currency };
  });
  const total = (of: (minor: bigint) => boolean) =>
    seesPrices(actor)
      ? toWireMoney(
          absolute(
            sum(
              months.filter(({ minor }) => of(minor)),
              actor.currency,
            ),
          ),
        )
      : null;
  return {
    ...compared,
    Open: rows.reduce((open, { state, count }) => (state === "open" ? open + count : open), 0),
    NotCharged: total((minor) => minor > 0n),
    TooMuch: total((minor) => minor < 0n),
  };
}

const hasTotals = ({ View, After }: { View: View; After?: string | undefined }) =>
  View === "open" && After === undefined;

const absolute = (amount: Money): Money => (amount.minor < 0n ? negate(amount) : amount);

const totalOf = (rows: readonly ChargeRow[], currency: Currency) =>
  toWireMoney(
    sum(
      rows.map(({ amount }) => amount),
      currency,
    ),
  );

const chargesOf = (rows: readonly ChargeRow[], currency: Currency) => ({
  Charges: rows.map((each) => ({
    Description: each.description,
    From: each.periodFrom,
    Until: each.periodUntil,
    Quantity: each.quantity,
    Amount: toWireMoney(each.amount),
  })),
  Total: totalOf(rows, currency),
});

const withoutAmounts = ({ Charges }: ReturnType<typeof chargesOf>) => ({
  Charges: Charges.map((each) => ({ ...each, Amount: null })),
  Total: null,
});

const named = ({ id, customer_name, name }: OwnDifference) => ({ Id: id, CustomerName: customer_name, Name: name });

function toProposedWire({ difference, row, taken }: Cured, { priced, vendors }: { priced: boolean; vendors: Vendors }) {
  const all = chargesOf(taken?.chargeRows ?? [], row.currency);
  const Text = differenceWords({ ...difference, vendor: vendors.nameOf(difference.fulfiller) });
  return { ...named(difference), Text, ...(priced ? all : withoutAmounts(all)) };
}

const totalsOf = (lines: readonly Cured[]) =>
  [...Map.groupBy(lines, ({ row }) => row.currency)].map(([currency, of]) =>
    totalOf(
      of.flatMap(({ taken }) => taken?.chargeRows ?? []),
      currency,
    ),
  );

export const differencesRoutes = [
  answer(differences.list, async ({ db, actor, now, platform }, { query }) => {
    const rows = await listDifferences(db, actor, query.View, readCursor(query.After, ["since", "id"]));
    const { page, next } = pageTo(rows);
    const Totals = hasTotals(query) ? await totalsFor(db, actor, now) : null;
    const of = { priced: seesPrices(actor), vendors: platform.vendors, now };
    return { Items: page.map((row) => toPricedWire(row, of)), Next: next, Totals };
  }),
  answer(differences.propose, async (context, { body }) => {
    const { lines, leftOut, hash } = await workOutCure(context, body.Cure, body.DifferenceIds);
    const priced = seesPrices(context.actor);
    return {
      Hash: hash,
      Lines: lines.map((line) => toProposedWire(line, { priced, vendors: context.platform.vendors })),
      LeftOut: leftOut.map(({ difference, reason }) => ({ ...named(difference), Reason: reason })),
      Totals: priced ? totalsOf(lines) : null,
    };
  }),
  answer(differences.read, (doing, { params }) => readDifference(doing, params.differenceId)),
  answer(differences.settle, (doing, { body }) => settleDifferences(doing, body)),
  answer(everyDifference.list, async ({ db, now }, { query }) => {
    const { page, next } = pageTo(await listEveryDifference(db, query.View, readCursor(query.After, ["since", "id"])));
    const Totals = hasTotals(query)
      ? { ...(await comparedFor(db, undefined, now)), Open: await countEveryOpen(db) }
      : null;
    return {
      Items: page.map((row) => ({ ...toWire(row), Cures: operatorCuresOf(row), ResellerName: row.reseller_name })),
      Next: next,
      Totals,
    };
  }),
  answer(everyDifference.propose, async (context, { params, query }) => {
    const { hash, taken, offer, from } = await workOutAdoption(context, params.differenceId, query.From);
    const { subscription } = taken;
    return {
      Hash: hash,
      ...chargesOf(taken.chargeRows, subscription.currency),
      From: from,
      OfferName: offer.name,
      Quantity: subscription.quantity,
      Unit: offer.unit,
      TermFrom: subscription.termFrom,
      TermUntil: subscription.termUntil,
      UnitCost: subscription.unitCost,
      Billing: subscription.billing,
    };
  }),
  answer(everyDifference.adopt, (doing, { params, body }) => adoptDifference(doing, params.differenceId, body)),
  answer(everyDifference.accept, (doing, { body }) => acceptDifferences(doing, body)),
];

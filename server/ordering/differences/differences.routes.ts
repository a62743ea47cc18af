import {
  differences,
  type differenceStates,
  everyDifference,
  type operatorCures,
} from "@tradewind/contract/ordering/differences.ts";
import { differenceSides, differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { costOfMonth, costOfUnits, type Taken } from "@tradewind/domain/ordering/differences.ts";
import { negate, sum, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { adoptDifference, workOutAdoption } from "./adoption.actions.ts";
import { acceptDifference, curesOf, settleDifference, workOutTaking } from "./differences.actions.ts";
import {
  countCompared,
  listDifferences,
  listEveryDifference,
  listUnsettled,
  pageSize,
  type AnyDifferenceRow,
  type DifferenceRow,
} from "./differences.store.ts";

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
  State: row.state as (typeof differenceStates)[number],
  Since: row.since.toISOString(),
  PerMonth: null,
  StillBilled: null,
  DecidedBy: row.decided_by,
  Note: row.note,
  Cures: [...curesOf[row.kind]],
});

function sidesOf(row: AnyDifferenceRow | DifferenceRow) {
  const [Ours, Theirs] = differenceSides(row);
  return { Ours, Theirs };
}

function toPricedWire(row: DifferenceRow, priced: boolean, vendors: Vendors) {
  const terms = { ...row, unitCost: row.unit_cost };
  const isStillBilled = row.kind === "suspended" && vendors.can(row.fulfiller, "billsSuspended");
  return {
    ...toWire(row),
    InstanceId: row.instance_id,
    PerMonth: priced ? toWireMoney(costOfMonth(terms, row)) : null,
    StillBilled: priced && isStillBilled ? toWireMoney(costOfUnits(terms, row.quantity)) : null,
  };
}

/** What nobody ordered here can be brought in once it was seen with its offer and its term. */
const operatorCuresOf = ({ kind, facts }: AnyDifferenceRow): (typeof operatorCures)[number][] =>
  kind === "unknown" && facts?.offerRef && facts.termFrom ? ["adopt", "accept"] : ["accept"];

const pageTo = <T extends AnyDifferenceRow | DifferenceRow>(rows: T[]) =>
  pageOf(rows, pageSize, (last) => ({ since: last.since.toISOString(), id: last.id }));

/** Every tenant is compared once a day: what was not for two is not known. */
const knownFor = 48 * 3_600_000;

async function totalsFor(db: Db, actor: TenantActor, now: Date) {
  const [rows, compared] = await Promise.all([
    listUnsettled(db, actor),
    countCompared(db, actor, new Date(now.getTime() - knownFor)),
  ]);
  const months = rows.map((row) => costOfMonth({ ...row, unitCost: row.unit_cost }, row));
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
    Open: rows.filter(({ state }) => state === "open").length,
    NotCharged: total((minor) => minor > 0n),
    TooMuch: total((minor) => minor < 0n),
  };
}

const absolute = (amount: Money): Money => (amount.minor < 0n ? negate(amount) : amount);

const chargesOf = ({ chargeRows }: Taken, currency: Currency) => ({
  Charges: chargeRows.map((each) => ({
    Description: each.description,
    From: each.periodFrom,
    Until: each.periodUntil,
    Quantity: each.quantity,
    Amount: toWireMoney(each.amount),
  })),
  Total: toWireMoney(
    sum(
      chargeRows.map(({ amount }) => amount),
      currency,
    ),
  ),
});

export const differencesRoutes = [
  answer(differences.list, async ({ db, actor, now, platform }, { query }) => {
    const rows = await listDifferences(db, actor, readCursor(query.After, ["since", "id"]));
    const { page, next } = pageTo(rows);
    const Totals = query.After === undefined ? await totalsFor(db, actor, now) : null;
    const priced = seesPrices(actor);
    return { Items: page.map((row) => toPricedWire(row, priced, platform.vendors)), Next: next, Totals };
  }),
  answer(differences.propose, async (context, { params }) => {
    const { taken, hash, row } = await workOutTaking(context, params.differenceId);
    return { Hash: hash, ...chargesOf(taken, row.currency) };
  }),
  answer(differences.settle, (doing, { params, body }) => settleDifference(doing, params.differenceId, body)),
  answer(everyDifference.list, async ({ db }, { query }) => {
    const { page, next } = pageTo(await listEveryDifference(db, readCursor(query.After, ["since", "id"])));
    return {
      Items: page.map((row) => ({ ...toWire(row), Cures: operatorCuresOf(row), ResellerName: row.reseller_name })),
      Next: next,
    };
  }),
  answer(everyDifference.propose, async (context, { params, query }) => {
    const { hash, taken, offer, from } = await workOutAdoption(context, params.differenceId, query.From);
    const { subscription } = taken;
    return {
      Hash: hash,
      ...chargesOf(taken, subscription.currency),
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
  answer(everyDifference.accept, (doing, { params, body }) => acceptDifference(doing, params.differenceId, body.Note)),
];

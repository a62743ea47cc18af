import { services } from "@tradewind/contract/ordering/services.ts";
import { historyWords } from "@tradewind/contract/ordering/history-words.ts";
import { toStanding, toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { AsOfDays } from "@tradewind/contract/endpoint.ts";
import { asOf, type RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import { monthlyCost } from "@tradewind/domain/pricing/by-the-month.ts";
import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { dayOf, earlierOf, endOf, isBefore } from "@tradewind/domain/values/dates.ts";
import { sum } from "@tradewind/domain/values/money.ts";
import { seesOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { readCustomerAsOf } from "../../customers/customers/customer-history.reads.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findService } from "../instances/instances.store.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";
import { listEverOf, listRecorded, type EverRow } from "./as-of.store.ts";
import { fieldsOf, namesIn } from "./history-parts.reads.ts";

/** Changes that a list of what changed since holds. */
const mostChanges = 100;

type Moments = { effective: string; known: string; now: string };

function momentsOf(days: AsOfDays, at: Date): Moments {
  const now = at.toISOString();
  const toCome = Object.entries(days).filter(([, day]) => day > dayOf(now));
  if (toCome.length > 0)
    throw new AppError("invalidRequest", {
      fields: Object.fromEntries(toCome.map(([name]) => [name, "Must be today or earlier"])),
    });
  return { effective: endOf(days.On), known: endOf(days.KnownOn), now };
}

type Compared = { row: EverRow; before: Subscription | undefined; after: Subscription | undefined };

/** Works out how subscriptions stood and stand, from one reading of their history, and what changed since. */
async function compare(db: Db, actor: TenantActor, rows: readonly EverRow[], { effective, known, now }: Moments) {
  const ids = rows.map(({ id }) => id);
  const history = await listRecorded(db, actor.resellerId, ids);
  const own = Map.groupBy(history, (entry) => entry.subscriptionKey);
  const compared = rows.map((row): Compared => {
    const entries = own.get(row.id) ?? [];
    return { row, before: asOf(entries, effective, known), after: asOf(entries, now, now) };
  });
  const since = history
    .filter(
      (entry) =>
        // Windows stand with the subscription, as its vendor last told them.
        entry.kind !== "windowsMoved" &&
        !isBefore(now, entry.effectiveAt) &&
        (isBefore(effective, entry.effectiveAt) || isBefore(known, entry.recordedAt)),
    )
    .slice(0, mostChanges);
  return { compared, changes: await toChanges(db, actor, since, rows) };
}

async function toChanges(db: Db, actor: TenantActor, since: readonly RecordedEntry[], rows: readonly EverRow[]) {
  const [people, byId] = [await namesIn(db, actor.resellerId, since), new Map(rows.map((row) => [row.id, row]))];
  const priced = seesPrices(actor);
  return since.map((entry) => {
    const { name, unit, attributes } = byId.get(entry.subscriptionKey)!;
    return {
      Id: entry.id,
      SubscriptionName: name,
      EffectiveAt: entry.effectiveAt,
      RecordedAt: entry.recordedAt,
      Kind: entry.kind,
      Text: historyWords({ ...entry, unit, attributes: fieldsOf(attributes), people, priced }),
    };
  });
}

function toCompared({ row, before, after }: Compared, actor: TenantActor) {
  const standingOf = (state: Subscription | undefined) =>
    state ? toStanding(state, askedOfLine(row.attributes), seesOf(actor)) : null;
  return { Id: row.id, Name: row.name, Unit: row.unit, Then: standingOf(before), Now: standingOf(after) };
}

/** Adds up what subscriptions cost in a month; nothing where they were not there. */
const monthly = (states: readonly (Subscription | undefined)[], { currency }: TenantActor) =>
  toWireMoney(
    sum(
      states.flatMap((state) => (state && monthlyCost(state)) ?? []),
      currency,
    ),
  );

const isThere = (state: Subscription | undefined) => state !== undefined && state.status !== "cancelled";

export const asOfRoutes = [
  answer(services.asOf, async ({ actor, db, now }, { params, query }) => {
    const { id } = orNotFound(await findService(db, actor, params.instanceId));
    const rows = await listEverOf(db, actor, { instanceId: id });
    const { compared, changes } = await compare(db, actor, rows, momentsOf(query, now));
    return { Subscriptions: compared.map((each) => toCompared(each, actor)), Changes: changes };
  }),
  answer(services.asOfCustomer, async ({ actor, db, now }, { params, query }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const moments = momentsOf(query, now);
    const [{ details, changes: ofDetails }, rows] = await Promise.all([
      // Its own details hold from when they were recorded.
      readCustomerAsOf(db, actor.resellerId, customer, earlierOf(moments.effective, moments.known), mostChanges),
      listEverOf(db, actor, { customerId: customer.id }),
    ]);
    const { compared, changes } = await compare(db, actor, rows, moments);
    const there = compared.filter(({ before, after }) => isThere(before) || isThere(after));
    return {
      Details: details,
      Monthly: seesPrices(actor)
        ? {
            Then: monthly(
              there.map(({ before }) => before),
              actor,
            ),
            Now: monthly(
              there.map(({ after }) => after),
              actor,
            ),
          }
        : null,
      Subscriptions: there.map((each) => ({ ...toCompared(each, actor), ProductName: each.row.product_name })),
      Changes: [...ofDetails, ...changes]
        .toSorted((a, b) => (a.RecordedAt < b.RecordedAt ? 1 : a.RecordedAt > b.RecordedAt ? -1 : 0))
        .slice(0, mostChanges),
    };
  }),
];

import { azureSpend } from "@tradewind/contract/ordering/azure-spend.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { billedMonths, billStateOf, namesOf, noGroup, type SpendKind } from "@tradewind/domain/ordering/azure-spend.ts";
import { forecastMonth } from "@tradewind/domain/pricing/month-forecast.ts";
import { addDays, addMonths, earlierOf, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { divideRounded, parseDecimal, scale } from "@tradewind/domain/values/decimal.ts";
import { money, subtract, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { seesPrices, seesSales, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import {
  addUpDays,
  addUpParts,
  findAzureSubscription,
  listBills,
  listAzureSubscriptions,
  listResourceGroups,
} from "./azure-spend.store.ts";

type Call = { actor: TenantActor; db: Db };
type Params = { customerId: string; azureSubscriptionId: string };
/** The days before the last one known by which a month is forecast, and from which resource groups are told. */
const daysBefore = 28;
const others = "All others";

async function customerOf({ actor, db }: Call, customerId: string) {
  orNotFound(await findCustomer(db, actor, customerId));
  return { resellerId: actor.resellerId, customerId };
}

async function subscriptionOf(call: Call, { customerId, azureSubscriptionId }: Params) {
  const owner = await customerOf(call, customerId);
  return { owner, ...orNotFound(await findAzureSubscription(call.db, owner, azureSubscriptionId)) };
}

/** Finds a subscription for somebody who sees what it costs the customer. */
async function pricedOf(call: Call, params: Params) {
  const found = await subscriptionOf(call, params);
  if (!seesSales(call.actor)) throw new AppError("pricesHidden");
  return found;
}

type Found = Awaited<ReturnType<typeof subscriptionOf>>;

/** The days up to the last one known; undefined before there is any. */
function rangeOf({ owner, id, whole_until: until }: Found, days: number) {
  return until === null ? undefined : { resellerId: owner.resellerId, id, from: addDays(until, 1 - days), until };
}

const eachDay = ({ from, until }: { from: CalendarDate; until: CalendarDate }): CalendarDate[] => {
  const days = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
};

async function groupsOf(db: Db, found: Found): Promise<string[]> {
  const range = rangeOf(found, daysBefore);
  return range ? listResourceGroups(db, range) : [];
}

async function splitDays(call: Call, params: Params, days: string, by: Exclude<SpendKind, "total">, group?: string) {
  const found = await pricedOf(call, params);
  const range = rangeOf(found, Number(days));
  if (group !== undefined && !(await groupsOf(call.db, found)).includes(group)) throw new AppError("notFound");
  if (!range) return [];
  const rows = await addUpParts(call.db, range, by, group);
  const parts = [...Map.groupBy(rows, ({ place }) => place).values()];
  const names = namesOf(
    parts.map((ofPart) => ofPart[0]!),
    by,
  );
  const series = parts.map((ofPart, at) => ({
    Symbol: ofPart[0]!.isRest ? others : names[at]!,
    prices: new Map(ofPart.map(({ day, price }) => [day, price])),
  }));
  return eachDay(range).map((Label) => ({
    Label,
    Values: series.map(({ Symbol, prices }) => ({ Symbol, Values: prices.get(Label) ?? "0" })),
  }));
}

type Spent = Awaited<ReturnType<typeof addUpDays>>;

/** Adds up days exactly, and rounds their sum once: it is the same whichever way they are split. */
function summed(
  days: Spent,
  currency: Currency,
  from: CalendarDate,
  until: CalendarDate,
  of: "price" | "cost" = "price",
) {
  const within = days.filter(({ day }) => from <= day && day <= until);
  return toMinor(
    within.reduce((all, each) => all + parseDecimal(each[of]), 0n),
    currency,
  );
}

/** Rounds a number of 10^-8 to pence or cents. */
const toMinor = (scaled: bigint, currency: Currency): Money => money(divideRounded(scaled * 100n, scale), currency);

/** The month of the last day known, and what it comes to. */
function monthOfDays(days: Spent, currency: Currency, until: CalendarDate) {
  const { from } = monthOf(until);
  const toMoney = (scaled: bigint) => toWireMoney(toMinor(scaled, currency));
  const spent = days.map(({ day, price }) => ({ day, amount: parseDecimal(price) }));
  const forecast = forecastMonth(spent, until);
  return {
    From: from,
    SoFar: toWireMoney(summed(days, currency, from, until)),
    Forecast: forecast
      ? { Amount: toMoney(forecast.amount), Low: toMoney(forecast.low), High: toMoney(forecast.high) }
      : null,
  };
}

/** Where the last months are billed, the running one up to the last day known. The reseller's customers see the amounts alone. */
async function billsOf(
  { actor, db }: Call,
  { owner, id, billed_until: billedUntil, charged_from: chargedFrom }: Found,
  { currency, until, today }: { currency: Currency; until: CalendarDate; today: CalendarDate },
) {
  const { from: thisMonth } = monthOf(today);
  const asked = {
    resellerId: owner.resellerId,
    id,
    from: addMonths(thisMonth, -billedMonths),
    until: until < thisMonth ? addDays(thisMonth, -1) : until,
  };
  const priced = seesPrices(actor);
  const toMoney = (minor: bigint | null) => (minor === null ? null : toWireMoney(money(minor, currency)));
  return (await listBills(db, asked)).map((bill) => {
    const of = { month: bill.month, isCharged: bill.sold !== null, isInvoiced: bill.is_invoiced || !priced };
    const spent = toMinor(parseDecimal(bill.price), currency);
    const isApart = bill.sold !== null && bill.sold !== spent.minor;
    return {
      Month: bill.month,
      State: billStateOf(of, { today, billedUntil, chargedFrom }),
      Spent: toWireMoney(spent),
      Charged: toMoney(bill.sold),
      Apart: isApart ? (bill.is_corrected ? ("file" as const) : ("price" as const)) : null,
      Cost: priced ? toMoney(bill.cost) : null,
      Documents: priced ? bill.documents : [],
    };
  });
}

const nothingKnown = { Total: null, Before: null, Month: null, Bills: [], Margin: null };

export const azureSpendRoutes = [
  answer(azureSpend.subscriptions, async ({ actor, db }, { params }) => {
    const rows = await listAzureSubscriptions(db, await customerOf({ actor, db }, params.customerId));
    return rows.map(({ id, name, is_active }) => ({ Text: is_active ? name : `${name} (ended)`, Value: id }));
  }),
  answer(azureSpend.groups, async ({ actor, db }, { params }) => {
    const groups = await groupsOf(db, await subscriptionOf({ actor, db }, params));
    return groups.map((name) => ({ Text: name || noGroup, Value: name }));
  }),
  answer(azureSpend.total, async ({ actor, db }, { params, query }) => {
    const range = rangeOf(await pricedOf({ actor, db }, params), Number(query.Days));
    if (!range) return [];
    const spent = new Map((await addUpDays(db, range)).map(({ day, price }) => [day, price]));
    return eachDay(range).map((day) => ({ Date: day, Spend: spent.get(day) ?? "0" }));
  }),
  answer(azureSpend.byGroup, ({ actor, db }, { params, query }) =>
    splitDays({ actor, db }, params, query.Days, "group"),
  ),
  answer(azureSpend.byMeter, ({ actor, db }, { params, query }) =>
    splitDays({ actor, db }, params, query.Days, "meter"),
  ),
  answer(azureSpend.byResource, ({ actor, db }, { params, query }) =>
    splitDays({ actor, db }, params, query.Days, "resource", query.Group),
  ),
  answer(azureSpend.summary, async ({ actor, db, today }, { params, query }) => {
    const found = await pricedOf({ actor, db }, params);
    const range = rangeOf(found, Number(query.Days));
    const { currency } = found;
    const known = { Currency: currency, KnownUntil: range?.until ?? null };
    if (!range || !currency) return { ...known, ...nothingKnown };
    const { from, until } = range;
    const before = { from: addDays(from, -Number(query.Days)), until: addDays(from, -1) };
    const since = [before.from, monthOf(until).from, addDays(until, 1 - daysBefore)].reduce(earlierOf);
    const days = await addUpDays(db, { ...range, from: since });
    const [total, cost] = [summed(days, currency, from, until), summed(days, currency, from, until, "cost")];
    const isKnown = days.length > 0 && days[0]!.day <= before.from;
    return {
      ...known,
      Total: toWireMoney(total),
      Before: isKnown ? toWireMoney(summed(days, currency, before.from, before.until)) : null,
      Month: monthOfDays(days, currency, until),
      Bills: await billsOf({ actor, db }, found, { currency, until, today }),
      Margin: seesPrices(actor) ? { Cost: toWireMoney(cost), Amount: toWireMoney(subtract(total, cost)) } : null,
    };
  }),
];

/**
 * Random subscriptions on a random day: what is forecast for three bills, and what the daily work then charges and invoices,
 * are the same to the penny.
 */
import { periodAt, startTerm, termMonths } from "@tradewind/domain/pricing/terms.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import {
  addDays,
  addMonths,
  dayOfMonth,
  laterOf,
  monthOf,
  startOf,
  type CalendarDate,
} from "@tradewind/domain/values/dates.ts";
import fc from "fast-check";
import { beforeAll, expect, inject, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp } from "../../test/test-app.ts";
import { turnDuePeriods } from "../renewals/due-work.actions.ts";
import { forecastBills } from "./forecast.reads.ts";

const app = await testApp();
const { database, issue } = invoicing(app);
const runs = inject("long") ? 200 : 3;

const sku = "CFQ7TTC0LCHC:0002";
type Offer = { id: string; sku: string; term: Term; billing: Billing };
let offers: Offer[];

/** Prices change on days that the forecasts are about, each time by another percentage. */
const priceChanges = { "2027-02-15": 103, "2027-05-01": 97, "2027-07-20": 111, "2027-10-31": 88 };
beforeAll(async () => {
  offers = await app.sql<Offer>(
    `select id, sku, term, billing from offers
     where sku in ($1, 'acronis.pw_base_workstations') or term = 'P3Y' and billing <> 'annual' and product_id = 'microsoft-365' order by id`,
    [sku],
  );
  for (const [from, percent] of Object.entries(priceChanges)) {
    await app.sql("insert into price_lists (id, currency, from_date) values ($1, 'GBP', $2)", [`GBP-${from}`, from]);
    await app.sql(
      `insert into prices (price_list_id, offer_id, cost) select $1, o.id, round(p.cost * $2::int / 100, 4)
       from unnest($3::text[]) o (id) cross join lateral (
         select cost from prices where offer_id = o.id and price_list_id in (select id from price_lists where currency = 'GBP') limit 1) p`,
      [`GBP-${from}`, percent, offers.map(({ id }) => id)],
    );
    await app.sql("update price_lists set published = true where id = $1", [`GBP-${from}`]);
  }
});

const bought = fc.record({
  nth: fc.nat(),
  /** How much of its term is over. */
  over: fc.integer({ min: 0, max: 999 }),
  /** By how many days its term was shortened. */
  shorter: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 6 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  cost: fc.integer({ min: 1, max: 999_999 }).map((cost) => String(cost / 10_000)),
  wish: fc.oneof(
    fc.constant({ outcome: "renew" as const, offerId: null, quantity: null }),
    fc.record({
      outcome: fc.constant("renew" as const),
      offerId: fc.constantFrom(null, `${sku}:P1Y:annual`, `${sku}:P1M:monthly`),
      quantity: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
    fc.constant({ outcome: "cancel" as const }),
    fc.constant({ outcome: "extend" as const, offerId: `${sku}:none:daily` }),
  ),
  isSuspended: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  paysYearly: fc.boolean(),
});
const scene = fc.record({
  today: fc.integer({ min: 0, max: 300 }).map((day) => addDays("2027-01-01", day)),
  held: fc.array(bought, { minLength: 1, maxLength: 25 }),
  charged: fc.array(fc.integer({ min: -5_000, max: 9_000 }), { maxLength: 4 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

/** A subscription as it stands on a day. */
function standing({ nth, over, shorter, wish, ...each }: Scene["held"][number], today: CalendarDate) {
  const offer = offers[nth % offers.length]!;
  const months = termMonths[offer.term];
  let from = addDays(today, -Math.floor((over * 30 * (months ?? 12)) / 1_000));
  const wholeUntil = () => startTerm(offer, from).termUntil;
  while ((wholeUntil() ?? "9999") <= today) from = addDays(from, 1);
  const whole = wholeUntil();
  const cut = whole && shorter && months !== 1 ? addDays(whole, -shorter) : whole;
  const termUntil = cut && laterOf(cut, addDays(today, 1));
  const term = { billing: offer.billing, anchorDay: dayOfMonth(from), termFrom: from, termUntil };
  const period = periodAt(term, today)!;
  const isWished = offer.sku === sku && termUntil !== null;
  return {
    offer_id: offer.id,
    quantity: each.quantity,
    unit_cost: each.cost,
    status: each.isSuspended ? "suspended" : "active",
    anchor_day: term.anchorDay,
    term_from: from,
    term_until: termUntil,
    period_from: period.from,
    period_until: period.until,
    lots: [{ quantity: each.quantity, openedAt: startOf(from), refundableUntil: null }],
    term_end: isWished ? wish : { outcome: "renew", offerId: null, quantity: null },
    bills: isWished && each.paysYearly && offer.id === `${sku}:P1Y:monthly` ? `${sku}:P1Y:annual` : null,
  };
}

async function settle(resellerId: string, { today, held, charged }: Scene) {
  await issue(today);
  await addCharges(app, resellerId, [
    { due: today, minor: 0 },
    ...charged.map((minor) => ({ due: today, minor, customer: "Harbour Bakery" })),
  ]);
  await app.sql(
    `with customer as (select id from customers where reseller_id = $1 and name = 'Acme Dental'),
     n as (
       select uuidv7() as id, o.product_id, o.sku, o.name, o.term, o.billing, n.*,
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id) as policy_ids
       from jsonb_to_recordset($2) as n (offer_id text, quantity int, unit_cost numeric, status text, anchor_day int, term_from date, term_until date,
         period_from date, period_until date, lots jsonb, term_end jsonb, bills text) join offers o on o.id = n.offer_id),
     services as (
       insert into service_instances (reseller_id, id, customer_id, product_id, status, since, created_at)
       select $1, n.id, customer.id, product_id, 'Active', '2026-01-02', '2026-01-02' from n, customer),
     made as (
       insert into subscriptions (reseller_id, id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
       select $1, n.id, customer.id, n.id, product_id, offer_id, sku, name, term, billing, 'GBP', unit_cost,
         quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, 'at-vendor-' || n.id
       from n, customer)
     insert into intents (reseller_id, customer_id, product_id, subscription_id, kind, wish, counts_from, set_at, state, since)
     select $1, customer.id, product_id, n.id, 'billing', jsonb_build_object('offerId', bills), period_until, now(), 'placed', now()
     from n, customer where bills is not null`,
    [resellerId, JSON.stringify(held.map((each) => standing(each, today)))],
  );
}

/** Does the work of each day on which something is due, as the worker does. */
async function moveTo(resellerId: string, from: CalendarDate, until: CalendarDate) {
  const nextDay = async (day: CalendarDate) => {
    const [row] = await app.sql<{ day: string | null }>(
      "select min(period_until)::text as day from subscriptions where reseller_id = $1 and status <> 'cancelled'",
      [resellerId],
    );
    const due = laterOf(row!.day ?? until, addDays(day, 1));
    const month = monthOf(day).until;
    return due < month ? due : month;
  };
  for (let day = await nextDay(from); day <= until; day = await nextDay(day)) {
    const clock = { ...app.platform.clock, now: () => new Date(`${day}T03:00:00Z`), today: () => day };
    await turnDuePeriods({ ...app.platform, database, clock }, day);
    if (day === monthOf(day).from) await issue(day);
  }
}

test("BILL-44 what is forecast for three bills is what they come to, to the penny and by product", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const { today } = given;
      const resellerId = await app.addReseller();
      await settle(resellerId, given);
      const { bills } = await database.read({ role: "app_worker" }, (db) =>
        forecastBills(db, { resellerId, currency: "GBP" }, today),
      );
      const month = monthOf(today).from;
      expect(bills.map((bill) => bill.month)).toEqual([0, 1, 2].map((at) => addMonths(month, at)));
      await moveTo(resellerId, today, addMonths(month, 3));
      const came = await app.sql<{ month: string; net: string; gross: string; products: Record<string, number> }>(
        `select i.period_from::text as month, i.net_minor::text as net, i.gross_minor::text as gross,
           (select jsonb_object_agg(product_id, net) from (
             select product_id, sum(net_minor) as net from invoice_sums s where s.reseller_id = i.reseller_id and s.invoice_id = i.id group by 1) p) as products
         from invoices i where i.reseller_id = $1 order by 1`,
        [resellerId],
      );
      const forecast = bills.map((bill) => ({
        month: bill.month,
        net: String(bill.net.minor),
        gross: String(bill.gross.minor),
        products: productsOf(bill),
      }));
      // A month without a charge has no invoice.
      const kept = forecast.filter((bill) => Object.keys(bill.products).length > 0);
      expect(came).toEqual(kept);
    }),
    { seed: 20_261_127, numRuns: runs, endOnFailure: true },
  );
});

function productsOf({ rows }: Awaited<ReturnType<typeof forecastBills>>["bills"][number]) {
  const sums: Record<string, number> = {};
  for (const { productId, kind, net } of rows)
    if (kind !== "ended") sums[productId] = (sums[productId] ?? 0) + Number(net.minor);
  return sums;
}

import { analytics, type Report } from "@tradewind/contract/insight/analytics.ts";
import { diceOf } from "../../test/mutations.ts";
import { addDays, addMonths, isBefore, monthOf, startOf } from "@tradewind/domain/values/dates.ts";
import { monthsBetween } from "@tradewind/domain/insight/analytics.ts";
import { asOf, type RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
await app.sql("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");

const today = app.platform.clock.today();
const thisMonth = monthOf(today).from;
const monthsAgo = (months: number) => addMonths(thisMonth, -months);
const shortOf = (day: string) => day.slice(0, 7);
const last = (months: number) => ({ From: shortOf(monthsAgo(months - 1)), To: shortOf(thisMonth) });

const overview = async (person: Person, query = last(6)) =>
  (await app.call(person, analytics.overview, { query })).Result!;
const customersBy = (person: Person, Report: Report, After?: string) =>
  app.call(person, analytics.customers, { query: { ...last(6), Report, ...(After ? { After } : {}) } });

const terms = {
  sku: "S",
  name: "Seats",
  parentKey: null,
  term: "P1M",
  billing: "monthly",
  currency: "GBP",
  unitCost: "1.00",
  customerPrice: null,
  anchorDay: 1,
  termUntil: null,
  refundableUntil: null,
  termEnd: { outcome: "renew", offerId: null, quantity: null },
  policyIds: { window: null, refund: null, termEnd: null },
} as const;

type History = { customerId: string; productId: string; offerId: string; entries: RecordedEntry[] };

/** One offer of each kind: counted in licences and in gigabytes. */
const [licences, gigabytes] = (await Promise.all(
  ["Licence", "GB"].map(async (unit) => {
    const [offer] = await app.sql<{ id: string; product_id: string }>(
      "select id, product_id from offers where unit = $1 order by id limit 1",
      [unit],
    );
    return { productId: offer!.product_id, offerId: offer!.id };
  }),
)) as [Omit<History, "customerId" | "entries">, Omit<History, "customerId" | "entries">];

/** Writes a subscription with its history, as ordering and renewing do. */
async function addHistory(person: Person, { customerId, productId, offerId, entries }: History): Promise<void> {
  const [made] = await app.sql<{ id: string }>(
    `with service as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at) values ($1, $2, $3, 'Active', now(), now()) returning id)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost, quantity, status,
       anchor_day, term_from, lots, term_end, policy_ids)
     select $1, $2, id, $3, $4, 'S', 'Seats', 'P1M', 'monthly', 'GBP', 1, 1, 'active', 1, '2026-01-01', '[]', '{}', '{}' from service returning id`,
    [person.resellerId, customerId, productId, offerId],
  );
  for (const { effectiveAt, recordedAt, kind, data } of entries)
    await app.sql(
      "insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data) values ($1, $2, $3, $4, $5, $6)",
      [person.resellerId, made!.id, effectiveAt, recordedAt, kind, JSON.stringify(data)],
    );
}

async function addCustomer(person: Person, name: string): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id",
    [person.resellerId, name],
  );
  return made!.id;
}

/** Returns ascending instants from a start on, none in the future. */
function instantsFrom(start: string, count: number, dice: ReturnType<typeof diceOf>): string[] {
  const [first, end] = [Date.parse(startOf(start)), Date.parse(startOf(today))];
  return Array.from({ length: count }, () => first + dice.below(end - first))
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time).toISOString());
}

/** Generates a random but valid subscription history. */
function historyOf(
  customerId: string,
  { productId, offerId }: Pick<History, "productId" | "offerId">,
  dice: ReturnType<typeof diceOf>,
): History {
  const times = instantsFrom(monthsAgo(14), 1 + dice.below(7), dice);
  let seats = 0;
  const entries: RecordedEntry[] = [];
  for (const [at, effectiveAt] of times.entries()) {
    const kind =
      at === 0
        ? "started"
        : dice.pick([
            "seatsAdded",
            "seatsAdded",
            "seatsRemoved",
            "renewed",
            "suspended",
            "cancelled",
            "upgraded",
          ] as const);
    if (kind === "seatsRemoved" && seats < 2) continue;
    const quantity = kind === "seatsRemoved" ? 1 + dice.below(seats - 1) : 1 + dice.below(20);
    seats =
      kind === "started" || kind === "renewed"
        ? quantity
        : seats + (kind === "seatsAdded" ? quantity : kind === "seatsRemoved" ? -quantity : 0);
    const data =
      kind === "started" || kind === "renewed"
        ? { ...terms, productId, offerId, quantity, termFrom: effectiveAt.slice(0, 10) }
        : kind === "seatsAdded" || kind === "seatsRemoved"
          ? { quantity, refundableUntil: null }
          : {};
    const id = String(entries.length).padStart(9, "0");
    entries.push({
      id,
      orderId: null,
      subscriptionKey: "s",
      effectiveAt,
      recordedAt: effectiveAt,
      kind,
      data,
    } as RecordedEntry);
    if (kind === "cancelled" || kind === "upgraded") break;
  }
  return { customerId, productId, offerId, entries };
}

/** Computes the same figures independently: replays each subscription for every month. */
function reckoned(histories: readonly History[], months: readonly string[]) {
  const standing = ({ entries }: History, day: string) => {
    // Just before the day begins.
    const at = new Date(Date.parse(startOf(day)) - 1).toISOString();
    const state = asOf(entries, at, at);
    return state && state.status !== "cancelled" ? state.quantity : undefined;
  };
  const endedWithin = ({ entries }: History, from: string, until: string) => {
    const end = entries.find(({ kind }) => kind === "cancelled");
    return end !== undefined && !isBefore(end.effectiveAt, startOf(from)) && isBefore(end.effectiveAt, startOf(until));
  };
  const figures = (from: string, until: string) => {
    const active = histories.filter((each) => standing(each, from) !== undefined);
    return {
      Seats: histories
        .filter(({ offerId }) => offerId === licences.offerId)
        .reduce((sum, each) => sum + (standing(each, until) ?? 0), 0),
      Active: active.length,
      Ended: active.filter((each) => endedWithin(each, from, until)).length,
    };
  };
  return {
    months: months.map((month) => ({ Month: shortOf(month), ...figures(month, addMonths(month, 1)) })),
    whole: figures(months[0]!, addMonths(months.at(-1)!, 1)),
  };
}

test("DASH-03 N95 seats and churn of any history equal those worked out subscription by subscription, month by month", async () => {
  const person = await app.signIn();
  const customers = await Promise.all(["Acme", "Birch", "Cedar"].map((name) => addCustomer(person, name)));
  const dice = diceOf(68);
  const histories = Array.from({ length: 120 }, () =>
    historyOf(dice.pick(customers), dice.pick([licences, gigabytes]), dice),
  );
  for (const history of histories) await addHistory(person, history);

  const seen = await overview(person);
  const [months, before] = [
    monthsBetween(monthsAgo(5), addMonths(thisMonth, 1)),
    monthsBetween(monthsAgo(11), monthsAgo(5)),
  ];
  const [now, earlier] = [reckoned(histories, months), reckoned(histories, before)];
  const none = { Minor: "0", Currency: "GBP" };
  const nothing = { Cost: none, Sales: none, Margin: none };
  expect(seen.Months).toEqual(now.months.map((each) => ({ ...nothing, ...each })));
  expect(seen.MonthsBefore).toEqual(earlier.months.map((each) => ({ ...nothing, ...each })));
  expect(seen.Now).toEqual({ ...nothing, ...now.whole });
  expect(seen.Before).toEqual({ ...nothing, ...earlier.whole });
  expect(now.whole.Ended).toBeGreaterThan(0);
  // Gigabytes count as subscriptions that may end, but never as seats.
  const stored = seen.Products.find(({ Id }) => Id === gigabytes.productId)!;
  expect([stored.Now.Seats, stored.Now.Active > 0]).toEqual([0, true]);

  for (const { Id, Now, SeatsByMonth } of seen.Products) {
    const of = reckoned(
      histories.filter(({ productId }) => productId === Id),
      months,
    );
    expect(Now).toEqual({ ...nothing, ...of.whole });
    expect(SeatsByMonth).toEqual(of.months.map(({ Seats }) => Seats));
  }
  const { Items } = (await customersBy(person, "seats")).Result!;
  for (const { Id, Now, Before } of Items) {
    const own = histories.filter(({ customerId }) => customerId === Id);
    expect(Now).toEqual({ ...nothing, ...reckoned(own, months).whole });
    expect(Before).toEqual({ ...nothing, ...reckoned(own, before).whole });
  }
});

test("DASH-03 cost is what falls due in a month, refunds taken off, nothing that is still to come, and adds up by product and customer", async () => {
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [
    { customer: "Acme", due: `${shortOf(monthsAgo(1))}-28`, minor: 5_000 },
    { customer: "Acme", due: `${shortOf(monthsAgo(1))}-28`, minor: -1_000, product: "acronis-cyber-protect" },
    { customer: "Birch", due: thisMonth, minor: 900 },
    { customer: "Birch", due: addDays(app.platform.clock.today(), 1), minor: 3 },
    { customer: "Birch", due: "2099-01-01", minor: 7 },
    { customer: "Cedar", due: `${shortOf(monthsAgo(7))}-02`, minor: 60 },
  ]);
  const seen = await overview(person);
  expect(seen.Months.map(({ Cost }) => Cost!.Minor)).toEqual(["0", "0", "0", "0", "4000", "900"]);
  expect([seen.Now.Cost!.Minor, seen.Before.Cost!.Minor]).toEqual(["4900", "60"]);
  expect(seen.Products.map(({ Id, Now }) => [Id, Now.Cost!.Minor])).toEqual([
    ["microsoft-365", "5900"],
    ["acronis-cyber-protect", "-1000"],
  ]);
  const { Items } = (await customersBy(person, "cost")).Result!;
  expect(Items.map(({ Name, Now, Before }) => [Name, Now.Cost!.Minor, Before.Cost!.Minor])).toEqual([
    ["Acme", "4000", "0"],
    ["Birch", "900", "0"],
    ["Cedar", "0", "60"],
  ]);
});

test("DASH-03 sales are what customers pay for what is charged, at the price that stood beside its cost; what has no price is in neither sales nor margin", async () => {
  const person = await app.signIn();
  const acme = await addCustomer(person, "Acme");
  const effectiveAt = startOf(monthsAgo(3));
  const history = (customerPrice: string | null, later?: string) =>
    addHistory(person, {
      customerId: acme,
      ...licences,
      entries: [
        { kind: "started", data: { ...terms, ...licences, quantity: 4, termFrom: monthsAgo(3), customerPrice } },
        ...(later ? [{ kind: "priceFixed", data: { unitCost: "2.00", customerPrice: later } }] : []),
      ].map((entry, at) => ({ ...entry, effectiveAt, recordedAt: startOf(monthsAgo(3 - at)) }) as never),
    });
  await history("1.50", "2.40");
  await history(null);
  await app.sql(
    `insert into charges (reseller_id, customer_id, subscription_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at)
     select s.reseller_id, s.customer_id, s.id, s.product_id, c.kind, 'Seats', $2, $2, $2, 4, c.cost, c.minor, 'GBP', now()
     from subscriptions s join subscription_history h on h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind = 'started'
       cross join (values ('prorated', 1.00, 300), ('refund', 1.00, -101), ('prorated', 2.00, 800)) c (kind, cost, minor)
     where s.reseller_id = $1 and (h.data ->> 'customerPrice' is not null or c.minor = 300)`,
    [person.resellerId, thisMonth],
  );
  // 3.00 and −1.01 at 1.5 times, 8.00 at 1.2 times; another 3.00 without a price.
  const figures = { Cost: { Minor: "1299" }, Sales: { Minor: "1258" }, Margin: { Minor: "259" } };
  expect((await overview(person)).Now).toMatchObject(figures);
  expect((await overview(person)).Products[0]).toMatchObject({ Now: figures, SalesByMonth: [0, 0, 0, 0, 0, 1258] });
  expect((await customersBy(person, "margin")).Result!.Items[0]!.Now).toMatchObject(figures);
  const csv = await app.call(person, analytics.csv, { query: { ...last(1), Report: "sales", By: "customer" } });
  expect(csv.text).toBe("Customer,Sales,Sales before,Currency\r\nAcme,12.58,0.00,GBP\r\n");
  expect(await app.sql("select * from tally_faults($1)", [person.resellerId])).toEqual([]);
});

test("what takes a charge back takes back what it was sold for, though its price changed meanwhile", async () => {
  const person = await app.signIn();
  const data = { ...terms, ...licences, quantity: 4, termFrom: monthsAgo(3), unitCost: "1.00", customerPrice: "1.50" };
  await addHistory(person, {
    customerId: await addCustomer(person, "Acme"),
    ...licences,
    entries: [
      { kind: "started", data, effectiveAt: startOf(monthsAgo(3)), recordedAt: startOf(monthsAgo(3)) } as never,
    ],
  });
  const charge = async (minor: number, corrects: string | null) =>
    (
      await app.sql<{ id: string; sale: string }>(
        `insert into charges (reseller_id, customer_id, subscription_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at, corrects)
         select reseller_id, customer_id, id, product_id, case when $2 < 0 then 'refund' else 'prorated' end, 'Seats', $3, $3, $3, 4, 1, $2::bigint, 'GBP', now(), $4
         from subscriptions where reseller_id = $1 returning id, sale_minor as sale`,
        [person.resellerId, minor, thisMonth, corrects],
      )
    )[0]!;
  const first = await charge(300, null);
  await app.sql(
    `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select reseller_id, id, $2::date, now(), 'priceFixed', '{"unitCost": "1.00", "customerPrice": "2.00"}' from subscriptions where reseller_id = $1`,
    [person.resellerId, thisMonth],
  );
  expect((await charge(-300, first.id)).sale).toBe(`-${first.sale}`);
  expect((await charge(300, null)).sale).toBe("600");
});

test("DASH-03 customers come page by page, each once, the largest first", async () => {
  const person = await app.signIn();
  await addCharges(
    app,
    person.resellerId,
    Array.from({ length: 60 }, (_, at) => ({ customer: `Customer ${at}`, due: thisMonth, minor: 100 * (at % 7) + 1 })),
  );
  const first = (await customersBy(person, "cost")).Result!;
  const second = (await customersBy(person, "cost", first.Next!)).Result!;
  const amounts = [...first.Items, ...second.Items].map(({ Now }) => Number(Now.Cost!.Minor));
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 10, null]);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect(new Set([...first.Items, ...second.Items].map(({ Id }) => Id)).size).toBe(60);
});

test("ACL-18 ACL-39 ACL-40 analytics needs no view; amounts are left out where prices are hidden, and a customer's admin sees their own, its users nothing", async () => {
  const reseller = await app.signIn();
  const [acme, birch] = [await addCustomer(reseller, "Acme"), await addCustomer(reseller, "Birch")];
  await addCharges(app, reseller.resellerId, [{ customer: "Acme", due: thisMonth, minor: 500 }]);
  for (const [customerId, quantity] of [
    [acme, 3],
    [birch, 40],
  ] as const) {
    const effectiveAt = startOf(monthsAgo(2));
    const data = { ...terms, productId: "microsoft-365", offerId: licences.offerId, quantity, termFrom: monthsAgo(2) };
    await addHistory(reseller, {
      customerId,
      ...licences,
      entries: [{ subscriptionKey: "s", effectiveAt, recordedAt: effectiveAt, kind: "started", data } as never],
    });
  }
  const { resellerId } = reseller;
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId, customerId: acme, rights: [] });
  expect((await overview(admin)).Now).toEqual({ Cost: null, Sales: null, Margin: null, Seats: 3, Active: 0, Ended: 0 });
  expect((await customersBy(admin, "seats")).status).toBe(403);
  const csv = await app.call(admin, analytics.csv, { query: { ...last(6), Report: "seats", By: "customer" } });
  expect(csv.text).toBe("Customer,Seats,Seats before\r\nAcme,3,0\r\n");
  const user = await app.signIn({ kind: "endUser", resellerId, customerId: acme, rights: [] });
  expect((await app.call(user, analytics.overview)).status).toBe(403);
  expect((await app.call(user, analytics.csv, { query: { Report: "seats", By: "month" } })).status).toBe(403);
  const engineer = await app.signIn({ kind: "engineer", resellerId, rights: [] });
  expect((await overview(engineer)).Now).toMatchObject({ Cost: { Minor: "500" }, Seats: 43 });
  await app.sql("update resellers set hide_pricing = true where id = $1", [resellerId]);
  app.platform.sessions.forget("");
  const hidden = await overview(engineer);
  expect([hidden.Now.Cost, hidden.Products[0]!.CostByMonth]).toEqual([null, []]);
  expect((await customersBy(engineer, "cost")).Error).toBe("pricesHidden");
  const refused = await app.call(engineer, analytics.csv, { query: { Report: "cost", By: "month" } });
  expect(refused.Error).toBe("pricesHidden");
  const stranger = await app.signIn();
  expect((await overview(stranger)).Now.Seats).toBe(0);
});

test("who looks after some customers or products sees the figures of these alone, in files too", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const acme = await addCustomer(reseller, "Acme");
  await addCharges(app, resellerId, [
    { customer: "Acme", due: thisMonth, minor: 500 },
    { customer: "Acme", due: thisMonth, minor: 30, product: "acronis-cyber-protect" },
    { customer: "Birch", due: thisMonth, minor: 7_000 },
  ]);
  const restricted = async (products: string[] | null) => {
    const engineer = await app.signIn({ kind: "engineer", resellerId });
    await app.sql("update memberships set only_customers = true, only_products = $2 where id = $1", [
      engineer.membershipId,
      products,
    ]);
    await app.sql("insert into membership_customers values ($1, $2, $3)", [resellerId, engineer.membershipId, acme]);
    app.platform.sessions.forget("");
    return engineer;
  };
  const csv = async (person: Person) =>
    (await app.call(person, analytics.csv, { query: { ...last(1), Report: "cost", By: "customer" } })).text;
  const heads = "Customer,Cost,Cost before,Currency\r\n";
  const [byCustomer, byBoth] = [await restricted(null), await restricted(["microsoft-365"])];
  expect((await overview(byCustomer)).Now.Cost!.Minor).toBe("530");
  expect((await overview(byBoth)).Now.Cost!.Minor).toBe("500");
  expect(await csv(byCustomer)).toBe(`${heads}Acme,5.30,0.00,GBP\r\n`);
  expect(await csv(byBoth)).toBe(`${heads}Acme,5.00,0.00,GBP\r\n`);
  expect((await customersBy(byBoth, "cost")).Result!.Items.map(({ Name }) => Name)).toEqual(["Acme"]);
});

test("DASH-03 every report is there as CSV, and no customer's name runs as a formula", async () => {
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [{ customer: "=cmd|' /C calc'!A0", due: thisMonth, minor: 12_345 }]);
  const csv = async (Report: Report, By: "month" | "product" | "customer") =>
    (await app.call(person, analytics.csv, { query: { ...last(1), Report, By } })).text;
  expect(await csv("cost", "customer")).toBe(
    "Customer,Cost,Cost before,Currency\r\n'=cmd|' /C calc'!A0,123.45,0.00,GBP\r\n",
  );
  expect(await csv("cost", "product")).toBe("Product,Cost,Cost before,Currency\r\nMicrosoft 365,123.45,0.00,GBP\r\n");
  expect(await csv("cost", "month")).toBe(
    `Month,Cost,Currency\r\n${shortOf(monthsAgo(1))},0.00,GBP\r\n${shortOf(thisMonth)},123.45,GBP\r\n`,
  );
  expect(await csv("churn", "month")).toContain("Month,Active at start,Ended,Churn %\r\n");
  expect(await csv("churn", "customer")).toContain('"Churn %"'.replaceAll('"', ""));
  expect(await csv("seats", "month")).toContain(`${shortOf(thisMonth)},0\r\n`);
});

test("months that make no stretch are refused in words, and without the flag there is no analytics", async () => {
  const person = await app.signIn();
  const ask = async (query: object) => (await app.call(person, analytics.overview, { query })).Errors;
  expect(await ask({ From: "2026-13" })).toEqual({ From: "Must be a month such as 2026-05" });
  expect(await ask({ To: "2099-01" })).toEqual({ To: "Must not be in the future" });
  await app.sql("insert into reseller_flags values ($1, 'BillingPlatformReporting', false)", [person.resellerId]);
  app.platform.sessions.forget("");
  expect((await app.call(person, analytics.overview)).status).toBe(404);
});

/**
 * Random books, the same here and in the PSA but for known defects: each is named by its cause, row and amount, and nothing is found
 * in books without any.
 */
import { psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { causes, type Cause } from "@tradewind/domain/psa/reconciliation.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import fc from "fast-check";
import { beforeAll, expect, inject, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const today = app.platform.clock.today();
const runs = inject("long") ? 150 : 1;
beforeAll(() => switchOnFlags(app));

/** A product that one customer has: how many, for how many pennies, and what is wrong with it in the PSA, by how much. */
type Line = { quantity: number; price: number; defect: Cause | null; by: number };
/** Each customer has a company there; the first two causes of a whole customer are its own. */
type Books = readonly {
  readonly defect: "customerNotMatched" | "noAgreement" | null;
  readonly lines: readonly Line[];
}[];

const ofLines = causes.filter((cause) => cause !== "customerNotMatched" && cause !== "noAgreement");
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 400 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  defect: fc.option(fc.constantFrom(...ofLines), { freq: 2 }),
  by: fc.integer({ min: 1, max: 60 }),
});
const books: fc.Arbitrary<Books> = fc.array(
  fc.record({
    defect: fc.option(fc.constantFrom("customerNotMatched" as const, "noAgreement" as const), { freq: 6 }),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const sound: Line = { quantity: 7, price: 1810, defect: null, by: 2 };
const clean: Books = [
  { defect: null, lines: [sound, { ...sound, quantity: 3, price: 495 }] },
  { defect: null, lines: [sound] },
];
/** Clean books with one thing wrong. */
const alone = (cause: Cause): Books =>
  cause === "customerNotMatched" || cause === "noAgreement"
    ? [...clean, { defect: cause, lines: [sound] }]
    : [...clean, { defect: null, lines: [{ ...sound, defect: cause }] }];

/** Books of one cause each, or in a short run books of which each customer has one. */
const eachAlone: readonly Books[] = inject("long")
  ? causes.map(alone)
  : [causes.flatMap((cause) => alone(cause).slice(clean.length))];

/** Every line with its number, the number of its customer, and what the report should say of it. */
function told(of: Books) {
  let number = 0;
  return of.flatMap(({ defect: whole, lines }, customer) =>
    lines.map((each) => {
      const defect = whole ?? each.defect;
      const { quantity, price, by } = each;
      const billed = quantity * price;
      const more: Partial<Record<Cause, number>> = {
        psaOnly: billed,
        manyLines: by * price,
        quantity: by * price,
        price: quantity * by,
      };
      return {
        ...each,
        number: ++number,
        customer: customer + 1,
        defect,
        amount: defect ? (more[defect] ?? -billed) : 0,
      };
    }),
  );
}
type Told = ReturnType<typeof told>[number];

/** What the PSA bills of a line, as pieces of it. */
function piecesOf({ defect, quantity, price, by }: Told) {
  const piece = { quantity, price, from: "2026-01-01", until: null as string | null };
  if (defect === "noLine") return [];
  if (defect === "manyLines") return [piece, { ...piece, quantity: by }];
  if (defect === "quantity") return [{ ...piece, quantity: quantity + by }];
  if (defect === "price") return [{ ...piece, price: price + by }];
  if (defect === "lineEnded") return [{ ...piece, until: addDays(today, -3) }];
  if (defect === "lineNotBegun") return [{ ...piece, from: addDays(today, 9) }];
  return [piece];
}
const piecesIn = (all: readonly Told[]) =>
  all
    .flatMap((each) => piecesOf(each).map((piece) => ({ ...piece, of: each })))
    .map((each, at) => ({ ...each, id: at + 1 }));

const pounds = (pennies: number) => pennies / 100;
const midnight = (day: string) => `${day}T00:00:00`;

const systems = {
  connectwise: {
    type: psaTypes.connectWise,
    company: "harbour",
    seed: (of: Books, all: readonly Told[]) => ({
      companies: of.map((_, at) => ({ id: at + 1, name: `Company ${at + 1}`, deletedFlag: false })),
      catalog: all.map(({ number, price }) => ({
        id: number,
        identifier: `P${number}`,
        inactiveFlag: false,
        price: pounds(price),
        recurringFlag: true,
      })),
      agreements: of.map(({ defect }, at) => ({
        id: at + 1,
        name: "Cloud services",
        type: { id: 4, name: "Recurring" },
        company: { id: at + 1 },
        startDate: "2026-01-01T00:00:00Z",
        cancelledFlag: false,
        agreementStatus: defect === "noAgreement" ? "Inactive" : "Active",
      })),
      additions: piecesIn(all).map(({ id, of: { number, customer }, quantity, price, from, until }) => ({
        id,
        agreementId: customer,
        product: { id: number, identifier: `P${number}` },
        quantity: quantity + 1,
        lessIncluded: 1,
        unitPrice: pounds(price),
        billCustomer: "Billable",
        effectiveDate: `${midnight(from)}Z`,
        cancelledDate: until && `${midnight(until)}Z`,
      })),
    }),
  },
  autotask: {
    type: psaTypes.autoTask,
    company: "",
    seed: (of: Books, all: readonly Told[]) => ({
      companies: of.map((_, at) => ({ id: at + 1, companyName: `Company ${at + 1}`, isActive: true })),
      services: all.map(({ number, price }) => ({
        id: number,
        name: `P${number}`,
        unitPrice: pounds(price),
        isActive: true,
      })),
      contracts: of.map(({ defect }, at) => ({
        id: at + 1,
        companyID: at + 1,
        contractName: "Cloud services",
        contractType: 7,
        startDate: midnight("2026-01-01"),
        endDate: midnight("2030-12-31"),
        status: defect === "noAgreement" ? 0 : 1,
      })),
      contractServices: piecesIn(all).map(({ id, of: { number, customer } }) => ({
        id,
        contractID: customer,
        serviceID: number,
        unitPrice: 1,
      })),
      contractServiceUnits: piecesIn(all).map(({ id, of: { number, customer }, quantity, price, from, until }) => ({
        id,
        contractID: customer,
        contractServiceID: id,
        serviceID: number,
        units: quantity,
        price: pounds(quantity * price),
        cost: 0,
        startDate: midnight(from),
        endDate: midnight(until ? addDays(until, -1) : "2030-12-31"),
      })),
    }),
  },
} as const;
type Name = keyof typeof systems;

/** A reseller with these books here, connected with the PSA that has them. */
async function open(name: Name, of: Books, all: readonly Told[]): Promise<Person> {
  const { type, company, seed } = systems[name];
  await worker.control(name, "reset", {});
  await worker.control(name, "seed", seed(of, all));
  const person = await app.signIn();
  await app.call(person, psa.updateSettings, {
    body: {
      type,
      address: worker.simulators.urls[name],
      company,
      keys: { user: "api@portal.example", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "",
      enabled: true,
    },
  });
  const customers = of.map(({ defect }, at) => ({ id: at + 1, matched: defect !== "customerNotMatched" }));
  await app.sql(
    `with n as (select * from jsonb_to_recordset($2::jsonb) as n (id int, matched boolean)),
     made as (
       insert into customers (reseller_id, name, created_at) select $1, 'Customer ' || id, '2026-01-01' from n returning id, name)
     insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
     select $1, c.source, made.id, n.id::text, false
     from n join made on made.name = 'Customer ' || n.id join psa_connections c on c.reseller_id = $1 where n.matched`,
    [person.resellerId, JSON.stringify(customers)],
  );
  const bought = all.filter(({ defect }) => defect !== "psaOnly");
  await app.sql(
    `with n as (select * from jsonb_to_recordset($2::jsonb) as n (number int, customer int, quantity int, price numeric)),
     offer as (select id, product_id from offers where billing = 'monthly' and meters = '[]' order by id limit 1),
     had as (select n.*, uuidv7() as instance_id, c.id as customer_id from n join customers c on c.reseller_id = $1 and c.name = 'Customer ' || n.customer),
     made as (
       insert into service_instances (reseller_id, id, customer_id, product_id, status, since, created_at)
       select $1, instance_id, customer_id, product_id, 'Active', '2026-01-01', '2026-01-01' from had, offer)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency,
       unit_cost, customer_price, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
     select $1, customer_id, instance_id, product_id, id, 'S' || number, 'Product ' || number, 'P1M', 'monthly', 'GBP',
       1, price, quantity, 'active', 1, '2026-01-01', '[]', '{}', '{}' from had, offer`,
    [person.resellerId, JSON.stringify(bought.map((each) => ({ ...each, price: pounds(each.price) })))],
  );
  await app.sql(
    `insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
     select $1, c.source, 'S' || n, n::text, false from psa_connections c, unnest($2::int[]) n where c.reseller_id = $1`,
    [person.resellerId, all.filter(({ defect }) => defect !== "serviceNotMatched").map(({ number }) => number)],
  );
  await app.call(person, psa.refreshAll);
  await worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find(({ kind }) => kind === "all")!.status === "Completed";
  }, "the PSA to be read");
  return person;
}

/** Defects by their row, cause and amount, what they come to in all and by their causes, and whether the books are clean. */
type Report = { rows: string[]; total: number; byCause: number; isClean: boolean };

async function reported(name: Name, of: Books): Promise<Report> {
  const person = await open(name, of, told(of));
  const { results, summary } = (await app.call(person, psa.reconciliation)).Result!.response;
  return {
    rows: results
      .map(({ cmCustomer, product, cause, difference }) =>
        [cmCustomer.name, product.id, cause, difference!.Minor].join(" "),
      )
      .toSorted(),
    total: Number(summary.difference!.Minor),
    byCause: summary.byCause.reduce((sum, { amount }) => sum + Number(amount!.Minor), 0),
    isClean: summary.isClean,
  };
}

function injected(of: Books): Report {
  const wrong = told(of).filter(({ defect }) => defect !== null);
  const total = wrong.reduce((sum, { amount }) => sum + amount, 0);
  return {
    rows: wrong
      .map(({ customer, number, defect, amount }) => `Customer ${customer} S${number} ${defect} ${amount}`)
      .toSorted(),
    total,
    byCause: total,
    isClean: wrong.length === 0,
  };
}

const names = Object.keys(systems) as Name[];

test.each(names)(
  "%s: a month is brought from what moved in it, in quantity and price, to clean books",
  async (name) => {
    const of: Books = [{ defect: null, lines: [sound] }];
    const person = await open(name, of, told(of));
    await app.sql(
      `with had as (
       update subscriptions set quantity = quantity + 2, customer_price = 19.05 where reseller_id = $1 returning id, quantity - 2 as before)
     insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select $1, id, day::timestamptz, day::timestamptz, kind, data
     from had, lateral (values
       ('2026-01-01', 'started', jsonb_build_object('quantity', before, 'customerPrice', 18.1)),
       ($2, 'seatsAdded', '{"quantity": 2}'), ($2, 'priceFixed', '{"customerPrice": 19.05}')) h (day, kind, data)`,
      [person.resellerId, `${today}T00:00:00Z`],
    );
    const moved = async () =>
      (await app.call(person, psa.productMovement, { query: { date: today } })).Result!.response.results[0]!;
    const isClean = async () => (await app.call(person, psa.reconciliation)).Result!.response.summary.isClean;
    const { selected, cmCustomer, product, previousQuantity, newQuantity, agreementLine, targetPrice } = await moved();
    expect([selected, previousQuantity, newQuantity, agreementLine?.quantity]).toEqual([true, 7, 9, "7"]);
    expect([agreementLine?.unitPrice, targetPrice]).toEqual(["18.1000", "19.05"]);
    expect(await isClean()).toBe(false);
    await app.call(person, psa.updateProductMovement, {
      body: {
        date: today,
        results: [
          {
            cmCustomerId: cmCustomer.id,
            productId: product.id,
            lineQuantity: "7",
            newQuantity,
            linePrice: "18.1",
            targetPrice: "19.05",
          },
        ],
      },
    });
    await worker.until(async () => (await moved()).written?.state === "Done", "the PSA to be written");
    expect(await isClean()).toBe(true);
    await app.call(person, psa.refreshReconciliation);
    await worker.until(async () => {
      const { response } = (await app.call(person, psa.syncStatus)).Result!;
      return response.find(({ kind, endedAt }) => kind === "reconciliation" && endedAt)?.status === "Completed";
    }, "the PSA to be read anew");
    expect(await isClean()).toBe(true);
  },
);

test.each(names)(
  "%s: nothing is found in clean books, and each cause alone is named with its row and amount",
  async (name) => {
    expect(await reported(name, clean)).toEqual(injected(clean));
    for (const of of eachAlone) expect(await reported(name, of)).toEqual(injected(of));
  },
);

test.each(names)("%s: defects of all causes at once are each named with their row and amount", async (name) => {
  await fc.assert(
    fc.asyncProperty(books, async (of) => {
      expect(await reported(name, of)).toEqual(injected(of));
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

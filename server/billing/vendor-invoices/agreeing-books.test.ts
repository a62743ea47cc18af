/**
 * Random subscriptions, added to and given back on random days: where the vendor bills what we owe, each in the month of its
 * day, no bill has an open difference, and each charge is billed by the invoice of its own month.
 */
import { addDays, addMonths, daysBetween, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { VendorInvoiceLine } from "@tradewind/vendors/vendor-invoices.ts";
import fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { worldOf } from "../../test/objects.ts";
import { testApp } from "../../test/test-app.ts";
import { readInvoice } from "./read-invoices.jobs.ts";
import { insertVendorInvoices } from "./read-invoices.store.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 2 });
afterAll(() => database.close());

const first = "2027-01-01";
const months = 4;
const cost = 5;

/** A subscription: its first day and seats, and by how many seats it changes so many days later. */
const bought = fc.record({
  begins: fc.integer({ min: 0, max: 35 }),
  seats: fc.integer({ min: 30, max: 60 }),
  changes: fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), fc.constantFrom(-4, -1, 1, 7)), { maxLength: 6 }),
  /** By how much the vendor's days and pennies differ. */
  dayOff: fc.constantFrom(0, 1),
  penny: fc.constantFrom(-1, 0, 1),
});
type Bought = typeof bought extends fc.Arbitrary<infer B> ? B : never;
type Charge = {
  kind: "recurring" | "prorated" | "refund";
  from: CalendarDate;
  until: CalendarDate;
  quantity: number;
  minor: number;
};

/** What we owe for a subscription: each period as it begins, and each change to the end of the period in which it is. */
function chargesOf({ begins, seats, changes }: Bought): Charge[] {
  const start = addDays(first, begins);
  const periods = Array.from({ length: 3 }, (_, at) => ({
    from: addMonths(start, at),
    until: addMonths(start, at + 1),
  }));
  let day = start;
  const changed = changes.map(([later, by]) => ({ day: (day = addDays(day, later)), by }));
  return periods.flatMap(({ from, until }) => {
    const held = changed.filter((each) => each.day < from).reduce((sum, { by }) => sum + by, seats);
    const whole = daysBetween(from, until);
    return [
      { kind: "recurring" as const, from, until, quantity: held, minor: held * cost * 100 },
      ...changed
        .filter((each) => each.day >= from && each.day < until)
        .map((each) => ({
          kind: each.by > 0 ? ("prorated" as const) : ("refund" as const),
          from: each.day,
          until,
          quantity: each.by,
          minor: Math.round((each.by * cost * 100 * daysBetween(each.day, until)) / whole),
        })),
    ];
  });
}

type Owed = {
  charge: "period" | "added" | "returned";
  from: CalendarDate;
  until: CalendarDate;
  quantity: number;
  unit: string;
  minor: string;
};
/** What the vendor bills for what we owe: its days and pennies may differ, as those of changes do. */
const lineOf = (vendorRef: string, { dayOff, penny }: Bought, each: Owed): VendorInvoiceLine => {
  const isChange = each.charge !== "period";
  return {
    tenantRef: "t",
    vendorRef,
    customerName: "Acme",
    name: "Business Premium",
    charge: each.charge,
    chargeType: each.charge,
    from: isChange && each.from < addDays(each.until, -1) ? addDays(each.from, dayOff) : each.from,
    until: each.until,
    quantity: each.quantity,
    unitPrice: each.unit,
    amount: { minor: BigInt(each.minor) + BigInt(isChange ? penny : 0), currency: "GBP" },
  };
};

let invoices = 0;
/** Reads the vendor's invoice of a month with these lines. */
async function bill(month: { from: CalendarDate; until: CalendarDate }, lines: VendorInvoiceLine[]) {
  const ref = `G-agrees-${++invoices}`;
  const listed = { ref, currency: "GBP" as const, issuedOn: month.until, ...month };
  await database.write({ role: "app_worker" }, (tx) => insertVendorInvoices(tx, "microsoft", [listed]));
  const [row] = await app.sql<{ id: string }>("select id from vendor_invoices where ref = $1", [ref]);
  async function* read() {
    yield lines;
  }
  await readInvoice({ ...app.platform, database }, { list: () => Promise.resolve([listed]), read }, row!.id, ref);
  return row!.id;
}

test("where both books agree, on any days of change, no bill has an open difference", async () => {
  const person = await app.signIn();
  const instanceId = await worldOf(app, person).object("instanceId");
  const subscribe = async (of: Bought) => {
    const vendorRef = crypto.randomUUID();
    const charges = chargesOf(of);
    const made = await app.sql<{ id: string }>(
      `with bought as (
         insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
           quantity, status, anchor_day, term_from, lots, term_end, policy_ids, vendor_ref)
         select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', $3, 1, 'active', 1, $4, '[]',
           '{"outcome": "cancel"}', '{}', $2
         from service_instances i, offers o where i.id = $1 and o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly'
         returning reseller_id, id, customer_id, product_id, offer_id)
       insert into charges (reseller_id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from, period_until, due_on, quantity,
         unit_cost, amount_minor, currency, recorded_at)
       select b.reseller_id, b.customer_id, b.id, b.product_id, b.offer_id, r.kind, 'x', r."from", r.until, r."from", r.quantity, $3, r.minor, 'GBP', r."from"
       from bought b, jsonb_to_recordset($5::jsonb) r (kind text, "from" date, until date, quantity int, minor bigint)
       returning id`,
      [instanceId, vendorRef, cost, first, JSON.stringify(charges)],
    );
    const payables = await app.sql<Owed>(
      `select case c.kind when 'recurring' then 'period' when 'prorated' then 'added' else 'returned' end as charge, c.period_from::text as "from",
         c.period_until::text as until, c.quantity::float as quantity, p.unit_cost::text as unit, p.amount_minor::text as minor
       from charges c join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id where c.id = any($1)`,
      [made.map(({ id }) => id)],
    );
    expect(payables).toHaveLength(charges.length);
    return payables.map((each) => ({ day: each.from, line: lineOf(vendorRef, of, each) }));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(bought, { minLength: 1, maxLength: 6 }), async (all) => {
      const lines = (await Promise.all(all.map(subscribe))).flat();
      const ids = [];
      for (let at = 0; at < months + 1; at++) {
        const month = monthOf(addMonths(first, at));
        const own = lines.filter(({ day }) => day >= month.from && day < month.until).map(({ line }) => line);
        ids.push(await bill(month, own));
      }
      expect(
        await app.sql(
          `select kind, charge, period_until::text, ours_minor, theirs_minor from vendor_bill_differences
           where invoice_id = any($1) and state <> 'explained'`,
          [ids],
        ),
      ).toEqual([]);
      expect(
        await app.sql(
          `select p.due_on::text, v.period_from::text from payables p
           left join payables_billed b on b.reseller_id = p.reseller_id and b.charge_id = p.charge_id
           left join vendor_invoices v on v.id = b.invoice_id
           where p.reseller_id = $1 and (v.id is null or p.due_on < v.period_from or p.due_on >= v.period_until)`,
          [person.resellerId],
        ),
      ).toEqual([]);
    }),
    { numRuns: inject("long") ? 300 : 4 },
  );
});

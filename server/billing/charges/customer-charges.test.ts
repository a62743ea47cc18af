import { customerCharges } from "@tradewind/contract/billing/customer-charges.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

const charge = (person: Person, customerId: string, dueOn: string, minor: number, count = 1) =>
  app.sql(
    `insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost,
       amount_minor, currency, recorded_at)
     select $1, $2, 'exclaimer', case when $4 < 0 then 'refund' else 'prorated' end, 'Exclaimer', $3, $3::date + 30, $3, 1, 1, $4, 'GBP', now()
     from generate_series(1, $5)`,
    [person.resellerId, customerId, dueOn, minor, count],
  );

test("CUST-06 the billing area shows what was charged for a customer, by month and one by one", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(app, reseller.resellerId);
  const other = await addCustomer(app, reseller.resellerId);
  const today = app.platform.clock.today();
  const month = `${today.slice(0, 7)}-01`;
  await charge(reseller, customerId, today, 1_250, 60);
  await charge(reseller, customerId, today, -250);
  await charge(reseller, customerId, "2020-01-01", 99);
  await charge(reseller, other, today, 7_777);
  const params = { customerId };
  const page = async (After?: string) =>
    (await app.call(reseller, customerCharges.ofCustomer, { params, query: After === undefined ? {} : { After } }))
      .Result!;
  const first = await page();
  const second = await page(first.Next!);
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 12, null]);
  expect(second.Items.at(-1)).toMatchObject({ DueOn: "2020-01-01", Net: { Minor: "99", Currency: "GBP" } });
  expect([...first.Items, ...second.Items].filter(({ IsCredit }) => IsCredit)).toHaveLength(1);
  const months = async (who: Person) => (await app.call(who, customerCharges.months, { params })).Result!.Items;
  expect(await months(reseller)).toEqual([
    { Month: month, Charges: 61, Net: { Minor: String(60 * 1_250 - 250), Currency: "GBP" } },
  ]);

  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const engineer = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer", rights: ["billing"] });
  expect((await app.call(engineer, customerCharges.ofCustomer, { params, query: {} })).status).toBe(200);
  expect((await app.call(await app.signIn(), customerCharges.months, { params })).status).toBe(404);
});

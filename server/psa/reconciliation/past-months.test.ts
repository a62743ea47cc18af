import { psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

async function readAgain(person: Person): Promise<void> {
  await app.call(person, psa.refreshReconciliation);
  await worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find(({ kind }) => kind === "reconciliation")!.status === "Completed";
  }, "the reading");
}

/** A customer with seven for 19.00 each, matched with a company that has a line of five for 18.10. */
async function reseller(): Promise<Person> {
  const person = await app.signIn();
  await app.call(person, psa.updateSettings, {
    body: {
      type: psaTypes.connectWise,
      address: worker.simulators.urls.connectwise,
      company: "harbour",
      keys: { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "",
      enabled: true,
    },
  });
  await readAgain(person);
  await app.sql(
    `with customer as (insert into customers (reseller_id, name, created_at) values ($1, 'Acme Dental', '2026-01-01') returning id),
     offer as (select id, product_id, sku from offers where billing = 'monthly' and meters = '[]' order by id limit 1),
     service as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, customer.id, product_id, 'Active', '2026-01-01', '2026-01-01' from customer, offer returning *),
     bought as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency,
         unit_cost, customer_price, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
       select $1, service.customer_id, service.id, offer.product_id, offer.id, sku, 'Business Premium', 'P1M', 'monthly', 'GBP',
         10, 19, 7, 'active', 1, '2026-01-01', '[]', '{}', '{}' from service, offer returning *),
     matched as (
       insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
       select reseller_id, source, customer.id, '250', false from psa_connections, customer where reseller_id = $1)
     insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
     select c.reseller_id, source, sku, '77', false from psa_connections c, bought where c.reseller_id = $1`,
    [person.resellerId],
  );
  return person;
}
const reportOf = async (person: Person) => (await app.call(person, psa.reconciliation)).Result!.response;

test("a month that is over is compared as it was at its end, here and in the PSA, and changes nothing there", async () => {
  const person = await reseller();
  const of = [person.resellerId];
  const now = app.platform.clock.now();
  const month = monthOf(app.platform.clock.today()).from;
  const last = addMonths(month, -1);
  for (const [at, kind, data] of [
    ["2026-01-01T00:00:00Z", "started", { quantity: 5, customerPrice: "18.10" }],
    [now, "seatsAdded", { quantity: 2 }],
    [now, "priceFixed", { customerPrice: "19.00" }],
  ] as const)
    await app.sql(
      `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
       select reseller_id, id, $2, $2, $3, $4 from subscriptions where reseller_id = $1`,
      [...of, at, kind, JSON.stringify(data)],
    );
  expect((await reportOf(person)).months).toEqual([]);
  await app.sql("update psa_line_versions set known_from = $2 where reseller_id = $1", [...of, `${last}T12:00:00Z`]);
  await worker.control("connectwise", "act", {
    action: "set",
    list: "additions",
    id: 991,
    values: { quantity: 6, unitPrice: 20 },
  });
  await readAgain(person);
  const today = await reportOf(person);
  expect([today.month, today.months]).toEqual([null, [last]]);
  expect(today.results).toMatchObject([{ quantity: 7, psaQuantity: "6", price: "19.0000", targetQuantity: 7 }]);
  const then = async (date: string) => app.call(person, psa.reconciliation, { query: { date } });
  const past = (await then(last)).Result!.response;
  expect(past).toMatchObject({
    month: last,
    readAt: null,
    results: [],
    summary: { compared: 1, equal: 1, different: 0 },
  });
  await app.sql(
    "update psa_line_versions set quantity = 4 where reseller_id = $1 and ref = '991' and known_until is not null",
    of,
  );
  const [wrong] = (await then(last)).Result!.response.results;
  expect(wrong).toMatchObject({
    quantity: 5,
    psaQuantity: "4",
    difference: { Minor: "-1810", Currency: "GBP" },
    cause: "quantity",
    targetQuantity: null,
    selected: false,
  });
  const file = await app.call(person, psa.reconciliationCsv, { query: { date: last } });
  expect(file.text).toMatch(/,5,4,,,,90\.50,72\.40,-18\.10,Another quantity/);
  for (const date of [month, addMonths(last, -1)]) expect((await then(date)).status).toBe(404);
});

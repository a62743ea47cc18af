import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

/** A reseller with customers, whose PSA has been read whole. */
async function read(names: readonly string[]): Promise<Person> {
  const person = await app.signIn();
  await app.sql(
    "insert into customers (reseller_id, name, created_at) select $1, n, '2026-01-01' from unnest($2::text[]) n",
    [person.resellerId, names],
  );
  const body = {
    type: psaTypes.connectWise,
    address: worker.simulators.urls.connectwise,
    company: "harbour",
    keys: { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" },
    defaultAgreementType: "Recurring",
    enabled: true,
  };
  await app.call(person, psa.updateSettings, { body });
  await app.call(person, psa.refreshAll);
  await worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find(({ kind }) => kind === "all")?.status === "Completed";
  }, "the end of the reading");
  return person;
}
const mappings = async (person: Person, calls: PsaCalls = psa) =>
  (await app.call(person, calls.customerMappings)).Result!.response;
const companies = async (person: Person) => (await app.call(person, psa.psaCustomers)).Result!.response;
type Row = Awaited<ReturnType<typeof mappings>>[number];
const save = (person: Person, rows: readonly Row[], calls: PsaCalls = psa) =>
  app.call(person, calls.updateCustomerMappings, { body: { mappings: [...rows] } });

test("matches of customers are saved at either base, given up, ignored, and counted", async () => {
  const person = await read(["Acme Dental", "Bright Legal"]);
  const [acme, bright] = await mappings(person);
  const [first, second] = await companies(person);
  expect((await save(person, [{ ...acme!, selectedOption: first! }])).Succeed).toBe(true);
  expect((await save(person, [{ ...bright!, ignored: true }], monolithPsa)).Succeed).toBe(true);
  expect(await mappings(person)).toEqual([
    { ...acme, selectedOption: first },
    { ...bright, ignored: true },
  ]);
  const { response } = (await app.call(person, psa.unmatchedOverview)).Result!;
  expect(response.customers).toBe(0);
  // One that is taken over in one go has been given up by the other.
  const both = [
    { ...acme!, selectedOption: second! },
    { ...bright!, selectedOption: first!, ignored: false },
  ];
  expect((await save(person, both)).Succeed).toBe(true);
  expect(await mappings(person)).toEqual(both);
});

test("a company is matched once, one that is gone not at all, and nobody else's customer", async () => {
  const person = await read(["Acme Dental", "Bright Legal"]);
  const [acme, bright] = await mappings(person);
  const [first] = await companies(person);
  await save(person, [{ ...acme!, selectedOption: first! }]);
  expect(await save(person, [{ ...bright!, selectedOption: first! }])).toMatchObject({
    status: 409,
    Error: "psaOptionTaken",
  });
  const unknown = { id: "999999", name: "Nobody" };
  expect(await save(person, [{ ...bright!, selectedOption: unknown }])).toMatchObject({ Error: "psaOptionGone" });
  await app.sql("update psa_companies set gone_at = now() where reseller_id = $1 and ref = $2", [
    person.resellerId,
    first!.id,
  ]);
  // What it was matched with before it went may stay.
  expect((await save(person, [{ ...acme!, selectedOption: first!, ignored: true }])).Succeed).toBe(true);
  const other = await read(["Cedar Care"]);
  expect((await save(other, [acme!])).status).toBe(404);
  expect((await mappings(person))[0]).toEqual({ ...acme, selectedOption: first, ignored: true });
});

test("matches of services are saved by what is sold", async () => {
  const person = await read(["Acme Dental"]);
  await app.sql(
    `with made as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select reseller_id, id, 'microsoft-365', 'Active', '2026-01-01', '2026-01-01' from customers where reseller_id = $1 returning *)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
     select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 4, 'active', 1, '2026-01-01',
       '2027-01-01', '[]', '{"outcome": "cancel"}',
       jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
     from made i cross join lateral (select * from offers where product_id = 'microsoft-365' order by position limit 1) o`,
    [person.resellerId],
  );
  const list = async () => (await app.call(person, psa.serviceMappings)).Result!.response;
  const [service] = await list();
  const [product] = (await app.call(person, psa.psaServices)).Result!.response;
  const row = { ...service!, selectedOption: product! };
  expect((await app.call(person, psa.updateServiceMappings, { body: { mappings: [row] } })).Succeed).toBe(true);
  expect(await list()).toEqual([row]);
});

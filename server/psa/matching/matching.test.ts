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

/** Has a reseller sell two offers of Microsoft 365 to its first customer. */
const sell = (person: Person) =>
  app.sql(
    `with made as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select reseller_id, id, 'microsoft-365', 'Active', '2026-01-01', '2026-01-01' from customers
       where reseller_id = $1 order by name limit 1 returning *)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
     select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 4, 'active', 1, '2026-01-01',
       '2027-01-01', '[]', '{"outcome": "cancel"}',
       jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
     from made i cross join lateral (
       select distinct on (sku) * from offers where name in ('Microsoft 365 Business Basic', 'Microsoft 365 Business Premium')
     ) o`,
    [person.resellerId],
  );
const done = { Succeed: true, Error: null, Errors: [] };

test("PSA-48 matches of services are saved one to one, and what they are billed as many to one", async () => {
  const person = await read(["Acme Dental"]);
  await sell(person);
  const services = async () => (await app.call(person, psa.serviceMappings)).Result!.response;
  const mapped = async () => (await app.call(person, psa.productMappings)).Result!.response;
  const [first, second] = await services();
  const [service] = (await app.call(person, psa.psaServices)).Result!.response;
  const both = [
    { ...first!, selectedOption: service! },
    { ...second!, selectedOption: service! },
  ];
  expect(await app.call(person, psa.updateServiceMappings, { body: { mappings: both } })).toMatchObject({
    Succeed: false,
    Error: "psaOptionTaken",
  });
  const saved = await app.call(person, psa.updateServiceMappings, { body: { mappings: both.slice(0, 1) } });
  expect(saved.Result).toEqual(done);
  expect(await services()).toEqual([both[0], second]);

  expect((await app.call(person, psa.updateProductMappings, { body: { mappings: both } })).Result).toEqual(done);
  expect(await mapped()).toEqual(both);
  const { response } = (await app.call(person, psa.products)).Result!;
  const once = response.find(({ name }) => name === "Set-up and migration")!;
  const other = { ...second!, selectedOption: { id: once.id, name: once.name } };
  await app.call(person, monolithPsa.updateProductMappings, { body: { mappings: [other] } });
  expect(await mapped()).toEqual([both[0], other]);
  expect((await app.call(await read([]), psa.updateProductMappings, { body: { mappings: [other] } })).status).toBe(404);
});

test("PSA-47 what is mapped to a product counts as matched, and its page has the lines of that", async () => {
  const person = await read(["Acme Dental"]);
  await sell(person);
  const [first, second] = (await app.call(person, psa.productMappings)).Result!.response;
  const found = (await app.call(person, psa.products)).Result!.response.find(({ name }) => name === first!.name)!;
  const product = { id: found.id, name: found.name };
  const count = async () => (await app.call(person, psa.unmatchedOverview)).Result!.response.services;
  const page = async (service: string) =>
    (await app.call(person, psa.service, { params: { service } })).Result!.response;
  expect([await count(), (await page(first!.id)).selectedOption]).toEqual([2, null]);
  const mapped = [first!, second!].map((row) => ({ ...row, selectedOption: product }));
  await app.call(person, psa.updateProductMappings, { body: { mappings: mapped } });
  expect([await count(), (await app.call(person, psa.serviceSuggestions)).Result!.response]).toEqual([0, []]);
  const pages = [await page(first!.id), await page(second!.id)];
  expect(pages.map(({ selectedOption }) => selectedOption)).toEqual([product, product]);
  expect(pages[0]!.lines.length).toBeGreaterThan(0);
  expect(pages[1]!.lines).toEqual(pages[0]!.lines);
});

test("customers and services that are not matched are suggested by what both sides know of them", async () => {
  const person = await read(["Blackthorn Architects", "Acme Group", "Barleymow Breweries", "Nobody There"]);
  await app.sql("update customers set domain = 'acme.example' where reseller_id = $1 and name = 'Acme Group'", [
    person.resellerId,
  ]);
  await app.sql("update customers set contact_email = 'mac@gmail.com' where reseller_id = $1 and name like 'Nobody%'", [
    person.resellerId,
  ]);
  const suggested = async () =>
    (await app.call(person, psa.customerSuggestions)).Result!.response.map(({ option, reason }) => [
      option.name,
      reason,
    ]);
  expect(await suggested()).toEqual([
    ["Acme Dental Practice Ltd", "domain"],
    ["Barleymow Breweries", "name"],
    ["Blackthorn Architects Ltd", "name"],
  ]);
  const rows = await mappings(person);
  const [first] = (await app.call(person, psa.customerSuggestions)).Result!.response;
  await save(person, [
    { ...rows.find(({ id }) => id === first!.id)!, selectedOption: first!.option },
    { ...rows.find(({ name }) => name.startsWith("Barley"))!, ignored: true },
  ]);
  expect(await suggested()).toEqual([["Blackthorn Architects Ltd", "name"]]);
  await sell(person);
  const services = (await app.call(person, psa.serviceSuggestions)).Result!.response;
  expect(services.map(({ option, reason }) => `${option.name}: ${reason}`).toSorted()).toEqual([
    "Microsoft 365 Business Basic: name",
    "Microsoft 365 Business Premium: name",
  ]);
});

test("a customer is suggested the company that is billed the same products in the same quantities", async () => {
  const person = await read(["Nobody There"]);
  await sell(person);
  const suggested = async () =>
    (await app.call(person, psa.customerSuggestions)).Result!.response.map(({ option, reason }) => [option.id, reason]);
  const rows = (await app.call(person, psa.serviceMappings)).Result!.response;
  const services = new Map(
    (await app.call(person, psa.serviceSuggestions)).Result!.response.map((each) => [each.id, each.option]),
  );
  const matched = rows.map((row) => ({ ...row, selectedOption: services.get(row.id)! }));
  await app.call(person, psa.updateServiceMappings, { body: { mappings: matched } });
  expect(await suggested()).toEqual([]);
  const [agreement] = await app.sql<{ ref: string; company_ref: string }>(
    "select ref, company_ref from psa_agreements where reseller_id = $1 and is_active order by ref limit 1",
    [person.resellerId],
  );
  const bill = (statement: string) => app.sql(statement, [person.resellerId, agreement!.ref]);
  await bill(
    "delete from psa_lines where reseller_id = $1 and agreement_ref in (select b.ref from psa_agreements a join psa_agreements b using (reseller_id, company_ref) where a.reseller_id = $1 and a.ref = $2)",
  );
  await bill(
    "insert into psa_lines (reseller_id, ref, agreement_ref, product_ref, name, quantity, unit_price) select $1, 'x' || product_ref, $2, product_ref, '', 4, 1 from psa_service_matches where reseller_id = $1",
  );
  expect(await suggested()).toEqual([[agreement!.company_ref, "lines"]]);
});

test("PSA-47 the agreements of each company in the PSA are told, by name", async () => {
  const person = await read([]);
  const { response, synchronization } = (await app.call(person, psa.contracts)).Result!;
  expect(synchronization.status).toBe("Completed");
  const known = new Map((await companies(person)).map(({ id, name }) => [id, name]));
  expect(response.length).toBeGreaterThan(2);
  for (const { id, name, contracts } of response) {
    expect(known.get(id)).toBe(name);
    expect(contracts.length).toBeGreaterThan(0);
  }
  expect(response.map(({ name }) => name)).toEqual(response.map(({ name }) => name).toSorted());
  const [contract] = response[0]!.contracts;
  expect(contract).toMatchObject({ type: expect.any(String) as string, isActive: true });
});

test("PSA-47 PSA-48 the settings are told, and saving them answers how it went beside them", async () => {
  const person = await read([]);
  const { response } = (await app.call(person, psa.settings)).Result!;
  const { changedBy: _, changedAt: __, ...settings } = response!;
  const saved = await app.call(person, psa.updateSettings, { body: { ...settings, enabled: false } });
  expect(saved.Result).toMatchObject({ ...done, response: { ...settings, enabled: false } });
  const refused = await app.call(person, psa.updateSettings, { body: { ...settings, company: "another" } });
  expect(refused).toMatchObject({
    Succeed: false,
    Error: "invalidRequest",
    Errors: { keys: expect.any(String) as string },
  });
});

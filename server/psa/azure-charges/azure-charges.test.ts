import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { addDays, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { azureOf, lastMonth, matchInPsa } from "../../test/azure-story.ts";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

const today = app.platform.clock.today();
const date = lastMonth(app);
const onDay = today;

/** A reseller on Autotask that has read it, with a customer that has a subscription of Azure. */
async function reseller(matched = true): Promise<{ person: Person; subscriptionId: string; customerId: string }> {
  const person = await app.signIn();
  await worker.control("autotask", "reset", {});
  await app.call(person, psa.updateSettings, {
    body: {
      type: psaTypes.autoTask,
      address: worker.simulators.urls.autotask,
      company: "",
      keys: { user: "api@liffey.example", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "Recurring service",
      enabled: true,
    },
  });
  await app.call(person, psa.refreshAll);
  await isOver(person, "all");
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Ardmore Distillers', '2026-01-01') returning id",
    [person.resellerId],
  );
  const customerId = customer!.id;
  const subscriptionId = await azureOf(app, person, customerId);
  if (matched) await match(person, customerId);
  return { person, subscriptionId, customerId };
}
const match = (person: Person, customerId: string) =>
  matchInPsa(app, person, { customerId, companyRef: "29682885", productRef: "14" });

const isOver = (person: Person, kind: "all" | "azureReport") =>
  worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find((each) => each.kind === kind)!.status === "Completed";
  }, `the end of ${kind}`);

type Spent = { group: string; resource: string; meter: string; price: string; day?: string };
const spend = (person: Person, subscriptionId: string, rows: readonly Spent[]) =>
  app.sql(
    `insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
     select $1, $2, coalesce(n.day, $3), n."group", n.resource, n.meter, n.price, n.price
     from jsonb_to_recordset($4::jsonb) as n ("group" text, resource text, meter text, price numeric, day date)`,
    [person.resellerId, subscriptionId, addDays(date, 4), JSON.stringify(rows)],
  );
const chargesOf = async (person: Person) => (await app.call(person, psa.azureCharges, { query: { date } })).Result!;
type Charge = Awaited<ReturnType<typeof chargesOf>>["response"]["results"][number];
const asSeen = ({ id, difference }: Charge) => ({ id, difference });
const send = async (person: Person, charges: readonly Charge[]) =>
  (await app.call(person, psa.updateAzureCharges, { body: { date, onDay, charges: charges.map(asSeen) } })).Result!;
const isSent = (person: Person) =>
  worker.until(async () => {
    const { results } = (await chargesOf(person)).response;
    return results.every(({ state }) => state !== "Sending") && results;
  }, "charges sent");
/** What Autotask has of it. */
async function inPsa(person: Person): Promise<(readonly [string, string])[]> {
  await app.call(person, psa.refreshAzureCharges, { body: {} });
  await isOver(person, "azureReport");
  const rows = await app.sql<{ name: string; amount: string }>(
    `select name, (quantity * unit_price)::numeric(14, 2)::text as amount from psa_charges
     where reseller_id = $1 and gone_at is null and name like 'Azure Online shop%' order by name, amount`,
    [person.resellerId],
  );
  return rows.map(({ name, amount }) => [name, amount] as const);
}
const shop: Spent[] = [
  { group: "production", resource: "/orders-db", meter: "vCore", price: "10.005" },
  { group: "production", resource: "/web", meter: "B2", price: "5.004" },
  { group: "staging", resource: "/web", meter: "B2", price: "2.004" },
];
const summed = (charges: readonly Charge[]) =>
  charges.reduce((all, { price }) => all + BigInt(price.Minor), 0n).toString();

test("PSA-51 the five calls: months, charges of a date, reading anew, sending one and sending several", async () => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, shop);
  expect((await app.call(person, psa.azureChargeRanges)).Result).toEqual({ response: [date] });
  const { response } = await chargesOf(person);
  expect(response).toMatchObject({
    reportStartDate: date,
    reportEndDate: addDays(monthOf(date).until, -1),
    azureReport: 0,
    results: [
      {
        selected: true,
        cmCustomer: { name: "Ardmore Distillers" },
        subscription: { name: "Online shop" },
        part: null,
        price: { Minor: "1701", Currency: "EUR" },
        sent: { Minor: "0" },
        agreement: { name: "Cloud services" },
        state: "Ready",
      },
    ],
  });
  expect((await app.call(person, psa.refreshAzureCharges, { body: { date } })).Result).toEqual({
    kind: "azureReport",
    status: "New",
  });
  const unknown = await app.call(person, psa.refreshAzureCharges, { body: { date: "2020-01-01" } });
  expect(unknown.status).toBe(404);
  const one = { date, onDay, charge: asSeen(response.results[0]!) };
  expect((await app.call(person, psa.updateAzureCharge, { body: one })).Result).toEqual({
    Succeed: true,
    Error: null,
    Errors: [],
  });
  expect(await isSent(person)).toMatchObject([{ state: "Sent", sent: { Minor: "1701" }, difference: { Minor: "0" } }]);
  expect((await inPsa(person)).map(([, amount]) => amount)).toEqual(["17.01"]);
  const again = await send(person, response.results);
  expect(again).toMatchObject({ Succeed: false, Error: expect.stringMatching(/is in the PSA already/) });
});

test("a charge on its way is not sent again, and one that was written twice under its mark counts once", async () => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, shop);
  const { results } = (await chargesOf(person)).response;
  await send(person, results);
  await isSent(person);
  const of = [person.resellerId];
  await app.sql(
    "update psa_writes set state = 'New', ended_at = null, after_quantity = null where reseller_id = $1",
    of,
  );
  expect(await send(person, results)).toMatchObject({ Succeed: false, Error: expect.stringMatching(/is on its way/) });
  await app.sql("update psa_writes set state = 'Done', ended_at = asked_at where reseller_id = $1", of);
  await app.sql(
    `insert into psa_writes select (jsonb_populate_record(w, jsonb_build_object('id', uuidv7()))).* from psa_writes w
     where reseller_id = $1`,
    of,
  );
  expect(await isSent(person)).toMatchObject([{ state: "Sent", sent: { Minor: "1701" }, difference: { Minor: "0" } }]);
});

test("what changes after it was sent is sent as the difference, by the report of the first time", async () => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, shop);
  await app.call(person, psa.changeAzureReport, { body: { azureReport: 1 } });
  const before = (await chargesOf(person)).response.results;
  expect(before.map(({ part, price }) => [part, price.Minor])).toEqual([
    ["production", "1501"],
    ["staging", "200"],
  ]);
  expect((await send(person, before)).Succeed).toBe(true);
  await isSent(person);
  const late = { group: "staging", resource: "/web", meter: "B2", price: "0.0041" };
  await spend(person, subscriptionId, [{ ...late, day: addDays(date, 5) }]);
  await app.sql("delete from azure_spend where reseller_id = $1 and resource = '/orders-db'", [person.resellerId]);
  await app.call(person, psa.changeAzureReport, { body: { azureReport: 3 } });
  const after = (await chargesOf(person)).response.results;
  expect(after.map(({ part, kind, state, difference }) => [part, kind, state, difference.Minor])).toEqual([
    ["production", 1, "Changed", "-1001"],
    ["staging", 1, "Changed", "1"],
  ]);
  const stale = await send(person, [before[0]!]);
  expect(stale).toMatchObject({ Succeed: false, Error: expect.stringMatching(/has changed since/) });
  expect((await send(person, after)).Succeed).toBe(true);
  await isSent(person);
  const names = await inPsa(person);
  expect(names.map(([, amount]) => amount).toSorted()).toEqual(["-10.01", "0.01", "15.01", "2.00"]);
  expect(names.filter(([name]) => name.endsWith(" (EUR), correction"))).toHaveLength(2);
});

test("a charge that was removed in the PSA is told, and sent again only by hand; one whose agreement went counts as sent", async () => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, shop);
  await send(person, (await chargesOf(person)).response.results);
  expect(await isSent(person)).toMatchObject([{ state: "Sent" }]);
  const other = { id: 399, companyID: 29682885, contractName: "Telephony", contractType: 7, status: 1 };
  await worker.control("autotask", "seed", { contracts: [other], contractCharges: [] });
  expect(await inPsa(person)).toHaveLength(1);
  expect((await chargesOf(person)).response.results).toMatchObject([{ state: "Sent", sent: { Minor: "1701" } }]);
  await worker.control("autotask", "reset", {});
  const kept = { id: 5_000, contractID: 301, name: "Cabling", datePurchased: `${today}T00:00:00Z`, unitQuantity: 1 };
  await worker.control("autotask", "seed", { contractCharges: [kept] });
  expect(await inPsa(person)).toEqual([]);
  const { results } = (await chargesOf(person)).response;
  expect(results).toMatchObject([
    {
      state: "Removed",
      selected: false,
      sent: { Minor: "0" },
      difference: { Minor: "1701" },
      message: expect.stringMatching(/^It is no longer in the PSA/),
    },
  ]);
  expect(await send(person, results)).toMatchObject({ Succeed: true });
  expect(await isSent(person)).toMatchObject([{ state: "Sent", sent: { Minor: "1701" } }]);
  const [[name, amount] = [], ...more] = await inPsa(person);
  expect([amount, more]).toEqual(["17.01", []]);
  expect(name).not.toMatch(/correction/);
});

test("what the PSA refused says why, and is the same when it is sent again, whatever came since", async () => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, shop);
  const contract = { id: 301, companyID: 29682885, contractName: "Cloud services", contractType: 7, status: 0 };
  await worker.control("autotask", "seed", { contracts: [contract] });
  expect((await send(person, (await chargesOf(person)).response.results)).Succeed).toBe(true);
  const [refused] = await isSent(person);
  expect(refused).toMatchObject({ state: "Refused", message: expect.stringMatching(/\w/), selected: false });
  await worker.control("autotask", "reset", {});
  await spend(person, subscriptionId, [{ ...shop[0]!, price: "1", day: addDays(date, 5) }]);
  const { results } = (await chargesOf(person)).response;
  expect(results).toMatchObject([{ price: { Minor: "1801" }, difference: { Minor: "1701" }, state: "Refused" }]);
  expect((await send(person, results)).Succeed).toBe(true);
  expect(await isSent(person)).toMatchObject([
    { state: "Changed", sent: { Minor: "1701" }, difference: { Minor: "100" } },
  ]);
  expect((await inPsa(person)).map(([, amount]) => amount)).toEqual(["17.01"]);
});

test.each([
  { azureReport: 0 as const, parts: [null] },
  { azureReport: 1 as const, parts: ["production", "staging"] },
  { azureReport: 2 as const, parts: ["orders-db", "web (production)", "web (staging)"] },
  { azureReport: 3 as const, parts: ["vCore", "B2", "Rounding"] },
])("PSA-33 report $azureReport charges a month by $parts, with one sum", async ({ azureReport, parts }) => {
  const { person, subscriptionId } = await reseller();
  await spend(person, subscriptionId, [
    { group: "production", resource: "/orders-db", meter: "vCore", price: "10.005" },
    { group: "production", resource: "/web", meter: "B2", price: "5.004" },
    { group: "staging", resource: "/web", meter: "B2", price: "2.003" },
  ]);
  await app.call(person, psa.changeAzureReport, { body: { azureReport } });
  const { response } = await chargesOf(person);
  expect(response.azureReport).toBe(azureReport);
  expect(summed(response.results)).toBe("1701");
  expect(response.results.map(({ part }) => part)).toEqual(parts);
});

test("what cannot be charged says why, and is not sent", async () => {
  const { person, subscriptionId, customerId } = await reseller(false);
  await spend(person, subscriptionId, shop);
  const stands = async () => {
    const [charge] = (await chargesOf(person)).response.results;
    return charge!;
  };
  const blocked = await stands();
  expect(blocked).toMatchObject({ state: "Blocked", obstacle: "customerNotMatched", selected: false });
  const answered = await send(person, [blocked]);
  expect(answered).toMatchObject({ Succeed: false, Error: expect.stringMatching(/Customer not matched in the PSA/) });
  expect(await send(person, [])).toMatchObject({
    Succeed: false,
    Error: expect.stringMatching(/^Nothing is selected/),
  });
  await match(person, customerId);
  expect((await stands()).obstacle).toBeNull();
  const far = { date, onDay: addDays(today, 400), charge: asSeen(await stands()) };
  expect((await app.call(person, psa.updateAzureCharge, { body: far })).Result!.Succeed).toBe(false);
  await app.sql("update azure_subscriptions set whole_until = $2 where reseller_id = $1", [
    person.resellerId,
    addDays(date, 20),
  ]);
  expect((await stands()).obstacle).toBe("monthNotOver");
  await app.sql("update psa_agreements set is_active = false where reseller_id = $1", [person.resellerId]);
  expect((await stands()).obstacle).toBe("agreementMissing");
  expect((await app.sql("select from psa_writes where reseller_id = $1", [person.resellerId])).length).toBe(0);
});

test("a service shows what it is matched with, and the lines by which that is billed there", async () => {
  const { person } = await reseller();
  const { response } = (await app.call(person, psa.service, { params: { service: "azure-plan" } })).Result!;
  expect(response).toMatchObject({ id: "azure-plan", selectedOption: { id: "14" }, ignored: false });
  expect(response.lines.map(({ agreement }) => agreement.id).toSorted()).toEqual(["301", "304", "305"]);
  expect(response.lines.find(({ agreement }) => agreement.id === "301")).toMatchObject({
    psaCustomer: { name: "Ardmore Distillers Ltd" },
    cmCustomer: { name: "Ardmore Distillers" },
    unitPrice: "20.70",
  });
  expect((await app.call(person, psa.service, { params: { service: "nothing" } })).status).toBe(404);
});

test("the old monolith has none of it", async () => {
  const { person } = await reseller();
  const { Messages } = await app.call(person, monolithPsa.azureCharges, { query: { date } });
  expect(Messages).toEqual(["This method is only supported for new PSA service implementation."]);
});

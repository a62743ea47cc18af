import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import fs from "node:fs";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const asked = (person: Person, customerId: string, On: string, KnownOn = On) =>
  app.call(person, services.asOfCustomer, { params: { customerId }, query: { On, KnownOn } });
const asOf = async (...call: Parameters<typeof asked>) => (await asked(...call)).Result!;

test("a customer is shown as it was, with its services and what they cost in a month, and what changed since", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, `Quay Dental ${crypto.randomUUID().slice(0, 6)}`);
  const first = app.platform.clock.today();
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
  const { InstanceId } = placed.Result!;
  const [bought] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
  await worker.moveDays(2);
  const NewName = `Quay Surgery ${crypto.randomUUID().slice(0, 6)}`;
  await app.call(reseller, customerForms.rename, { params: { customerId }, body: { NewName } });
  const Targets = [{ Key: bought!.Id, Quantity: 15 }];
  await order(reseller, customerId, { Kind: "setQuantity", Targets }, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  const today = app.platform.clock.today();

  const then = await asOf(reseller, customerId, first);
  const pence = Math.round(Number(bought!.UnitCost) * 100);
  const gbp = (units: number) => ({ Minor: String(units * pence), Currency: "GBP" });
  expect(then).toMatchObject({
    Details: { Then: { Name: expect.stringMatching(/^Quay Dental/), TownCity: "Leeds" }, Now: { Name: NewName } },
    Monthly: { Then: gbp(10), Now: gbp(15) },
    Subscriptions: [{ Id: bought!.Id, Then: { Quantity: 10, Status: "active" }, Now: { Quantity: 15 } }],
  });
  expect(then.Changes.map(({ SubscriptionName, Text }) => [SubscriptionName, Text])).toEqual([
    [bought!.Name, "Added 5 licences"],
    [null, `Name is now ${NewName}`],
  ]);
  const now = await asOf(reseller, customerId, today);
  expect(now).toMatchObject({ Details: { Then: { Name: NewName } }, Monthly: { Then: gbp(15) }, Changes: [] });

  // A day before anything was known, by either date, is told as such.
  for (const days of [
    [addDays(first, -1), today],
    [today, addDays(first, -1)],
  ] as const)
    expect(await asOf(reseller, customerId, ...days)).toMatchObject({
      Details: { Then: null, Now: { Name: NewName } },
      Monthly: { Then: { Minor: "0" } },
      Subscriptions: [{ Then: null, Now: { Quantity: 15 } }],
      Changes: [
        { Text: "Added 5 licences" },
        { Text: `Name is now ${NewName}` },
        { Kind: "started" },
        { Kind: "details" },
      ],
    });
  expect((await asked(reseller, customerId, "2026-02-30")).status).toBe(400);
  expect((await asked(await app.signIn(), customerId, today)).status).toBe(404);
});

test("ACL-39 how a customer stood has no prices where they are hidden", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const today = app.platform.clock.today();
  expect((await asOf(reseller, customerId, today)).Monthly).toEqual({
    Then: { Minor: "0", Currency: "GBP" },
    Now: { Minor: "0", Currency: "GBP" },
  });
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  expect((await asOf(colleague, customerId, today)).Monthly).toBeNull();
});

test("the history of a service whose start was refused, and that went on, is shown as not there", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] });
  const { InstanceId, OrderId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  await app.sql(
    `insert into subscription_history (reseller_id, subscription_id, order_id, effective_at, recorded_at, kind, data)
     select reseller_id, subscription_id, order_id, recorded_at + interval '1 ms', recorded_at + interval '1 ms', 'undone', '{}'
     from subscription_history where subscription_id = $1 and order_id = $2 limit 1`,
    [Subscriptions[0]!.Id, OrderId],
  );
  await app.sql(
    `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select reseller_id, subscription_id, recorded_at + interval '2 ms', recorded_at + interval '2 ms', 'suspended', '{}'
     from subscription_history where subscription_id = $1 and order_id = $2 limit 1`,
    [Subscriptions[0]!.Id, OrderId],
  );
  const today = app.platform.clock.today();
  const read = await app.call(reseller, services.asOf, {
    params: { instanceId: InstanceId },
    query: { On: today, KnownOn: today },
  });
  expect(read.Result).toMatchObject({ Subscriptions: [{ Then: null, Now: null }] });
  expect(await asOf(reseller, customerId, today)).toMatchObject({ Subscriptions: [] });
});

test("what a customer was is kept as it was recorded, whoever writes it, and only a contact is ever erased from it", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const rows = () =>
    app.sql<{ contact_name: string; contact_email: string | null; town_city: string }>(
      "select contact_name, contact_email, town_city from customer_history where customer_id = $1 order by recorded_at, id",
      [customerId],
    );
  const change = (what: string) => app.sql(`update customers set ${what} where id = $1`, [customerId]);
  await change("town_city = 'York', service_count = service_count");
  await change("town_city = 'York'");
  await change("user_count = user_count");
  const ada = { contact_name: "Ada Lovelace", contact_email: "ada@acme.example" };
  expect(await rows()).toEqual([
    { ...ada, town_city: "Leeds" },
    { ...ada, town_city: "York" },
  ]);
  await expect(app.sql("update customer_history set town_city = 'Hull'")).rejects.toThrow("append-only");
  await expect(app.sql("delete from customer_history")).rejects.toThrow("append-only");

  const person = await app.signIn({ resellerId: reseller.resellerId });
  await app.sql("update memberships set email = 'ada@acme.example' where person_id = $1", [person.personId]);
  await app.sql("select erase_person($1, now())", [person.personId]);
  // The customer still names the contact; its history does not, nor does what is recorded next.
  await change("town_city = 'Hull'");
  const erased = { contact_name: "Erased person", contact_email: null };
  expect(await rows()).toEqual([
    { ...erased, town_city: "Leeds" },
    { ...erased, town_city: "York" },
    { ...erased, town_city: "Hull" },
  ]);
  await change("contact_name = 'Grace Hopper', contact_email = 'grace@acme.example'");
  expect((await rows()).at(-1)).toMatchObject({ contact_name: "Grace Hopper", contact_email: "grace@acme.example" });
});

test("a customer from before its history was kept is known from then on, and once", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const day = app.platform.clock.today();
  await app.sql("alter table customer_history disable trigger append_only");
  await app.sql("delete from customer_history where customer_id = $1", [customerId]);
  await app.sql("alter table customer_history enable trigger append_only");
  expect((await asOf(reseller, customerId, day)).Details.Then).toBeNull();
  const kept = fs.readFileSync(new URL("../../migrations/0407_customers_kept.sql", import.meta.url), "utf8");
  await app.sql(kept);
  await app.sql(kept);
  const { Details, Changes } = await asOf(reseller, customerId, addDays(day, -2));
  expect(Details).toMatchObject({ Then: null, Now: { TownCity: "Leeds" } });
  expect(Changes.map(({ Text }) => Text)).toEqual(["Recorded for the first time"]);
  expect((await asOf(reseller, customerId, day)).Details.Then).toEqual(Details.Now);
});

test("a day that is still to come is refused by name, since nothing is known of it yet", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const today = app.platform.clock.today();
  const tomorrow = addDays(today, 1);
  const words = "Must be today or earlier";
  const refused = { status: 400, Error: "invalidRequest" };
  expect(await asked(reseller, customerId, "9999-12-31", today)).toMatchObject({ ...refused, Errors: { On: words } });
  expect(await asked(reseller, customerId, tomorrow)).toMatchObject({
    ...refused,
    Errors: { On: words, KnownOn: words },
  });
});

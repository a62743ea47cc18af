import { customers } from "@tradewind/contract/customers/customers.ts";
import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const today = () => app.platform.clock.today();
const ProductId = "bitdefender";
const Details = { ConsoleUser: "", Replaces: "none" };

type Company = { id: string; isSuspended: boolean };
const rpc = async (api: string, method: string, params: object) => {
  const response = await fetch(`${worker.simulators.urls.bitdefender}/api/v1.0/jsonrpc/${api}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${btoa("an-api-key:")}` },
    body: JSON.stringify({ id: "1", jsonrpc: "2.0", method, params }),
  });
  return ((await response.json()) as { result: unknown }).result;
};
const act = (action: string, more: object) => worker.control("bitdefender", "act", { action, ...more });

async function ordered(Quantity: number) {
  const boss = await signInSigned();
  const name = `Bakery ${crypto.randomUUID().slice(0, 8)}`;
  const customerId = await addCustomer(boss, name);
  const add: WireChange = {
    Kind: "add",
    Lines: [
      { Key: "a", OfferId: "bitdefender.secure:none:monthly", Quantity },
      { Key: "b", OfferId: "bitdefender.encryption:none:monthly", Quantity: 2, AddOnTo: "a" },
    ],
  };
  const { placed } = await order(boss, customerId, add, {
    ProductId,
    Details: { ...Details, ConsoleUser: `${crypto.randomUUID()}@bakery.example` },
  });
  const { InstanceId, OrderId } = placed.Result!;
  const companies = async () => (await rpc("companies", "findCompaniesByName", { nameFilter: name })) as Company[];
  return { boss, customerId, InstanceId, OrderId, companies };
}

async function provided(Quantity: number) {
  const made = await ordered(Quantity);
  const { Subscriptions } = await becomes(made.boss, made.InstanceId, "Active");
  const key = (unit: string) => Subscriptions.find(({ Name }) => Name.includes(unit))!.Id;
  const [company] = await made.companies();
  return { ...made, secure: key("Secure"), encryption: key("Encryption"), companyId: company!.id };
}

test("endpoint security is provided by its vendor, suspended, resumed and ended with the customer's say", async () => {
  const { boss, customerId, InstanceId, companies, companyId, secure, encryption } = await provided(6);
  const licence = () => rpc("licensing", "getLicenseInfo", { companyId });
  const held = { totalSlots: 6, assignedProtectionModel: "mspSecure", manageEncryption: true, subscriptionType: 3 };
  expect(await licence()).toMatchObject(held);
  const rest = { ProductId, InstanceId };

  await app.call(boss, customers.suspend, { params: { customerId } });
  await worker.until(async () => (await companies())[0]!.isSuspended, "suspended there");
  await app.call(boss, customers.reactivate, { params: { customerId } });
  await worker.until(async () => !(await companies())[0]!.isSuspended, "resumed there");

  await becomes(boss, InstanceId, "Active");
  const more: WireChange = { Kind: "setQuantity", Targets: [{ Key: secure, Quantity: 9 }] };
  await order(boss, customerId, more, rest);
  await worker.until(async () => ((await licence()) as typeof held).totalSlots === 9, "nine seats there");
  expect(await licence()).toMatchObject({ ...held, totalSlots: 9 });

  await becomes(boss, InstanceId, "Active");
  await order(boss, customerId, { Kind: "cancel", Keys: [secure, encryption] }, rest);
  await becomes(boss, InstanceId, "Deleted");
  expect(await companies()).toEqual([]);
});

test("what its vendor refuses is said in its words, and is provided once it is tried again", async () => {
  await act("refuse", { method: "createCompany", details: "There are not enough license seats" });
  const { boss, InstanceId, OrderId, companies } = await ordered(3);
  const { Service } = await becomes(boss, InstanceId, "ActivationFailed");
  expect(Service.Reason).toContain("Bitdefender refused this: There are not enough license seats.");
  expect(await companies()).toEqual([]);
  expect((await app.call(boss, orders.retry, { params: { orderId: OrderId } })).status).toBe(200);
  await becomes(boss, InstanceId, "Active");
  expect(await companies()).toHaveLength(1);
});

type Charge = { kind: string; description: string; measured: string | null; quantity: number; minor: string };
const charges = (id: string) =>
  app.sql<Charge>(
    `select kind, description, trim_scale(measured)::text as measured, quantity, amount_minor::text as minor
     from charges where subscription_id = $1 order by recorded_at, id`,
    [id],
  );

const reads = ["vendors.usage", "vendors.usageReports"];
async function toDay(day: string) {
  await worker.moveDays(daysBetween(today(), day));
  await worker.until(
    async () => {
      await app.sql("update pgboss.job set start_after = now() where name = any($1) and state < 'active'", [reads]);
      for (const queue of reads) worker.platform.jobs.wake(queue);
      const left = await app.sql("select from pgboss.job where name = any($1) and state < 'completed' limit 1", [
        reads,
      ]);
      return left.length === 0;
    },
    "what is used to be read",
    400,
  );
}

test("the most that was used in a month is owed: licences as they were charged, and what is above in arrears", async () => {
  await toDay(addDays(monthOf(today()).until, 1));
  const { boss, customerId, InstanceId, companyId, secure, encryption } = await provided(10);
  const use = (counter: string, value: number) => act("use", { companyId, counter, value });
  await use("mspSecureMonthlyUsage", 12);
  await use("encryptionMonthlyUsage", 2);
  await toDay(addDays(today(), 5));
  const shown = await app.call(boss, meteredUsage.ofService, { params: { instanceId: InstanceId } });
  expect(JSON.stringify(shown.Result)).toContain("Most in use");

  // Fewer endpoints from now on: of a month that has been used nothing comes back.
  const fewer: WireChange = { Kind: "setQuantity", Targets: [{ Key: secure, Quantity: 8 }] };
  await order(boss, customerId, fewer, { ProductId, InstanceId });
  await becomes(boss, InstanceId, "Active");
  expect((await charges(secure)).map(({ kind }) => kind)).not.toContain("refund");

  const { from: month, until } = monthOf(today());
  await toDay(addDays(until, 1));
  expect((await charges(secure)).filter(({ measured }) => measured !== null)).toEqual([]);
  await toDay(addDays(until, 2));
  const above = (await charges(secure)).filter(({ measured }) => measured !== null);
  // Twelve were used at most and ten charged, so two more, at their own price.
  expect(above).toMatchObject([{ kind: "usage", measured: "2", quantity: 0, minor: "386" }]);
  expect(above[0]!.description).toMatch(/^Bitdefender Secure, used above 10 in \w+ \d{4}$/);
  expect((await charges(encryption)).filter(({ measured }) => measured !== null)).toEqual([]);

  // It is read again for a month, charges nothing twice, and corrects what Bitdefender corrects.
  await act("correct", { companyId, counter: "mspSecureMonthlyUsage", month: month.slice(0, 7), value: 11 });
  await toDay(addDays(until, 3));
  expect((await charges(secure)).flatMap(({ measured }) => measured ?? [])).toEqual(["2", "-1"]);
  expect(addMonths(month, 1)).toBe(until);
});

const above = async (id: string) => (await charges(id)).flatMap(({ measured }) => measured ?? []);
const apart = (id: string) =>
  app.sql("select kind from vendor_bill_differences where subscription_id = $1 and state = 'open'", [id]);

longTest(
  "what was used above the licences is owed although its company is deleted before the month is reported",
  async () => {
    await toDay(addDays(monthOf(today()).until, 1));
    const { until } = monthOf(today());
    const late = await provided(10);
    const within = await provided(10);
    for (const { companyId } of [late, within])
      await act("use", { companyId, counter: "mspSecureMonthlyUsage", value: 12 });
    await act("use", { companyId: within.companyId, counter: "encryptionMonthlyUsage", value: 5 });
    const end = async ({ boss, customerId, InstanceId, secure, encryption, companies }: typeof late) => {
      await order(boss, customerId, { Kind: "cancel", Keys: [secure, encryption] }, { ProductId, InstanceId });
      await becomes(boss, InstanceId, "Deleted");
      expect(await companies()).toEqual([]);
    };
    await toDay(addDays(today(), 4));
    await end(within);
    await toDay(addDays(until, 1));
    await end(late);
    expect(await above(late.secure)).toEqual([]);
    // It is charged as a report would have, once, and agrees with it.
    for (const day of [2, 3]) {
      await toDay(addDays(until, day));
      expect(await above(late.secure)).toEqual(["2"]);
      expect(await above(within.secure)).toEqual(["2"]);
      expect(await above(within.encryption)).toEqual(["3"]);
    }
    for (const id of [late.secure, within.secure, within.encryption]) expect(await apart(id)).toEqual([]);
  },
);

longTest("an add-on that is ended and ordered again in a month has its use charged once", async () => {
  await toDay(addDays(monthOf(today()).until, 1));
  const { until } = monthOf(today());
  const { boss, customerId, InstanceId, companyId, encryption } = await provided(10);
  await act("use", { companyId, counter: "encryptionMonthlyUsage", value: 5 });
  await toDay(addDays(today(), 4));
  const rest = { ProductId, InstanceId };
  const again = { Key: "a", OfferId: "bitdefender.encryption:none:monthly", Quantity: 2 };
  const add = () => order(boss, customerId, { Kind: "add", Lines: [again] }, rest);
  // A second would be another name for the same switch.
  const isHeld = async () => {
    const { Result } = await app.call(boss, orders.journey, {
      params: { by: "product", name: ProductId },
      query: { CustomerId: customerId, Action: "Add", InstanceId },
    });
    const items = Result!.Steps.flatMap(({ Items }) => Items);
    return items.filter(({ IsHeld }) => IsHeld).map(({ Name }) => Name);
  };
  expect(await isHeld()).toEqual(["Full Disk Encryption"]);
  expect((await add()).proposal.Error).toBe("offerHeld");
  await order(boss, customerId, { Kind: "cancel", Keys: [encryption] }, rest);
  // It waits for the end of the first, which switches it off.
  expect((await add()).placed.Error).toBeNull();
  await worker.until(
    async () =>
      ((await rpc("licensing", "getLicenseInfo", { companyId })) as { manageEncryption: boolean }).manageEncryption,
    "switched on again",
  );
  expect(await isHeld()).toEqual(["Full Disk Encryption"]);
  const { Subscriptions } = await becomes(boss, InstanceId, "Active");
  const newer = Subscriptions.find(({ Name, Id }) => Name.includes("Encryption") && Id !== encryption)!;
  await toDay(addDays(until, 2));
  expect(await above(encryption)).toEqual([]);
  expect(await above(newer.Id)).toEqual(["3"]);
});

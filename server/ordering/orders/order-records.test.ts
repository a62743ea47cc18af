import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

const name = "Microsoft 365 Business Basic";

/** Orders five seats for a new customer. */
async function ordered(
  details: Record<string, string> = agreement,
  prepare = async (_customerId: string, _resellerId: string) => {},
) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  await prepare(customerId, reseller.resellerId);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }] };
  const { placed } = await order(reseller, customerId, add, { Details: details });
  const { InstanceId, OrderId } = placed.Result!;
  const change = (wanted: WireChange) => order(reseller, customerId, wanted, { InstanceId });
  return { reseller, customerId, InstanceId, OrderId, change };
}

const logged = async (person: Person) =>
  (
    await app.sql<{ line: string }>(
      `select concat_ws(' | ', action, who, what, nullif(outcome, 'done')) as line from activity
       where reseller_id = $1 and action like 'orders.%' and object_kind = 'order'
         and (object_id, customer_id) in (select id, customer_id from orders) order by id`,
      [person.resellerId],
    )
  ).map(({ line }) => line);
const told = async (person: Person) =>
  (await app.call(person, notifications.list))
    .Result!.Items.toReversed()
    .map(({ Category, Content, Link }) => [Category, Content, Link]);

test("ORD-01 each change of a service is logged, told to whom ordered it, and listed with its lines and what it cost", async () => {
  const { reseller, customerId, InstanceId, OrderId, change } = await ordered();
  const { Id: Key, TermUntil } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  for (const wanted of [
    { Kind: "setQuantity", Targets: [{ Key, Quantity: 8 }] },
    { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity: 3 }] },
    { Kind: "schedule", Targets: [{ Key, Outcome: "cancel" }] },
    { Kind: "schedule", Targets: [{ Key, Outcome: "renew" }] },
  ] satisfies WireChange[]) {
    expect((await change(wanted)).placed.status).toBe(200);
    await becomes(reseller, InstanceId, "Active");
  }
  await change({ Kind: "cancel", Keys: [Key] });
  await becomes(reseller, InstanceId, "Deleted");

  const until = formatDate(TermUntil!);
  const fewer = `${name} will renew with 3 licences on ${until}`;
  const ends = `${name} will end on ${formatLastDay(TermUntil!)}`;
  const renews = `${name} will renew automatically on ${until}`;
  const scheduled = `orders.schedule | Robin Tester | Set ${name} of Acme Dental`;
  expect(await logged(reseller)).toEqual([
    `orders.add | Robin Tester | Ordered 5 × ${name} for Acme Dental`,
    `orders.completed | Tradewind | ${name} became active`,
    `orders.change | Robin Tester | Changed Microsoft 365 of Acme Dental to 8 × ${name}`,
    `orders.completed | Tradewind | ${name} was changed at the vendor`,
    `${scheduled} to renew with 3 licences`,
    `orders.completed | Tradewind | ${fewer}`,
    `${scheduled} to end with its term`,
    `orders.completed | Tradewind | ${ends}`,
    `${scheduled} to renew automatically`,
    `orders.completed | Tradewind | ${renews}`,
    `orders.cancel | Robin Tester | Cancelled ${name} of Acme Dental`,
    `orders.completed | Tradewind | ${name} was cancelled at the vendor`,
  ]);
  const done = [
    `${name} became active`,
    `${name} was changed at the vendor`,
    fewer,
    ends,
    renews,
    `${name} was cancelled at the vendor`,
  ];
  const { Orders, History, TransferVendor } = await status(reseller, InstanceId);
  expect(TransferVendor).toBe("Microsoft");
  const links = Orders.map(({ Id }) => `/customers/customer/${customerId}/orders/${Id}`).toReversed();
  expect(await told(reseller)).toEqual(done.map((what, at) => ["Orders", `Acme Dental: ${what}`, links[at]]));

  expect(History.map(({ Text }) => Text)).toEqual([
    "Cancelled within its cancellation window",
    "Scheduled to renew unchanged",
    "Scheduled to end with its term",
    "Scheduled to renew with 3 licences",
    "Added 3 licences",
    `Started with 5 licences, committed until ${formatLastDay(TermUntil!)}`,
  ]);
  expect(Orders.map(({ Journey, Lines }) => [Journey, Lines[0]!.Quantity])).toEqual([
    ["Delete", 0],
    ["Modify", 8],
    ["Modify", 8],
    ["Modify", 8],
    ["Modify", 8],
    ["Add", 5],
  ]);
  const first = Orders.at(-1)!;
  expect(first).toEqual({
    Id: OrderId,
    CustomerId: customerId,
    InstanceId,
    ProductId: "microsoft-365",
    Journey: "Add",
    Status: "Completed",
    Message: null,
    PlacedAt: expect.stringMatching(/Z$/),
    PlacedBy: "Robin Tester",
    CompletedAt: expect.stringMatching(/Z$/),
    EstimatedCompletion: null,
    Unanswered: null,
    Support: {
      Vendor: "Microsoft",
      References: [
        { Label: "MS-RequestId", Value: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        { Label: "MS-CorrelationId", Value: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        { Label: "MS-CV", Value: expect.stringMatching(/\.0$/) },
      ],
    },
    Lines: [
      {
        SubscriptionId: Key,
        Name: name,
        Quantity: 5,
        Attributes: [],
        Given: [],
        Taken: [],
        State: "done",
        Reason: null,
        Goods: null,
        Added: 0,
        IsEnd: false,
      },
    ],
    Retryable: false,
    ChargedNow: { Minor: "2175", Currency: "GBP" },
  });
  expect((await app.call(reseller, orders.byId, { params: { orderId: OrderId } })).Result).toMatchObject(first);
  const stranger = await app.signIn();
  expect((await app.call(stranger, orders.byId, { params: { orderId: OrderId } })).status).toBe(404);
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  expect((await status(colleague, InstanceId)).Orders.map(({ ChargedNow }) => ChargedNow)).toEqual(Array(6).fill(null));

  // Screens are told of each order when it is placed, on its way and done.
  const events = await app.sql<{ topics: string[] }>(
    "select topics from events where reseller_id = $1 and customer_id = $2 and 'orders' = any (topics)",
    [reseller.resellerId, customerId],
  );
  expect(events.length).toBeGreaterThanOrEqual(12);
  expect(new Set(events.map(({ topics }) => topics.join(" ")))).toEqual(
    new Set(["services orders customers dashboard"]),
  );
});

test("a failed order is logged as failed and told to all who see the customer, and so is trying it again", async () => {
  const others: Person[] = [];
  const { reseller, customerId, InstanceId, OrderId, change } = await ordered(
    { ...agreement, MicrosoftDomain: `fail-${crypto.randomUUID().slice(0, 8)}` },
    async (own, resellerId) => {
      others.push(await app.signIn({ resellerId }));
      others.push(await app.signIn({ resellerId, kind: "engineer" }));
      others.push(await app.signIn({ resellerId, kind: "endUserAdmin", customerId: own }));
    },
  );
  const failed = await becomes(reseller, InstanceId, "ActivationFailed");
  const reason = failed.Service.Reason!;
  expect(failed.Orders[0]!.CompletedAt).toMatch(/Z$/);
  const said = ["Service status", `Microsoft 365 of Acme Dental failed: ${reason}`];
  const link = `/customers/customer/${customerId}/orders/${OrderId}`;
  for (const other of others) expect(await told(other)).toEqual([[...said, link]]);

  await worker.control("microsoft", "faults", {
    times: 10_000,
    fault: { kind: "status", status: 429, headers: { "retry-after": "1" } },
  });
  const suspended = (at: string | null) =>
    app.sql("update customers set suspended_at = $1, status = $2 where id = $3", [
      at,
      at === null ? "Active" : "Suspended",
      customerId,
    ]);
  await suspended("2026-01-01");
  expect((await app.call(reseller, orders.retry, { params: { orderId: OrderId } })).Error).toBe("customerSuspended");
  await suspended(null);
  const again = await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect(again.Result).toMatchObject({ Id: OrderId, Status: "Working", Message: "Trying again" });
  const working = await status(reseller, InstanceId);
  expect(working.Service.Status).toBe("Activating");
  expect(working.Orders[0]).toMatchObject({ Status: "Working", Message: "Trying again" });
  expect(working.Service.Reason).toBe("Trying again");
  const retried =
    "select from events where reseller_id = $1 and customer_id = $2 and topics = '{services,orders,dashboard}'";
  expect(await app.sql(retried, [reseller.resellerId, customerId])).toHaveLength(1);
  const early = await change({ Kind: "cancel", Keys: failed.Subscriptions.map(({ Id }) => Id) });
  expect(early.placed).toMatchObject({ status: 409, Error: "serviceBusy" });
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await becomes(reseller, InstanceId, "ActivationFailed");

  expect(await logged(reseller)).toEqual([
    `orders.add | Robin Tester | Ordered 5 × ${name} for Acme Dental`,
    `orders.failed | Tradewind | Microsoft 365 failed: ${reason} | failed`,
    "orders.retry | Robin Tester | Retried a failed order",
    `orders.failed | Tradewind | Microsoft 365 failed: ${reason} | failed`,
  ]);

  // Only the newest order of a service can be tried again.
  await change({ Kind: "cancel", Keys: failed.Subscriptions.map(({ Id }) => Id) });
  await becomes(reseller, InstanceId, "Deleted");
  expect((await app.call(reseller, orders.retry, { params: { orderId: OrderId } })).Error).toBe("orderNotFailed");
});

test("a finished order is told to whom placed it, of whatever kind, and to nobody else", async () => {
  const others: Person[] = [];
  const { reseller, customerId, InstanceId } = await ordered(agreement, async (own, resellerId) => {
    others.push(await app.signIn({ resellerId, kind: "engineer" }));
    others.push(await app.signIn({ resellerId, kind: "endUserAdmin", customerId: own }));
    // Without a price that is shown the admin would have to ask for it.
    await app.sql("update resellers set show_own_prices = true where id = $1", [resellerId]);
    const From = app.platform.clock.now().toISOString().slice(0, 10);
    await app.call(await app.signIn({ resellerId }), priceBooks.put, { body: { From, Kind: "markUp", Value: "20" } });
  });
  const { Id: Key } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  for (const [index, other] of others.entries()) {
    const more: WireChange = { Kind: "setQuantity", Targets: [{ Key, Quantity: 6 + index }] };
    expect((await order(other, customerId, more, { InstanceId })).placed.status).toBe(200);
    await becomes(reseller, InstanceId, "Active");
  }
  const contents = async (person: Person) => (await told(person)).map(([, content]) => content);
  expect(await contents(reseller)).toEqual([`Acme Dental: ${name} became active`]);
  for (const other of others) expect(await contents(other)).toEqual([`Acme Dental: ${name} was changed at the vendor`]);
});

test("an order of two things tells of both, and a vendor that forgets nothing is told nothing again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "acronis-backup" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const two = journey.Result!.Steps.flatMap((step) => step.Items).slice(0, 2);
  const Lines = two.map(({ Offers }, index) => ({ Key: `l${index}`, OfferId: Offers[0]!.OfferId, Quantity: 3 }));
  const backup = { ProductId: "acronis-backup" };
  const { InstanceId } = (await order(reseller, customerId, { Kind: "add", Lines }, backup)).placed.Result!;
  const Keys = (await becomes(reseller, InstanceId, "Active")).Subscriptions.map(({ Id }) => Id);
  const Targets = Keys.map((Key) => ({ Key, Quantity: 5 }));
  await order(reseller, customerId, { Kind: "setQuantity", Targets }, { ...backup, InstanceId });
  await becomes(reseller, InstanceId, "Active");
  await app.call(reseller, customers.suspend, { params: { customerId } });
  await becomes(reseller, InstanceId, "Active");
  await app.call(reseller, customers.reactivate, { params: { customerId } });
  await becomes(reseller, InstanceId, "Active");
  await order(reseller, customerId, { Kind: "cancel", Keys }, { ...backup, InstanceId });
  const { Orders } = await becomes(reseller, InstanceId, "Deleted");

  // Of the same moment, either may come first.
  const names = two.map(({ Name }) => Name);
  const both = [names, names.toReversed()].map((each) => each.join(", ")).join("|");
  const done = (await logged(reseller)).filter((line) => line.startsWith("orders.completed"));
  expect(done).toEqual(
    [
      "became active",
      ...["changed", "suspended", "resumed", "cancelled"].map((how) => `were ${how} at the vendor`),
    ].map((what) => expect.stringMatching(new RegExp(`^orders.completed . Tradewind . (${both}) ${what}$`))),
  );
  expect(Orders.map(({ Journey }) => Journey)).toEqual(["Delete", "Resume", "Suspend", "Modify", "Add"]);
});

test("a suspension is placed by whom suspended the customer, and is told as what it is", async () => {
  const { reseller, customerId, InstanceId } = await ordered();
  await becomes(reseller, InstanceId, "Active");
  await app.call(reseller, customers.suspend, { params: { customerId } });
  await becomes(reseller, InstanceId, "Active");
  await app.call(reseller, customers.reactivate, { params: { customerId } });
  const { Orders } = await becomes(reseller, InstanceId, "Active");
  expect((await logged(reseller)).slice(2)).toEqual([
    `orders.completed | Tradewind | ${name} was suspended at the vendor`,
    `orders.completed | Tradewind | ${name} was resumed at the vendor`,
    expect.stringMatching(
      new RegExp(`^orders\\.completed \\| Tradewind \\| ${name} will renew automatically on \\d\\d/\\d\\d/\\d{4}$`),
    ),
  ]);
  expect((await told(reseller)).map(([, content]) => content)).toEqual([
    `Acme Dental: ${name} became active`,
    `Acme Dental: ${name} was suspended at the vendor`,
    `Acme Dental: ${name} was resumed at the vendor`,
  ]);
  expect(Orders.map(({ Journey, PlacedBy, ChargedNow }) => [Journey, PlacedBy, ChargedNow])).toEqual([
    ["Modify", "Tradewind", null],
    ["Resume", "Robin Tester", null],
    ["Suspend", "Robin Tester", null],
    ["Add", "Robin Tester", { Minor: "2175", Currency: "GBP" }],
  ]);
});

test("the provider is told who the customer is", async () => {
  const { reseller, InstanceId } = await ordered(agreement, async (customerId) => {
    await app.sql(
      "update customers set address2 = 'Floor 2', county = 'Yorkshire', telephone = '0113 496 0000', contact_name = $2 where id = $1",
      [customerId, "Ada King Lovelace"],
    );
  });
  await becomes(reseller, InstanceId, "Active");
  const { entries } = (await worker.control("microsoft", "journal")) as {
    entries: { method: string; path: string; body: { billingProfile?: unknown } }[];
  };
  const made = entries.filter(({ method, path }) => method === "POST" && path === "/v1/customers").at(-1)!;
  expect(made.body.billingProfile).toEqual({
    companyName: "Acme Dental",
    culture: "en-GB",
    language: "en",
    email: "ada@acme.example",
    defaultAddress: {
      firstName: "Ada",
      lastName: "King Lovelace",
      addressLine1: "1 High Street",
      addressLine2: "Floor 2",
      city: "Leeds",
      state: "Yorkshire",
      postalCode: "LS1 1AA",
      country: "GB",
      phoneNumber: "0113 496 0000",
    },
  });
});

import { customerChecks } from "@tradewind/contract/customers/customer-checks.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { describe, expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

async function addCustomer(resellerId: string, name: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id",
    [resellerId, name],
  );
  return row!.id;
}

async function addService(
  resellerId: string,
  customerId: string,
  { product = "microsoft-365", status = "Active", day = "2026-01-02", user = null as string | null, seats = 0 } = {},
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, membership_id, status, reason, since, created_at)
     values ($1, $2, $3, $4, $5, case when $5 like '%Failed' then '=The domain is taken' end, $6, $6) returning id`,
    [resellerId, customerId, product, user, status, day],
  );
  if (seats > 0)
    await app.sql(
      `insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
                                  quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
       select $1, $2, $3, product_id, id, sku, name, term, billing, 'GBP', 10, $4, 'active', 1, '2026-01-01', '[]', '{"outcome": "cancel"}', '{}'
       from offers where product_id = $5 order by position limit 1`,
      [resellerId, customerId, row!.id, seats, product],
    );
  return row!.id;
}

/** Adds three customers: one with services in every state, one with a user's service, one with none. */
async function seeded() {
  const boss = await app.signIn();
  const { resellerId } = boss;
  const acme = await addCustomer(resellerId, "Acme Dental");
  const bright = await addCustomer(resellerId, "Bright Legal");
  const empty = await addCustomer(resellerId, "Cedar Farm");
  const user = await app.signIn({ kind: "endUser", resellerId, customerId: bright, rights: ["manageService"] });
  const active = await addService(resellerId, acme, { seats: 7, day: "2026-01-05" });
  const failed = await addService(resellerId, acme, {
    product: "exclaimer",
    status: "ActivationFailed",
    day: "2026-01-03",
  });
  await addService(resellerId, acme, { product: "power-bi", status: "Deleted" });
  const ofUser = await addService(resellerId, bright, {
    product: "exclaimer",
    status: "Activating",
    user: user.membershipId,
    day: "2026-01-04",
  });
  return { boss, resellerId, acme, bright, empty, user, active, failed, ofUser };
}

const ids = async (person: Person, query: Parameters<typeof ask>[1] = {}) =>
  (await ask(person, query)).Items.map(({ Id }) => Id);
const ask = async (
  person: Person,
  query: {
    Search?: string;
    State?: "active" | "changing" | "failed";
    Sort?: "customer" | "-customer" | "since" | "-since";
    ProductId?: string;
    CustomerId?: string;
    After?: string;
  } = {},
) => (await app.call(person, serviceLists.list, { query })).Result!;

describe("the services of a whole reseller", () => {
  test("ACL-24 SVC-12 are listed with what they are and how they stand, without those that ended", async () => {
    const { boss, acme, active, failed, ofUser } = await seeded();
    const { Items, Next } = await ask(boss);
    expect(Items.map(({ Id }) => Id)).toEqual([active, failed, ofUser]);
    expect(Next).toBeNull();
    expect(Items[0]).toMatchObject({
      CustomerId: acme,
      CustomerName: "Acme Dental",
      ProductName: "Microsoft 365",
      Quantities: [{ Unit: "Licence", Quantity: 7 }],
      Status: "Active",
      StatusNumber: 0,
    });
    expect(Items[1]).toMatchObject({ Status: "ActivationFailed", StatusNumber: 3, Quantities: [] });
    expect(Items[2]).toMatchObject({ Level: "user", UserName: "Robin Tester", Status: "Activating", StatusNumber: 1 });
  });

  test("SVC-12 what has ended keeps its state and number in the list of everything", async () => {
    const { boss, acme } = await seeded();
    const { Result } = await app.call(boss, serviceLists.all, { params: { customerId: acme } });
    expect(Result!.Items.map(({ Status, StatusNumber }) => [Status, StatusNumber])).toContainEqual(["Deleted", 5]);
  });

  test("units of different kinds are never added up", async () => {
    const { boss, resellerId, empty } = await seeded();
    const service = await addService(resellerId, empty, { product: "acronis-backup" });
    await app.sql(
      `insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
                                  quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
       select $1, $2, $3, product_id, id, sku, name, term, billing, 'GBP', 10, wanted.quantity, 'active', 1, '2026-01-01', '[]', '{"outcome": "cancel"}',
              jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from (values ('GB', 800), ('Workstation', 22), ('Server', 2)) wanted (unit, quantity)
       cross join lateral (select * from offers where product_id = 'acronis-backup' and offers.unit = wanted.unit order by position limit 1) o`,
      [resellerId, empty, service],
    );
    const held = [
      { Unit: "GB", Quantity: 800 },
      { Unit: "Workstation", Quantity: 22 },
      { Unit: "Server", Quantity: 2 },
    ];
    const [item] = (await ask(boss, { CustomerId: empty })).Items;
    expect(item).toMatchObject({ Quantities: held });
    expect(item!.Names).toHaveLength(3);
    const groups = await app.call(boss, serviceLists.groups, { params: { customerId: empty } });
    expect(groups.Result!.Items).toMatchObject([{ Quantities: held }]);
    const one = await app.call(boss, services.byId, { params: { instanceId: service } });
    expect(one.Result!.Subscriptions.map(({ Unit, Quantity }) => `${Quantity} ${Unit}`).toSorted()).toEqual([
      "2 Server",
      "22 Workstation",
      "800 GB",
    ]);
  });

  test("are searched, filtered and sorted on the server, and counted", async () => {
    const { boss, acme, bright, active, failed, ofUser } = await seeded();
    expect(await ids(boss, { Search: "bright" })).toEqual([ofUser]);
    expect(await ids(boss, { State: "failed" })).toEqual([failed]);
    expect(await ids(boss, { State: "changing" })).toEqual([ofUser]);
    expect(await ids(boss, { ProductId: "exclaimer" })).toEqual([failed, ofUser]);
    expect(await ids(boss, { CustomerId: acme, State: "active" })).toEqual([active]);
    expect(await ids(boss, { Sort: "-customer" })).toEqual([ofUser, failed, active]);
    expect(await ids(boss, { Sort: "since" })).toEqual([failed, ofUser, active]);
    expect(await ids(boss, { Sort: "-since" })).toEqual([active, ofUser, failed]);
    const count = (query: object) => app.call(boss, serviceLists.count, { query });
    expect((await count({})).Result).toEqual({
      Total: 3,
      Active: 1,
      Changing: 1,
      Failed: 1,
      Products: [
        { Id: "exclaimer", Name: "Exclaimer" },
        { Id: "microsoft-365", Name: "Microsoft 365" },
      ],
    });
    expect((await count({ Search: "acme", ProductId: "exclaimer" })).Result).toMatchObject({ Total: 1, Failed: 1 });
    expect((await count({ CustomerId: bright })).Result).toMatchObject({ Total: 1, Changing: 1 });
    expect((await count({ CustomerId: crypto.randomUUID() })).status).toBe(404);
  });

  test("are paged by key in either direction, each once", async () => {
    const boss = await app.signIn();
    const all: string[] = [];
    for (let number = 0; number < 4; number++) {
      const customer = await addCustomer(boss.resellerId, `Customer ${number}`);
      for (let each = 0; each < 30; each++) all.push(await addService(boss.resellerId, customer));
    }
    for (const Sort of ["customer", "-customer", "since", "-since"] as const) {
      const seen: string[] = [];
      let After: string | undefined;
      do {
        const page = await ask(boss, { Sort, ...(After ? { After } : {}) });
        seen.push(...page.Items.map(({ Id }) => Id));
        After = page.Next ?? undefined;
      } while (After);
      expect(seen.toSorted()).toEqual(all.toSorted());
    }
  });

  test("ACL-12 need the view; a customer's people see their own", async () => {
    const { bright, resellerId, ofUser } = await seeded();
    const without = await app.signIn({ kind: "engineer", resellerId, rights: ["home"] });
    expect((await app.call(without, serviceLists.list)).Error).toBe("PermissionNotFound");
    const admin = await app.signIn({ kind: "endUserAdmin", resellerId, customerId: bright, rights: ["manageService"] });
    expect(await ids(admin)).toEqual([ofUser]);
    expect((await app.call(admin, serviceLists.count)).Result).toMatchObject({ Total: 1 });
  });
});

test("CUST-32 services come as a file, of all customers or of one, and no cell runs as a formula", async () => {
  const { boss, acme, bright, resellerId } = await seeded();
  const whole = await app.call(boss, serviceLists.csv);
  expect(whole.headers["content-disposition"]).toBe('attachment; filename="services.csv"');
  const lines = whole.text.trim().split("\r\n");
  expect(lines[0]).toBe("Customer,Product,User,State,Reason,Since (UTC),Units");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe("Acme Dental,Microsoft 365,,Active,,2026-01-05 00:00,7 Licence");
  expect(lines[2]).toContain("'=The domain is taken");
  expect(
    (await app.call(boss, serviceLists.csv, { query: { Search: "bright" } })).text.trim().split("\r\n"),
  ).toHaveLength(2);
  const one = await app.call(boss, serviceLists.ofCustomerCsv, { params: { customerId: bright } });
  expect(one.headers["content-disposition"]).toBe('attachment; filename="Bright Legal services.csv"');
  expect(one.text).toContain("Robin Tester");
  // Restricted people get a file of only what they may see.
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  await app.sql("update memberships set only_customers = true, only_products = '{exclaimer}' where id = $1", [
    engineer.membershipId,
  ]);
  await app.sql("insert into membership_customers values ($1, $2, $3)", [resellerId, engineer.membershipId, acme]);
  expect((await app.call(engineer, serviceLists.csv)).text.trim().split("\r\n")).toHaveLength(2);
  expect((await app.call(engineer, serviceLists.ofCustomerCsv, { params: { customerId: bright } })).status).toBe(404);
  expect((await app.call(engineer, customers.list)).Result!.Items).toMatchObject([{ Services: 1 }]);
});

test("CUST-07 CUST-31 own services, services by customer, all services, group services and Office 365 products answer", async () => {
  const { boss, acme, bright, user, active, failed, ofUser } = await seeded();
  const items = async (
    endpoint: typeof serviceLists.own | typeof serviceLists.all | typeof services.ofCustomer,
    customerId: string,
  ) => (await app.call(boss, endpoint, { params: { customerId } })).Result!.Items.map(({ Id }) => Id);
  expect(await items(serviceLists.own, acme)).toEqual([active, failed]);
  expect(await items(serviceLists.own, bright)).toEqual([]);
  expect(await items(services.ofCustomer, bright)).toEqual([ofUser]);
  expect(await items(serviceLists.all, acme)).toHaveLength(3);
  const ofOne = await app.call(boss, serviceLists.ofUser, {
    params: { customerId: bright, userId: user.membershipId },
  });
  expect(ofOne.Result!.Items.map(({ Id }) => Id)).toEqual([ofUser]);
  expect(
    (await app.call(boss, serviceLists.ofUser, { params: { customerId: acme, userId: user.membershipId } })).status,
  ).toBe(404);
  expect((await app.call(boss, serviceLists.groups, { params: { customerId: acme } })).Result!.Items).toMatchObject([
    { ProductId: "exclaimer", Services: 1, Quantities: [], Statuses: ["ActivationFailed"] },
    { ProductId: "microsoft-365", Services: 1, Quantities: [{ Unit: "Licence", Quantity: 7 }], Statuses: ["Active"] },
  ]);
  expect((await app.call(boss, serviceLists.office365, { params: { customerId: acme } })).Result!.Items).toMatchObject([
    { ServiceId: active, ProductId: "microsoft-365", Quantity: 7, Status: "active", IsAddOn: false },
  ]);
});

test("CUST-33 a customer with live services cannot be removed, with the reasons; one with nothing can", async () => {
  const { boss, acme, bright, empty } = await seeded();
  const check = async (customerId: string) =>
    (await app.call(boss, customerChecks.canDelete, { params: { customerId } })).Result;
  const check365 = async (customerId: string) =>
    (await app.call(boss, customerChecks.canDeleteOffice365, { params: { customerId } })).Result;
  expect(await check(acme)).toEqual({
    Allowed: false,
    Reasons: [{ Code: "liveServices", Text: "2 services have not been deleted yet." }],
  });
  expect((await check(bright))!.Reasons.map(({ Code }) => Code)).toEqual(["liveServices", "users"]);
  expect(await check(empty)).toEqual({ Allowed: true, Reasons: [] });
  expect((await check365(acme))!.Reasons.map(({ Text }) => Text)).toEqual(["1 service has not been deleted yet."]);
  expect(await check365(bright)).toEqual({ Allowed: true, Reasons: [] });
});

test("CUST-34 user count, has Office 365, has Azure and has any services match what is there", async () => {
  const { boss, resellerId, acme, bright, empty } = await seeded();
  await addService(resellerId, bright, { product: "azure-reserved-instance" });
  const figures = (customerId: string) =>
    Promise.all(
      [customerChecks.userCount, customerChecks.hasOffice365, customerChecks.hasAzure, customerChecks.hasServices].map(
        async (endpoint) => (await app.call(boss, endpoint, { params: { customerId } })).Result as number | boolean,
      ),
    );
  expect(await figures(acme)).toEqual([0, true, false, true]);
  expect(await figures(bright)).toEqual([1, false, true, true]);
  expect(await figures(empty)).toEqual([0, false, false, false]);
});

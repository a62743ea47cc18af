import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { webApp } from "../../app.ts";
import { announce } from "../../platform/events.store.ts";
import { getWith } from "../../test/auth-fixtures.ts";
import { until } from "../../test/processes.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

async function company() {
  const boss = await app.signIn();
  const { resellerId } = boss;
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  const ids: string[] = [];
  for (const name of ["Acme Dental", "Bright Legal", "Cedar Farm"]) {
    const [row] = await app.sql<{ id: string }>(
      "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id",
      [resellerId, name],
    );
    ids.push(row!.id);
  }
  return { boss, engineer, ids: ids as [string, string, string], resellerId };
}

const look = (by: Person, of: Person) => app.call(by, restrictions.of, { params: { userId: of.membershipId } });
const toCustomers = (by: Person, of: Person, CustomerIds: string[], Version = 0, Every = false) =>
  app.call(by, restrictions.setCustomers, {
    params: { userId: of.membershipId },
    body: { Version, Every, CustomerIds },
  });
const toProducts = (by: Person, of: Person, ProductIds: string[], Version = 0, Every = false) =>
  app.call(by, restrictions.setProducts, { params: { userId: of.membershipId }, body: { Version, Every, ProductIds } });
const names = async (person: Person) => (await app.call(person, customers.list)).Result!.Items.map(({ Name }) => Name);

test("ACL-48 ACL-53 a restriction to customers holds at once, is read back, logged and taken away again", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  expect(await names(engineer)).toHaveLength(3);
  const before = (await app.call(engineer, session.permissions)).Result!.usersPermissions.views;
  const saved = await toCustomers(boss, engineer, [ids[0], ids[1]]);
  expect(saved.Result).toMatchObject({ Version: 1, EveryCustomer: false });
  expect(saved.Result!.Customers.map(({ Name }) => Name)).toEqual(["Acme Dental", "Bright Legal"]);
  expect((await look(boss, engineer)).Result).toEqual(saved.Result);

  expect(await names(engineer)).toEqual(["Acme Dental", "Bright Legal"]);
  expect((await app.call(engineer, customers.byId, { params: { customerId: ids[2] } })).status).toBe(404);
  expect((await app.call(engineer, customers.count)).Result).toMatchObject({ Total: 2 });
  // Bills concern the whole company: the payload loses only their views.
  const after = (await app.call(engineer, session.permissions)).Result!.usersPermissions.views;
  expect(before.filter((view) => !after.includes(view))).toEqual([5, 6]);
  expect(await names(boss)).toHaveLength(3);

  expect((await toCustomers(boss, engineer, [], 1, true)).Result).toMatchObject({ EveryCustomer: true, Customers: [] });
  expect(await names(engineer)).toHaveLength(3);
  const lines = await app.sql<{ what: string }>("select what from activity where reseller_id = $1 order by id", [
    resellerId,
  ]);
  expect(lines.map(({ what }) => what)).toEqual([
    "Restricted Robin Tester to 2 customers",
    "Gave Robin Tester every customer",
  ]);
});

test("ACL-54 restricted products vanish from the catalogue and cannot be ordered", async () => {
  const { boss, engineer, ids } = await company();
  const [one] = (await look(boss, engineer)).Result!.Products;
  expect((await toProducts(boss, engineer, [one!.Id])).Result!.Products.filter((each) => each.IsChosen)).toEqual([
    { ...one, IsChosen: true },
  ]);
  const shown = async (person: Person) =>
    (await app.call(person, catalogue.marketplace)).Result!.Items.map(({ ProductId }) => ProductId);
  expect(await shown(engineer)).toEqual([one!.Id]);
  expect((await shown(boss)).length).toBeGreaterThan(5);
  for (const productId of ["microsoft-365", "no-such-product"])
    expect((await app.call(engineer, catalogue.product, { params: { productId } })).status).toBe(404);
  // A customer's own people can be restricted to products only.
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId: ids[0] });
  expect((await look(boss, admin)).Result).toMatchObject({ MayChooseCustomers: false });
  expect((await toCustomers(boss, admin, [ids[0]])).status).toBe(404);
  expect((await toProducts(boss, admin, [one!.Id])).status).toBe(200);
  expect(await shown(admin)).toHaveLength(1);
});

test("what is read of a restriction is all there is, and each change is logged for the person it is about", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  const peer = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "customers"] });
  const none = (await look(boss, engineer)).Result!;
  expect(none).toMatchObject({
    Version: 0,
    IsBeyond: false,
    MayChooseCustomers: true,
    MayGiveEveryCustomer: true,
    MayGiveEveryProduct: true,
    EveryCustomer: true,
    Customers: [],
    EveryProduct: true,
  });
  expect(none.Products.filter(({ IsChosen }) => IsChosen)).toEqual([]);
  const [one, two] = none.Products.map(({ Id }) => Id);
  expect((await toProducts(boss, engineer, [two!, one!, two!])).Result!.Version).toBe(1);
  await toProducts(boss, engineer, [one!], 1);
  const limited = (await look(engineer, peer)).Result!;
  expect(limited).toMatchObject({ IsBeyond: true, MayGiveEveryProduct: false, MayGiveEveryCustomer: true });
  expect(limited.Products.map(({ Id }) => Id)).toEqual([one]);
  await toProducts(boss, engineer, [], 2, true);
  await toCustomers(boss, engineer, [ids[0], ids[0]], 3);
  const chosen = (await look(boss, engineer)).Result!;
  expect(chosen.Customers).toEqual([{ Id: ids[0], Name: "Acme Dental", Status: "Active" }]);
  expect((await look(engineer, peer)).Result).toMatchObject({ MayGiveEveryCustomer: false });
  const lines = await app.sql<{ action: string; what: string; object_kind: string; object_id: string }>(
    "select action, what, object_kind, object_id from activity where reseller_id = $1 order by id",
    [resellerId],
  );
  expect(lines).toEqual(
    [
      "Restricted Robin Tester to 2 products",
      "Restricted Robin Tester to 1 product",
      "Gave Robin Tester every product",
      "Restricted Robin Tester to 1 customer",
    ].map((what) => ({ action: "users.restrict", what, object_kind: "person", object_id: engineer.personId })),
  );
  const events = await app.sql<{ topics: string[] }>("select topics from events where reseller_id = $1", [resellerId]);
  expect(new Set(events.map(({ topics }) => topics.join(" ")))).toEqual(
    new Set(["session customers services dashboard"]),
  );
});

test("a manager who was suspended meanwhile restricts nobody", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  const lead = await app.signIn({ resellerId });
  await look(lead, engineer);
  await app.sql("update memberships set status = 'Suspended' where id = $1", [lead.membershipId]);
  expect((await toCustomers(lead, engineer, [ids[0]])).Error).toBe("conflict");
  expect((await look(boss, engineer)).Result).toMatchObject({ Version: 0, EveryCustomer: true });
});

test("ACL-54 the marks of customers count the services of one's own products alone", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  for (const [at, product] of ["microsoft-365", "acronis-backup"].entries())
    await app.sql(
      `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, $3, 'Active', '2026-01-02', '2026-01-02')`,
      [resellerId, ids[at], product],
    );
  const asked = async (query: { Services?: "some" | "none"; ProductId?: string }) =>
    (await app.call(engineer, customers.list, { query })).Result!.Items.map(({ Name }) => Name);
  expect(await asked({ Services: "some" })).toEqual(["Acme Dental", "Bright Legal"]);
  expect((await toProducts(boss, engineer, ["microsoft-365"])).status).toBe(200);
  expect(await asked({ Services: "some" })).toEqual(["Acme Dental"]);
  expect(await asked({ Services: "none" })).toEqual(["Bright Legal", "Cedar Farm"]);
  expect(await asked({ ProductId: "acronis-backup" })).toEqual([]);
  const counts = (await app.call(engineer, customers.count)).Result!;
  expect(counts).toMatchObject({ Total: 3, WithServices: 1, WithoutServices: 2 });
  expect(counts.Products.map(({ Id }) => Id)).toEqual(["microsoft-365"]);
});

test("concurrent changes are not overwritten, and invalid choices are refused", async () => {
  const { boss, engineer, ids } = await company();
  const stranger = await company();
  expect((await toCustomers(boss, engineer, [ids[0]])).status).toBe(200);
  expect((await toCustomers(boss, engineer, [ids[1]])).Error).toBe("conflict");
  expect((await toProducts(boss, engineer, [], 0, true)).Error).toBe("conflict");
  expect((await toCustomers(boss, engineer, [], 1)).Errors).toEqual({ CustomerIds: "Choose at least one customer" });
  expect((await toProducts(boss, engineer, [], 1)).Errors).toEqual({ ProductIds: "Choose at least one product" });
  const missing = await toCustomers(boss, engineer, [crypto.randomUUID()], 1);
  const foreign = await toCustomers(boss, engineer, [stranger.ids[0]], 1);
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await toProducts(boss, engineer, ["no-such-product"], 1)).status).toBe(404);
  expect((await look(stranger.boss, engineer)).status).toBe(404);
});

test("people can neither restrict themselves nor give more than they have", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  const peer = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "customers"] });
  expect((await toCustomers(boss, boss, [ids[0]])).Error).toBe("notYourself");
  expect((await toCustomers(boss, engineer, [ids[0], ids[1]])).status).toBe(200);
  // A user who sees more than the manager is unreachable; one who sees the same or less is not.
  expect((await look(engineer, peer)).Result).toMatchObject({ IsBeyond: true });
  expect((await toCustomers(engineer, peer, [ids[0]])).status).toBe(403);
  expect((await toCustomers(boss, peer, [ids[0]])).status).toBe(200);
  expect(await toCustomers(engineer, peer, [], 1, true)).toMatchObject({ status: 403, Error: "PermissionNotFound" });
  expect((await toCustomers(engineer, peer, [ids[2]], 1)).status).toBe(404);
  expect((await toCustomers(engineer, peer, [ids[1]], 1)).status).toBe(200);
  const may = async (of: Person) =>
    (await app.call(engineer, users.byId, { params: { userId: of.membershipId } })).Result!.May;
  await app.sql("update people set password_hash = 'x' where id = any($1::uuid[])", [[peer.personId, boss.personId]]);
  expect(await may(peer)).toContain("givePassword");
  await toCustomers(boss, peer, [ids[2]], 2);
  expect(await may(peer)).not.toContain("givePassword");
});

test("whose products are restricted gives no other products, and not every one", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  const peer = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "customers"] });
  const [one, two] = (await look(boss, engineer)).Result!.Products.map(({ Id }) => Id);
  await toProducts(boss, engineer, [one!]);
  await toProducts(boss, peer, [one!]);
  expect(await toProducts(engineer, peer, [], 1, true)).toMatchObject({ status: 403, Error: "PermissionNotFound" });
  expect((await toProducts(engineer, peer, [two!], 1)).status).toBe(404);
  expect((await toProducts(engineer, peer, [one!, two!], 1)).status).toBe(404);
  expect((await toProducts(engineer, peer, [one!], 1)).status).toBe(200);
  expect((await look(engineer, peer)).Result).toMatchObject({ IsBeyond: false, EveryProduct: false });
  // To customers they may restrict, and see them all.
  expect((await toCustomers(engineer, peer, [ids[0], ids[2]], 2)).Result!.Customers).toHaveLength(2);
  await toCustomers(boss, engineer, [ids[0]], 1);
  await toCustomers(boss, peer, [ids[0]], 3);
  expect((await toCustomers(engineer, peer, [ids[2]], 4)).status).toBe(404);
});

test("a restriction holds at every process that serves the person", async () => {
  const { boss, engineer, ids } = await company();
  const other = await webApp(app.config, pino({ level: "silent" }));
  await other.app.ready();
  try {
    const count = async () => (await getWith(other.app, engineer.token, "/api/customers")).json().Result.Items.length;
    expect(await count()).toBe(3);
    // Without a notification it would read the session again a second later.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await toCustomers(boss, engineer, [ids[0]]);
    await until(async () => (await count()) === 1, "the other process to hear of it");
  } finally {
    vi.useRealTimers();
    await other.close();
  }
});

test("of two people who restrict each other at the same moment, only one succeeds", async () => {
  const one = await app.signIn();
  const other = await app.signIn({ resellerId: one.resellerId });
  const { Result } = await look(one, other);
  const [first, second] = Result!.Products;
  await Promise.all([toProducts(one, other, [first!.Id]), toProducts(other, one, [second!.Id])]);
  const restricted = await app.sql("select from memberships where reseller_id = $1 and only_products is not null", [
    one.resellerId,
  ]);
  expect(restricted).toHaveLength(1);
});

test("restricted people cannot add customers or suspend services they do not see", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  await toCustomers(boss, engineer, [ids[0]]);
  const added = await app.call(engineer, customerForms.add, {
    body: { name: "Dale Motors", organisationTypes: ["Commercial"] },
  });
  expect(added.Error).toBe("onlyPartOfCompany");
  expect((await app.call(engineer, customers.suspend, { params: { customerId: ids[0] } })).status).toBe(200);
  const seller = await app.signIn({ kind: "engineer", resellerId });
  await toProducts(boss, seller, ["microsoft-365"]);
  const stopped = await app.call(seller, customers.suspend, { params: { customerId: ids[1] } });
  expect(stopped.Error).toBe("onlyPartOfCompany");
});

test("people invited by a restricted person start with the same restrictions", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  await toCustomers(boss, engineer, [ids[0]]);
  await toProducts(boss, engineer, ["microsoft-365"], 1);
  const key = crypto.randomUUID();
  await app.sql(
    `insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, inviter_id, key_hash, expires_at)
     values ($1, 'engineer', 'Nora', 'Wind', $2, '{}', '{}', false, 'Robin Tester', $3, sha256($4::bytea), now() + interval '1 day')`,
    [resellerId, `${key}@example.com`, engineer.membershipId, key],
  );
  const accepted = await app.call(null, invitations.accept, {
    body: { Key: key, NewPassword: "Violet-Harbour-77-lamp" },
  });
  expect(accepted.Error).toBeNull();
  const [nora] = await app.sql<{ only_customers: boolean; only_products: string[]; customers: string[] }>(
    `select only_customers, only_products, array(select customer_id::text from membership_customers c where c.membership_id = m.id) as customers
     from memberships m where email = $1`,
    [`${key}@example.com`],
  );
  expect(nora).toEqual({ only_customers: true, only_products: ["microsoft-365"], customers: [ids[0]] });
});

test("pasted names and ids become customers, and the rest are reported", async () => {
  const { boss, engineer, ids } = await company();
  const match = async (person: Person) =>
    (
      await app.call(person, restrictions.matchCustomers, {
        body: { Texts: ["acme dental ", " ", ids[1], "Nobody Ltd"] },
      })
    ).Result!;
  expect(await match(boss)).toMatchObject({
    Items: [{ Name: "Acme Dental" }, { Name: "Bright Legal" }],
    Unknown: ["Nobody Ltd"],
  });
  await toCustomers(boss, engineer, [ids[0]]);
  expect((await match(engineer)).Unknown).toEqual([ids[1], "Nobody Ltd"]);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId: ids[1] });
  expect(await match(admin)).toMatchObject({ Items: [{ Id: ids[1] }], Unknown: ["acme dental", "Nobody Ltd"] });
});

test("an open page of a restricted person hears of their customers only", async () => {
  const { boss, engineer, ids, resellerId } = await company();
  await toCustomers(boss, engineer, [ids[0]]);
  const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const tell = (topic: "orders" | "invoices" | "work", customerId: string) =>
    app.platform.database.write({ role: "app_tenant", resellerId }, (tx) =>
      announce(tx, resellerId, [topic], customerId),
    );
  /** As a page does, opens another stream if it ends: the news of the restriction may arrive after it was opened. */
  const hear = async (): Promise<string> => {
    const ticket = (await app.call(engineer, notifications.negotiate)).Result!.accessToken;
    const stream = await fetch(`${origin}${notifications.stream.path}?access_token=${encodeURIComponent(ticket)}`);
    await tell("orders", ids[1]);
    await tell("invoices", ids[0]);
    app.platform.committed();
    let heard = "";
    for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) {
      heard += piece;
      if (heard.includes("invoices")) return heard;
    }
    return hear();
  };
  const heard = await hear();
  expect(heard).not.toContain("orders");
});

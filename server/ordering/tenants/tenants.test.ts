import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { adminRelationships } from "@tradewind/contract/ordering/admin-relationships.ts";
import { tenants } from "@tradewind/contract/ordering/tenants.ts";
import { expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostRequests } from "./tenants.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const staff = await app.signInOperator();
await proveNow(app, staff.sessionId);

const ProductId = "microsoft-365";
const latest = async (person: Person, customerId: string) =>
  (await app.call(person, tenants.ofCustomer, { params: { customerId }, query: { ProductId } })).Result!.Request;
const ask = (person: Person, customerId: string) =>
  app.call(person, tenants.request, { params: { customerId }, body: { ProductId } });
const fresh = (stem: string) => `${stem}${crypto.randomUUID().slice(0, 6)}.onmicrosoft.com`;
const act = async (body: Record<string, unknown>) =>
  (await worker.control("microsoft", "act", body)) as Record<string, string>;
const acceptReseller = (domain: string) => act({ action: "acceptReseller", domain });

/** A customer of a new reseller, with an invitation that waits. */
async function invited(name?: string) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, name);
  const { Result } = await ask(reseller, customerId);
  const request = await worker.until(async () => {
    const found = await latest(reseller, customerId);
    return found?.State === "waiting" && found;
  }, "the invitation");
  const relationship = /granularAdminRelationships\/([0-9a-f-]+)$/.exec(request.Links[1]!.Url)![1]!;
  const approve = (domain: string) => act({ action: "approveRelationship", relationship, domain });
  /** Looks as after a webhook, without waiting for the next turn. */
  const look = () =>
    app.platform.database.write({ role: "app_operator" }, (tx) =>
      app.platform.jobs.file(tx, "tenants.look", {
        resellerId: reseller.resellerId,
        requestId: request.Id,
        hinted: true,
      }),
    );
  const ends = async (state: string, message?: RegExp) => {
    await look();
    return worker.until(async () => {
      const found = await latest(reseller, customerId);
      return found?.State === state && (!message || message.test(found.Message ?? "")) && found;
    }, `request ${state}`);
  };
  return { reseller, customerId, request, relationship, approve, look, ends, id: Result!.Request.Id };
}

const holders = async (tenantRef: string) =>
  (
    await app.sql<{ customer_id: string }>("select customer_id from provider_tenants where tenant_ref = $1", [
      tenantRef,
    ])
  ).map(({ customer_id }) => customer_id);
const journeyOf = async (person: Person, customerId: string) =>
  (
    await app.call(person, orders.journey, {
      params: { by: "product", name: ProductId },
      query: { CustomerId: customerId, Action: "Add" },
    })
  ).Result!;
const logOf = async (resellerId: string) =>
  (
    await app.sql<{ what: string }>(
      "select what from activity where reseller_id = $1 and action like 'tenants.%' order by id",
      [resellerId],
    )
  ).map(({ what }) => what);

test("a tenant is connected once its administrator has accepted both links, and the next order goes into it", async () => {
  const { reseller, customerId, request, approve, ends } = await invited("Fenwick Timber");
  expect(await journeyOf(reseller, customerId)).toMatchObject({ BringsTenantTo: "Microsoft" });
  expect(request.Links.map(({ Label }) => Label)).toEqual([
    "Accept us as reseller",
    "Confirm that the tenant is yours",
  ]);
  const domain = fresh("fenwick");
  await ends("waiting", /has not confirmed/);
  const { tenantId } = await approve(domain);
  await ends("waiting", /has not accepted us as reseller/);
  await acceptReseller(domain);
  expect(await ends("connected")).toMatchObject({ TenantName: domain, Links: [] });
  expect(await holders(tenantId!)).toEqual([customerId]);

  const journey = await journeyOf(reseller, customerId);
  expect(journey.BringsTenantTo).toBeNull();
  expect(journey.Tenant).toEqual({ VendorName: "Microsoft", Ref: tenantId, Name: domain });
  const asked = journey.Steps.find(({ Id }) => Id === "tenant")!;
  expect([asked.Hidden, asked.Fields.map(({ Name }) => Name)]).toEqual([
    false,
    ["AgreementName", "AgreementEmail", "AgreementDate"],
  ]);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 3 }] },
    { ProductId, Details: agreement },
  );
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const { entries } = (await worker.control("microsoft", "journal")) as { entries: { method: string; path: string }[] };
  const bought = entries.filter(({ path }) => path.endsWith("/checkout")).map(({ path }) => path.split("/")[3]);
  expect(bought).toEqual([tenantId]);
  expect((await journeyOf(reseller, customerId)).Steps.find(({ Id }) => Id === "tenant")!.Hidden).toBe(true);
  expect(await logOf(reseller.resellerId)).toEqual([
    "Asked to bring in the Microsoft tenant of Fenwick Timber",
    `Connected the Microsoft tenant ${domain} of Fenwick Timber, as its administrator accepted`,
  ]);
  expect((await ask(reseller, customerId)).Error).toBe("tenantKnown");
});

test("of two resellers who ask for one tenant, the one whose invitation was accepted gets it", async () => {
  const [one, other] = [await invited("Brook & Sons"), await invited("Brook & Sons")];
  const domain = fresh("brook");
  await acceptReseller(domain);
  const { tenantId } = await other.approve(domain);
  await other.ends("connected");
  await one.ends("waiting", /has not confirmed/);
  expect(await holders(tenantId!)).toEqual([other.customerId]);
});

test("a tenant that another customer has is refused even with its administrator's acceptance, and the log says so", async () => {
  const first = await invited();
  const domain = fresh("taken");
  await acceptReseller(domain);
  const { tenantId } = await first.approve(domain);
  await first.ends("connected");
  const second = await invited();
  await second.approve(domain);
  const refused = await second.ends("refused");
  expect(refused.Message).toMatch(/belongs to another customer/);
  expect(await holders(tenantId!)).toEqual([first.customerId]);
  expect((await logOf(second.reseller.resellerId)).at(-1)).toMatch(/was not connected: This tenant belongs/);
  expect((await journeyOf(second.reseller, second.customerId)).BringsTenantTo).toBe("Microsoft");
});

test("two acceptances of one tenant at once: the database connects one customer", async () => {
  const both = [await invited(), await invited()];
  const domain = fresh("atonce");
  await acceptReseller(domain);
  const [{ tenantId }] = [await both[0]!.approve(domain), await both[1]!.approve(domain)];
  await Promise.all(both.map(({ look }) => look()));
  const states = await worker.until(async () => {
    const found = await Promise.all(both.map(({ reseller, customerId }) => latest(reseller, customerId)));
    return found.every((each) => each!.State !== "waiting") && found.map((each) => each!.State);
  }, "both ends");
  expect(states.toSorted()).toEqual(["connected", "refused"]);
  expect(await holders(tenantId!)).toHaveLength(1);
});

test("a withdrawn request binds nothing, whatever is accepted afterwards; an ended invitation ends its request", async () => {
  const one = await invited();
  const domain = fresh("late");
  await acceptReseller(domain);
  const withdrawn = await app.call(one.reseller, tenants.withdraw, { params: { tenantRequestId: one.id } });
  expect(withdrawn.Result!.Request).toMatchObject({ State: "withdrawn", Links: [] });
  const { tenantId } = await one.approve(domain);
  await one.ends("withdrawn");
  expect(await holders(tenantId!)).toEqual([]);
  expect((await app.call(one.reseller, tenants.withdraw, { params: { tenantRequestId: one.id } })).Error).toBe(
    "tenantRequestOver",
  );

  const other = await invited();
  await act({ action: "endRelationship", relationship: other.relationship });
  expect((await other.ends("refused")).Message).toMatch(/ended the invitation/);
  // A new request has an invitation of its own.
  await ask(other.reseller, other.customerId);
  const again = await worker.until(async () => {
    const found = await latest(other.reseller, other.customerId);
    return found?.State === "waiting" && found;
  }, "another invitation");
  expect(again.Links[1]!.Url).not.toContain(other.relationship);
});

test("somebody else's request is neither seen nor withdrawn, and one customer has one request at a time", async () => {
  const { reseller, customerId, id } = await invited();
  const stranger = await app.signIn();
  expect((await app.call(stranger, tenants.withdraw, { params: { tenantRequestId: id } })).status).toBe(404);
  expect((await ask(stranger, customerId)).status).toBe(404);
  expect((await app.call(stranger, tenants.ofCustomer, { params: { customerId }, query: { ProductId } })).status).toBe(
    404,
  );
  expect((await ask(reseller, customerId)).Error).toBe("tenantRequested");
  const acronis = { params: { customerId }, body: { ProductId: "acronis-backup" } };
  expect((await app.call(reseller, tenants.request, acronis)).Error).toBe("tenantNotBrought");
});

test("a reseller's role in the database proves nothing by itself", async () => {
  const { reseller, id } = await invited();
  const bounds = { role: "app_tenant", resellerId: reseller.resellerId } as const;
  const change = (set: Record<string, unknown>) =>
    app.platform.database.write(bounds, (tx) =>
      tx.updateTable("tenant_requests").set(set).where("id", "=", id).execute(),
    );
  await expect(change({ state: "connected" })).rejects.toThrow("does not say which tenant is proven");
  await expect(change({ tenant_ref: "t" })).rejects.toThrow("permission denied");
  await change({ state: "withdrawn" });
  await expect(change({ state: "waiting" })).rejects.toThrow("does not say which tenant is proven");
});

test("the operator connects a tenant by hand with a reason, in one spelling of its number, and releases it unused", async () => {
  const [one, other] = [await invited("Harbour Dental"), await invited()];
  const number = crypto.randomUUID();
  const Reason = "Its administrator confirmed it on the phone, ticket 4711";
  const connect = (tenantRequestId: string, TenantRef: string) =>
    app.call(staff, tenants.connect, { params: { tenantRequestId }, body: { TenantRef, Reason } });
  expect((await connect(one.id, "harbour.onmicrosoft.com")).Error).toBe("tenantRefMalformed");
  expect((await connect(one.id, ` ${number.toUpperCase()} `)).Result).toEqual({ TenantRef: number });
  expect((await connect(other.id, number.toUpperCase())).Error).toBe("tenantTaken");
  expect(await latest(one.reseller, one.customerId)).toMatchObject({ State: "connected" });
  const entries = await app.call(one.reseller, activityLog.list, { query: { Kind: "orders" } });
  expect(entries.Result!.Items[0]!).toMatchObject({
    Who: "Olive Operator",
    What: `Connected the Microsoft tenant ${number} of Harbour Dental by hand: ${Reason}`,
  });
  const release = (tenantRequestId: string) =>
    app.call(staff, tenants.release, { params: { tenantRequestId }, body: { Reason } });
  expect((await release(one.id)).status).toBe(200);
  expect(await holders(number)).toEqual([]);
  expect((await release(one.id)).Error).toBe("tenantRequestOver");
  expect((await connect(other.id, number)).status).toBe(200);
});

test("a tenant in which something is provided stays, and so does a tenant that an order is creating", async () => {
  const one = await invited();
  const domain = fresh("inuse");
  await acceptReseller(domain);
  await one.approve(domain);
  await one.ends("connected");
  const { OfferId } = await offer(one.reseller, one.customerId, { term: "P1Y", billing: "monthly" });
  const change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 3 }] };
  const { placed } = await order(one.reseller, one.customerId, change, { ProductId, Details: agreement });
  await becomes(one.reseller, placed.Result!.InstanceId, "Active");
  const body = { Reason: "The customer asked for it by letter" };
  expect((await app.call(staff, tenants.release, { params: { tenantRequestId: one.id }, body })).Error).toBe(
    "tenantInUse",
  );

  const two = await invited();
  await app.sql(
    `with service as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
                      values ($1, $2, 'microsoft-365', 'Activating', now(), now()) returning id)
     insert into orders (id, reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
     select 'ffffffff-ffff-7fff-bfff-ffffffffffff', $1, $2, id, 'microsoft-365', 'Add', 'add', 'Working', now(), 'Robin Tester' from service`,
    [two.reseller.resellerId, two.customerId],
  );
  const busy = fresh("busy");
  await acceptReseller(busy);
  const { tenantId } = await two.approve(busy);
  await two.ends("waiting", /An order is being provided/);
  expect(await holders(tenantId!)).toEqual([]);
});

test("a request is looked at again with growing waits, and one that lost its job gets another", async () => {
  // Left as it was put off, and not hurried.
  const nextLook = (requestId: string) =>
    worker.until(
      async () => {
        const [row] = await app.sql<{ seconds: number }>(
          `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
         where name = 'tenants.look' and data ->> 'requestId' = $1 and state = 'created' and start_after > created_on`,
          [requestId],
        );
        return row?.seconds;
      },
      "the next look",
      undefined,
      false,
    );
  let { id } = await invited();
  for (const [looks, least, most] of [
    // A look that is still under way counts as well.
    [0, 5, 60],
    [60, 3600, 3600],
  ] as const) {
    const [old] = await app.sql<{ id: string }>(
      "update tenant_requests set id = uuidv7(interval '-2 minutes'), looks = $2 where id = $1 returning id",
      [id, looks],
    );
    await app.sql("delete from pgboss.job where name = 'tenants.look' and data ->> 'requestId' = any($1)", [
      [id, old!.id],
    ]);
    id = old!.id;
    await refileLostRequests(worker.platform);
    const wait = await nextLook(id);
    expect([wait >= least, wait <= most]).toEqual([true, true]);
  }
});

test("SVC-17 the link of a customer to its tenant is shown, and let go of while nothing is provided in it", async () => {
  const { reseller, customerId, approve, ends } = await invited();
  const links = async (person: Person = reseller) =>
    (await app.call(person, tenants.links, { params: { customerId } })).Result?.Links;
  const linked = async () => (await links())!.find((link) => link.ProductId === ProductId)!;
  const unlink = (person: Person = reseller) =>
    app.call(person, tenants.unlink, { params: { customerId }, body: { ProductId } });
  expect(await linked()).toMatchObject({ TenantRef: null, Services: 0, Request: { State: "waiting" } });
  const domain = fresh("unlinked");
  await acceptReseller(domain);
  await approve(domain);
  await ends("connected");
  const { TenantRef } = await linked();
  expect(await linked()).toMatchObject({ TenantName: domain, IsBroughtIn: true, Services: 0 });
  expect(await links(await app.signIn())).toBeUndefined();
  expect((await unlink(await app.signIn())).status).toBe(404);

  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] });
  const { Subscriptions } = await becomes(reseller, placed.Result!.InstanceId, "Active");
  expect((await linked()).Services).toBe(1);
  expect(await unlink()).toMatchObject({ status: 409, Error: "tenantInUse" });
  const { InstanceId } = placed.Result!;
  await order(reseller, customerId, { Kind: "cancel", Keys: [Subscriptions[0]!.Id] }, { InstanceId });
  await becomes(reseller, InstanceId, "Deleted");
  // What is used in Azure is billed to whoever has the tenant when the vendor's file comes.
  const [azure] = await app.sql<{ id: string }>(
    `insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on)
     values ($1, $2, 'azure', 'microsoft', 'held', 'Shop', true, '2026-01-31') returning id`,
    [reseller.resellerId, customerId],
  );
  expect(await unlink()).toMatchObject({ status: 409, Error: "tenantInUse" });
  const ended = "update azure_subscriptions set is_active = false, billed_until = $2 where id = $1";
  await app.sql(
    `insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
     values ($1, $2, '2026-01-31', 'g', 'r', 'm', 1, 1)`,
    [reseller.resellerId, azure!.id],
  );
  await app.sql(ended, [azure!.id, "2026-01-01"]);
  expect(await unlink()).toMatchObject({ status: 409, Error: "tenantInUse" });
  await app.sql(ended, [azure!.id, "2026-02-01"]);
  const asked = await app.call(reseller, adminRelationships.request, {
    params: { customerId },
    body: { ProductId, Roles: ["88d8e3e3-8f55-4a1e-953a-9b9898b8876b"], Days: 40, ExtendsItself: false },
  });
  expect((await linked()).AdminRelationships).toBe(1);
  expect((await unlink()).Result!.Links.find((link) => link.ProductId === ProductId)!.TenantRef).toBeNull();
  expect(await holders(TenantRef!)).toEqual([]);
  expect((await logOf(reseller.resellerId)).at(-1)).toMatch(/^Unlinked .*, and ended 1 admin relationship$/);
  const [row] = await app.sql(
    "select wants_end or status in ('terminating', 'terminated', 'lapsed') as ends from admin_relationships where id = $1",
    [asked.Result!.Relationship.Id],
  );
  expect(row).toEqual({ ends: true });
});

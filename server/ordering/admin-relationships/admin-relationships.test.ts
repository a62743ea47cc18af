import { adminRelationships } from "@tradewind/contract/ordering/admin-relationships.ts";
import { afterEach, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { recordRelationship, watchRelationships } from "./admin-relationships.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);

const setFlag = async (on: boolean) => {
  await app.sql("update feature_flags set enabled = $1 where name = 'GDAP'", [on]);
  app.platform.sessions.forget("");
};
afterEach(() => setFlag(true));

const ProductId = "microsoft-365";
const readers = "88d8e3e3-8f55-4a1e-953a-9b9898b8876b";
const global = "62e90394-69f5-4237-9190-012177145e10";

/** A customer whose tenant at Microsoft is known, and how its relationships are asked for and read. */
async function linked() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const domain = `acme${crypto.randomUUID().slice(0, 8)}.onmicrosoft.com`;
  const { tenantId } = (await act({ action: "acceptReseller", domain })) as { tenantId: string };
  await app.sql("insert into provider_tenants values ($1, $2, 'microsoft', $3)", [
    reseller.resellerId,
    customerId,
    tenantId,
  ]);
  const list = async (person: Person = reseller) =>
    app.call(person, adminRelationships.list, { params: { customerId }, query: { ProductId } });
  const ask = (changes: object = {}, person: Person = reseller) =>
    app.call(person, adminRelationships.request, {
      params: { customerId },
      body: { ProductId, Roles: [readers], Days: 40, ExtendsItself: false, ...changes },
    });
  /** Looks as the daily work does, without waiting for the next turn. */
  const look = (relationshipId: string) =>
    app.platform.database.write({ role: "app_operator" }, (tx) =>
      app.platform.jobs.file(tx, "admin.look", { resellerId: reseller.resellerId, relationshipId, hinted: true }),
    );
  const becomes = (wanted: object, hurry = true) => {
    let looks = 0;
    return worker.until(async () => {
      const [latest] = (await list()).Result!.Items;
      if (latest && Object.entries(wanted).every(([key, value]) => latest[key as "Status"] === value)) return latest;
      // The job that follows it looks by itself, though ever more seldom.
      if (latest && hurry && ++looks % 8 === 0) await look(latest.Id);
      return undefined;
    }, JSON.stringify(wanted));
  };
  return { reseller, customerId, domain, tenantId, list, ask, becomes };
}

const act = (body: object) => worker.control("microsoft", "act", body);
const approve = (url: string, domain: string) =>
  act({ action: "approveRelationship", relationship: url.split("/").at(-1), domain });
/** Waits for the looks under way, which would bring back how it stands at the vendor. */
const looksOver = (relationshipId: string) =>
  worker.until(async () => {
    const open = await app.sql(
      "select from pgboss.job where name = 'admin.look' and state < 'completed' and data ->> 'relationshipId' = $1",
      [relationshipId],
    );
    return open.length === 0;
  }, "the looks under way");
/** What the vendor was told of a relationship, in order. */
const toldVendor = async (ref: string) => {
  const { entries } = (await worker.control("microsoft", "journal")) as { entries: { method: string; path: string }[] };
  return entries
    .filter(({ path, method }) => path.includes(ref) && method !== "GET")
    .map(({ method, path }) => `${method} ${path.split(ref)[1]}`);
};
const notices = async (resellerId: string) =>
  (
    await app.sql<{ content: string }>("select content from notifications where reseller_id = $1 order by id", [
      resellerId,
    ])
  ).map(({ content }) => content);

test("FLAG-08 what is asked for waits for the customer's administrator, is in force once approved, and can be ended", async () => {
  const { reseller, domain, list, ask, becomes } = await linked();
  const { Terms, Items } = (await list()).Result!;
  expect(Items).toEqual([]);
  expect(Terms).toMatchObject({ VendorName: "Microsoft", MostDays: 730, ExtendsByDays: 180 });
  expect(Terms.Roles.find(({ Id }) => Id === global)).toMatchObject({
    Name: "Global Administrator",
    IsEverything: true,
  });

  const asked = (await ask({ Days: 730, ExtendsItself: true })).Result!.Relationship;
  expect(asked).toMatchObject({ Status: "preparing", ApprovalUrl: null, Roles: ["Directory Readers"], EndsAt: null });
  const pending = await becomes({ Status: "approvalPending" });
  expect(pending.ApprovalUrl).toMatch(/#\/partners\/invitation\/granularAdminRelationships\//);
  expect((await ask()).Error).toBe("adminRequested");

  // Nobody but the customer's own administrator can approve it.
  expect(await approve(pending.ApprovalUrl!, "somebody.onmicrosoft.com")).toMatchObject({ refused: "anotherTenant" });
  await approve(pending.ApprovalUrl!, domain);
  const active = await becomes({ Status: "active", Access: "active" });
  expect(active).toMatchObject({ ApprovalUrl: null, DaysLeft: 730, ExtendsItself: true });

  const params = { adminRelationshipId: active.Id };
  await app.call(reseller, adminRelationships.change, { params, body: { ExtendsItself: false } });
  await becomes({ ExtendsItself: false, IsChanging: false });
  const engineer = await app.signIn({ resellerId: reseller.resellerId });
  await app.sql("update memberships set only_products = '{acronis-backup}' where id = $1", [engineer.membershipId]);
  expect((await app.call(engineer, adminRelationships.end, { params })).status).toBe(404);
  expect((await app.call(reseller, adminRelationships.end, { params })).Result!.Relationship.IsChanging).toBe(true);
  await becomes({ Status: "terminated", IsChanging: false });
  expect((await app.call(reseller, adminRelationships.end, { params })).Error).toBe("adminOver");
  const told = await app.sql<{ what: string }>(
    "select what from activity where reseller_id = $1 and action like 'adminRelationships.%' and outcome = 'done' order by id",
    [reseller.resellerId],
  );
  expect(told.map(({ what }) => what.split(" ")[0])).toEqual(["Asked", "Let", "Ended"]);
  const ends = (await notices(reseller.resellerId)).map((content) => /is approved|was ended/.exec(content)?.[0]);
  expect([...new Set(ends)]).toEqual(["is approved", "was ended"]);
});

test("FLAG-08 the vendor is asked with an etag, and only for what a relationship has", async () => {
  const { domain, ask, becomes, reseller } = await linked();
  await ask();
  const pending = await becomes({ Status: "approvalPending" });
  await approve(pending.ApprovalUrl!, domain);
  const { Id } = await becomes({ Status: "active" });
  await app.call(reseller, adminRelationships.change, {
    params: { adminRelationshipId: Id },
    body: { ExtendsItself: true },
  });
  await becomes({ ExtendsItself: true, IsChanging: false });
  const ref = pending.ApprovalUrl!.split("/").at(-1)!;
  expect(await toldVendor(ref)).toEqual(["POST /requests", "POST /accessAssignments", "PATCH "]);
});

test("FLAG-08 what is wanted while the vendor is told something else is not forgotten", async () => {
  const { domain, ask, becomes, reseller } = await linked();
  await ask();
  const pending = await becomes({ Status: "approvalPending" });
  await approve(pending.ApprovalUrl!, domain);
  const { Id } = await becomes({ Status: "active" });
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "PATCH", path: "delegatedAdminRelationships" },
    fault: { kind: "late", ms: 2_000 },
  });
  const params = { adminRelationshipId: Id };
  await app.call(reseller, adminRelationships.change, { params, body: { ExtendsItself: true } });
  const ref = pending.ApprovalUrl!.split("/").at(-1)!;
  await worker.until(
    async () => (await toldVendor(ref)).includes("PATCH "),
    "the worker to wait for the vendor's answer",
  );
  await app.call(reseller, adminRelationships.end, { params });
  // Looks of others may see the end before the one that told the vendor has written that it did.
  await becomes({ Status: "terminated", IsChanging: false });
  const all = await toldVendor(ref);
  expect(all.slice(all.lastIndexOf("PATCH "))).toContain("POST /requests");
});

test("FLAG-08 before one ends the reseller is told, at each step once, and never of one that extends itself", async () => {
  const { reseller, domain, ask, becomes } = await linked();
  await ask();
  const pending = await becomes({ Status: "approvalPending" });
  await approve(pending.ApprovalUrl!, domain);
  const { Id } = await becomes({ Status: "active" });
  const toldOn = async (day: string) => {
    await watchRelationships(worker.platform, day);
    return (await notices(reseller.resellerId)).filter((content) => content.includes("ends on")).length;
  };
  const ends = async (at: string) => {
    await looksOver(Id);
    await app.sql(
      "update admin_relationships set ends_at = $2, status = 'expiring', fulfiller = 'acronis' where id = $1",
      [Id, at],
    );
  };
  await ends("2027-06-30T12:00:00Z");
  expect(await toldOn("2027-05-01")).toBe(0);
  expect([await toldOn("2027-05-31"), await toldOn("2027-06-01")]).toEqual([1, 1]);
  expect([await toldOn("2027-06-23"), await toldOn("2027-06-29"), await toldOn("2027-06-29")]).toEqual([2, 3, 3]);
  await app.sql("update admin_relationships set told_days = null, extends_itself = true where id = $1", [Id]);
  expect(await toldOn("2027-06-29")).toBe(3);
});

test("FLAG-08 with the flag off the server refuses, and tells of no end", async () => {
  const { reseller, list, ask, becomes } = await linked();
  await ask();
  const { Id } = await becomes({ Status: "approvalPending" });
  await setFlag(false);
  expect((await list()).status).toBe(404);
  expect((await ask()).status).toBe(404);
  const params = { adminRelationshipId: Id };
  expect((await app.call(reseller, adminRelationships.end, { params })).status).toBe(404);
  await app.sql(
    "update admin_relationships set ends_at = '2027-06-30', status = 'active', fulfiller = 'acronis' where id = $1",
    [Id],
  );
  await watchRelationships(worker.platform, "2027-06-29");
  expect(await notices(reseller.resellerId)).toEqual([]);
});

test("FLAG-08 what cannot be asked for is refused", async () => {
  const { reseller, customerId, ask, list } = await linked();
  expect((await ask({ Roles: ["owner"] })).Errors).toEqual({ Roles: "Choose among the roles that are offered" });
  expect((await ask({ Roles: [] })).Errors).toEqual({ Roles: "Choose at least one role" });
  expect((await ask({ Days: 731 })).Errors).toEqual({ Days: "Must be at most 730" });
  expect((await ask({ Roles: [global], ExtendsItself: true })).Errors).toEqual({
    ExtendsItself: "What may do everything cannot extend itself",
  });
  expect((await ask({ ProductId: "acronis-backup" })).Error).toBe("adminNotOffered");
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
  expect([(await ask({}, admin)).status, (await list(admin)).status]).toEqual([403, 403]);
  expect((await ask({}, await signInSigned())).status).toBe(404);
  await app.sql("delete from provider_tenants where customer_id = $1", [customerId]);
  expect((await ask()).Error).toBe("adminNotOffered");
});

test("FLAG-08 of approval and end only those are told who see a product of the vendor, and with the flag off nobody", async () => {
  const { reseller, domain, ask, becomes } = await linked();
  const restricted = async (products: string[]) => {
    const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
    await app.sql("update memberships set only_products = $2 where id = $1", [engineer.membershipId, products]);
    return engineer.membershipId;
  };
  const [others, own] = [await restricted(["acronis-backup"]), await restricted([ProductId])];
  const told = (membershipId: string) =>
    app.sql<{ product_id: string | null }>("select product_id from notifications where membership_id = $1", [
      membershipId,
    ]);
  await ask();
  const pending = await becomes({ Status: "approvalPending" });
  await approve(pending.ApprovalUrl!, domain);
  const { Id } = await becomes({ Status: "active" });
  await worker.until(async () => (await told(own)).length > 0, "the notice");
  expect(await told(own)).toEqual([{ product_id: ProductId }]);
  expect(await told(others)).toEqual([]);
  expect(await told(reseller.membershipId)).toEqual([{ product_id: null }]);
  await looksOver(Id);
  const seen = { status: "terminated", activatedAt: null, endsAt: null, extendsItself: false, access: "none" } as const;
  await setFlag(false);
  await worker.platform.database.write({ role: "app_worker" }, (tx) =>
    recordRelationship(tx, Id, seen, app.platform.clock.now()),
  );
  expect(await told(own)).toHaveLength(1);
  expect(await app.sql("select status from admin_relationships where id = $1", [Id])).toEqual([
    { status: "terminated" },
  ]);
  await worker.platform.database.write({ role: "app_worker" }, (tx) =>
    recordRelationship(tx, Id, { ...seen, status: null }, app.platform.clock.now()),
  );
  expect(await app.sql("select status from admin_relationships where id = $1", [Id])).toEqual([
    { status: "terminated" },
  ]);
});

test("FLAG-08 what is being asked for can be taken back, and a new name of the customer makes no second one", async () => {
  const { reseller, customerId, tenantId, ask, becomes } = await linked();
  // The vendor makes it, and its answer is lost.
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "POST", path: "delegatedAdminRelationships" },
    fault: { kind: "commitThenReset" },
  });
  const { Id } = (await ask()).Result!.Relationship;
  await app.sql("update customers set name = 'Quite Another Ltd' where id = $1", [customerId]);
  const params = { adminRelationshipId: Id };
  const { Result } = await app.call(reseller, adminRelationships.end, { params });
  expect(Result!.Relationship).toMatchObject({ Status: "preparing", IsChanging: true });
  await becomes({ Status: "terminated", IsChanging: false });
  const { entries } = (await worker.control("microsoft", "journal")) as {
    entries: { method: string; path: string; request?: { body: unknown } }[];
  };
  const made = entries.filter(
    (each) =>
      each.method === "POST" &&
      each.path.endsWith("/delegatedAdminRelationships") &&
      JSON.stringify(each).includes(tenantId),
  );
  expect(made).toHaveLength(1);
});

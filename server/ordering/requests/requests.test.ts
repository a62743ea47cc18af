import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { requestStaysDays } from "@tradewind/domain/ordering/requests.ts";
import { expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { atOnce } from "../../test/at-once.ts";
import { mailsTo } from "../../test/mails.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { expireRequests } from "./expire-requests.actions.ts";

const app = await testApp();
const { begin, setPrice, licences, wanted, propose, hashed, place, ask, asked, read, approve } = requestStory(app);

const heard = async (person: Person) =>
  (await app.call(person, notifications.list, { query: {} })).Result!.Items.map(({ Content }) => Content);
const list = async (person: Person, query: { Shown?: "open" | "decided" } = {}) =>
  (await app.call(person, requests.list, { query })).Result!;
const mailOf = async ({ membershipId }: Person) =>
  (await app.sql<{ email: string }>("select email from memberships where id = $1", [membershipId]))[0]!.email;

test("without rules admins order as before, and see what they pay but not what it costs", async () => {
  const { admin, customerId } = await begin({});
  const { Result } = await propose(admin, wanted(customerId, licences(2)));
  expect(Result).toMatchObject({
    ChargeNow: null,
    Commitment: null,
    Rule: null,
    Sale: { Now: { Minor: "4000" }, Commitment: { Net: { Minor: "48000" } }, Adds: { Minor: "48000" } },
  });
  expect(await ask(admin, wanted(customerId))).toMatchObject({ status: 409, Error: "requestNotNeeded" });
  expect((await place(admin, wanted(customerId))).status).toBe(200);
});

test("what admins see no price of they ask for, where prices are hidden or none is set, whatever else they may", async () => {
  const { owner, admin, customerId } = await begin({});
  const changed = await app.call(owner, display.save, { body: { HidePricing: true, HideBanner: false } });
  expect(changed.status).toBe(200);
  const seen = (await propose(admin, wanted(customerId, licences(2)))).Result!;
  expect(seen).toMatchObject({ ChargeNow: null, Sale: null, Rule: { Why: "unseen", Limit: null, Left: null } });
  // What it commits to until when is no price.
  expect(seen.After).toMatchObject([{ TermUntil: expect.any(String), TermEnd: { Outcome: "renew" } }]);
  expect(await place(admin, wanted(customerId))).toMatchObject({ status: 409, Error: "orderNeedsApproval" });
  const requestId = await asked(admin, wanted(customerId));
  await app.call(owner, display.save, { body: { HidePricing: false, HideBanner: false } });
  await setPrice(owner, null);
  expect((await propose(admin, wanted(customerId))).Result).toMatchObject({ Sale: null, Rule: { Why: "unseen" } });
  expect((await propose(owner, wanted(customerId))).Result).toMatchObject({ Rule: null });
  // Who decides sees what the asker does not.
  const { Asked } = (await read(owner, requestId)).Result!;
  expect(Asked).toMatchObject({ ChargeNow: expect.any(Object), Sale: { Adds: { Minor: "24000" } } });
  expect((await approve(owner, requestId)).status).toBe(200);
});

test("a plan that is charged by use alone commits to what will be used", async () => {
  const { owner, admin, customerId } = await begin({});
  const Lines = [{ Key: "a", OfferId: "azure-plan:none:monthly", Quantity: 1 }];
  const body = { CustomerId: customerId, ProductId: "azure", Change: { Kind: "add" as const, Lines } };
  const rule = async (person: Person) => (await app.call(person, orders.propose, { body })).Result!.Rule;
  expect([await rule(admin), await rule(owner)]).toMatchObject([{ Why: "unseen" }, null]);
});

test("a request is told to the reseller, approved as it is now, and ordered once", async () => {
  const { owner, admin, customerId } = await begin();
  expect((await propose(admin, wanted(customerId))).Result!.Rule).toMatchObject({ Why: "byRequest", Limit: null });
  expect(await place(admin, wanted(customerId))).toMatchObject({ status: 409, Error: "orderNeedsApproval" });

  const requestId = await asked(admin, wanted(customerId, licences(3)));
  expect(await list(owner)).toMatchObject({
    Waiting: 1,
    Items: [{ Id: requestId, State: "open", Amount: { Minor: "72000" }, What: expect.stringMatching(/^Add 3 × /) }],
  });
  expect(await heard(owner)).toEqual([expect.stringMatching(/^Robin Tester asks for Acme .+: Add 3 × /)]);
  const seen = (await read(owner, requestId)).Result!;
  expect(seen).toMatchObject({
    Note: "For the new starter",
    May: ["approve", "refuse"],
    Asked: { Hash: seen.Present!.Hash },
  });
  expect(seen.Asked.ChargeNow).not.toBeNull();
  const own = (await read(admin, requestId)).Result!;
  expect(own).toMatchObject({ May: ["withdraw"], Asked: { Findings: [] } });
  for (const costs of [own.Asked, own.Present!])
    expect(costs).toMatchObject({ ChargeNow: null, Renewals: null, Margin: null, Commitment: null, UndoBack: null });
  expect(seen.Asked.UndoBack).not.toBeNull();

  const answers = await atOnce(app, "orders", [() => approve(owner, requestId), () => approve(owner, requestId)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [{ count }] = (await app.sql<{ count: number }>("select count(*)::int from orders where customer_id = $1", [
    customerId,
  ])) as [{ count: number }];
  expect(count).toBe(1);
  const { OrderId } = answers.find(({ Succeed }) => Succeed)!.Result!;
  expect((await read(admin, requestId)).Result).toMatchObject({ State: "approved", OrderId, May: [] });
  expect(await heard(admin)).toEqual([expect.stringMatching(/was approved by Robin Tester and ordered\.$/)]);
  const [mail] = await mailsTo(app, await mailOf(admin));
  expect(mail).toMatchObject({ template: "requestDecided", key: requestId });
});

test("who asks for the same again while it waits has asked once, also many times at the same moment", async () => {
  const { owner, admin, customerId } = await begin();
  const body = { ...(await hashed(admin, wanted(customerId))), Note: "" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(admin, requests.ask, { body })));
  expect(new Set(answers.map(({ Result }) => Result?.Id)).size).toBe(1);
  expect(await list(owner)).toMatchObject({ Waiting: 1 });
  expect(await heard(owner)).toHaveLength(1);
  const more = await asked(admin, wanted(customerId, licences(2)));
  expect((await list(owner)).Items.map(({ Id }) => Id)).toEqual([more, answers[0]!.Result!.Id]);
  expect((await app.call(admin, requests.withdraw, { params: { requestId: more } })).Succeed).toBe(true);
  expect(await asked(admin, wanted(customerId, licences(2)))).not.toBe(more);
});

test("the dashboard of whoever may decide says how many wait and until when, and nobody else's", async () => {
  const { owner, admin, customerId } = await begin();
  const waiting = async (person: Person) =>
    (await app.call(person, dashboard.figures)).Result!.NeedsYou.filter(({ Kind }) => Kind === "waitingRequest");
  expect(await waiting(owner)).toEqual([]);
  const first = await asked(admin, wanted(customerId));
  const need = { Title: "A request to order waits for you", Action: "Decide", Link: "/requests" };
  expect(await waiting(owner)).toMatchObject([need]);
  await asked(admin, wanted(customerId, licences(2)));
  expect(await waiting(owner)).toMatchObject([{ Title: "2 requests to order wait for you" }]);
  const { resellerId } = owner;
  const reader = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "customers"] });
  expect([await waiting(admin), await waiting(reader)]).toEqual([[], []]);
  await approve(owner, first);
  expect(await waiting(owner)).toMatchObject([need]);
});

test("what changed since is shown before it is approved", async () => {
  const { owner, admin, customerId } = await begin();
  const requestId = await asked(admin, wanted(customerId));
  const { Present } = (await read(owner, requestId)).Result!;
  await setPrice(owner, "25");
  const moved = await approve(owner, requestId, Present!.Hash);
  expect(moved).toMatchObject({
    status: 409,
    Error: "proposalChanged",
    Resources: { Proposal: { Sale: { Adds: { Minor: "30000" } } } },
  });
  const now = (await read(owner, requestId)).Result!;
  expect(now.Present!.Hash).not.toBe(now.Asked.Hash);
  expect((await approve(owner, requestId)).status).toBe(200);
});

test("a request is refused with a reason, or taken back by whoever sent it", async () => {
  const { owner, admin, customerId } = await begin();
  const colleague = await app.signIn({ kind: "endUserAdmin", resellerId: owner.resellerId, customerId });
  const [one, other] = [await asked(admin, wanted(customerId)), await asked(admin, wanted(customerId, licences(2)))];
  const refuse = (requestId: string, Reason: string) =>
    app.call(owner, requests.refuse, { params: { requestId }, body: { Reason } });
  const withdraw = (person: Person, requestId: string) =>
    app.call(person, requests.withdraw, { params: { requestId } });
  expect((await refuse(one, " ")).status).toBe(400);
  expect((await refuse(one, "Use the spare licence")).status).toBe(200);
  expect(await refuse(one, "Again")).toMatchObject({ status: 409, Error: "requestNotOpen" });
  expect((await read(admin, one)).Result).toMatchObject({ State: "refused", Reason: "Use the spare licence" });
  expect((await withdraw(colleague, other)).status).toBe(404);
  expect((await withdraw(admin, other)).status).toBe(200);
  expect(await approve(owner, other, "a".repeat(64))).toMatchObject({ status: 409, Error: "requestNotOpen" });
  expect((await list(admin, { Shown: "decided" })).Items.map(({ State }) => State)).toEqual(["withdrawn", "refused"]);
});

test("nobody can approve a request after its last day, and whoever sent it is told", async () => {
  const { owner, admin, customerId } = await begin();
  const requestId = await asked(admin, wanted(customerId));
  const { ExpiresOn } = (await read(owner, requestId)).Result!;
  await app.sql("update requests set expires_on = expires_on - $2::int where id = $1", [
    requestId,
    requestStaysDays + 1,
  ]);
  expect((await read(owner, requestId)).Result).toMatchObject({ State: "expired", May: [], Present: null });
  expect(await approve(owner, requestId, "a".repeat(64))).toMatchObject({ status: 409, Error: "requestNotOpen" });
  const database = openDatabase(app.database.workerUrl, { max: 1 });
  await expireRequests({ ...app.platform, database }, addDays(ExpiresOn, -requestStaysDays));
  await database.close();
  expect(await heard(admin)).toEqual([expect.stringMatching(/has expired\.$/)]);
  expect((await list(owner)).Waiting).toBe(0);
});

test("where a second person is needed, nobody approves what they asked for", async () => {
  const { owner, customerId } = await begin({ Colleagues: "byRequest", SecondPerson: true });
  const requestId = await asked(owner, wanted(customerId));
  expect((await read(owner, requestId)).Result).toMatchObject({ NeedsAnother: true, May: ["refuse", "withdraw"] });
  const { Present } = (await read(owner, requestId)).Result!;
  expect(await approve(owner, requestId, Present!.Hash)).toMatchObject({ status: 409, Error: "requestIsOwn" });
  const colleague = await app.signIn({ kind: "engineer", resellerId: owner.resellerId });
  expect((await approve(colleague, requestId)).status).toBe(200);
  const alone = await begin({ Colleagues: "byRequest" });
  expect((await approve(alone.owner, await asked(alone.owner, wanted(alone.customerId)))).status).toBe(200);
});

test("only people of the customer and of its reseller see a request", async () => {
  const { owner, admin, customerId } = await begin({ Admins: "byRequest", Colleagues: "byRequest" });
  const requestId = await asked(admin, wanted(customerId));
  const colleaguesOwn = await asked(owner, wanted(customerId));
  const [neighbour, stranger] = [await begin({ Admins: "byRequest" }, owner), await begin()];
  for (const other of [neighbour.admin, stranger.owner, stranger.admin])
    expect((await read(other, requestId)).status).toBe(404);
  expect((await read(admin, colleaguesOwn)).status).toBe(404);
  expect((await list(admin)).Items.map(({ Id }) => Id)).toEqual([requestId]);
  expect((await list(stranger.owner)).Waiting).toBe(0);
});

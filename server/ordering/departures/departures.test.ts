import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { addCustomer as addPlainCustomer, askToken } from "../../test/auth-fixtures.ts";
import { atOnce } from "../../test/at-once.ts";
import { mailsTo } from "../../test/mails.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const remove = (person: Person, userId: string, query: { EvenLast?: "true" } = {}) =>
  app.call(person, users.remove, { params: { userId }, query });
const leaving = async (person: Person, userId: string) =>
  (await app.call(person, users.leaving, { params: { userId } })).Result!.Items;
const listed = async (person: Person, CustomerId: string) =>
  (await app.call(person, users.list, { query: { CustomerId } })).Result!.Items.map(({ Id }) => Id);
const userAt = (boss: Person, customerId: string) =>
  app.signIn({ kind: "endUser", resellerId: boss.resellerId, customerId });

/** Finds an offer of a product for one user. */
async function offerOf(boss: Person, customerId: string, name: string) {
  const { Result } = await app.call(boss, orders.journey, {
    params: { by: "product", name },
    query: { CustomerId: customerId, Action: "Add" },
  });
  return Result!.Steps.flatMap(({ Items }) => Items)[0]!.Offers[0]!.OfferId;
}

/** Orders a product for a user and waits until it is there. */
async function give(boss: Person, customerId: string, UserId: string | undefined, ProductId: string, OfferId: string) {
  const { placed } = await order(
    boss,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
    { ...(ProductId === "microsoft-365" ? {} : { ProductId }), ...(UserId ? { UserId } : {}) },
  );
  await becomes(boss, placed.Result!.InstanceId, "Active");
  return placed.Result!.InstanceId;
}

test("USER-02 a deleted user is gone from the list and signed out, and the activity log has it", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const user = await userAt(boss, customerId);
  const stays = await userAt(boss, customerId);
  expect(await leaving(boss, user.membershipId)).toEqual([]);
  expect((await remove(boss, user.membershipId)).status).toBe(200);
  expect(await listed(boss, customerId)).toEqual([stays.membershipId]);
  expect((await app.call(boss, users.byId, { params: { userId: user.membershipId } })).status).toBe(404);
  expect((await app.call(user, session.current)).status).toBe(401);
  expect((await app.call(stays, session.current)).status).toBe(200);
  expect((await remove(boss, user.membershipId)).status).toBe(404);
  const [line] = await app.sql("select what, who from activity where customer_id = $1 and action = 'users.remove'", [
    customerId,
  ]);
  expect(line).toEqual({ what: `Deleted the user Robin Tester (${user.email})`, who: "Robin Tester" });
  const [kept] = await app.sql("select user_count from customers where id = $1", [customerId]);
  expect(kept).toEqual({ user_count: 1 });
});

test("USER-02 what a user has ends with them: a service at once or with its term, and a licence is free for others", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const user = await userAt(boss, customerId);
  const yearly = (await offer(boss, customerId, { term: "P1Y", billing: "monthly" })).OfferId;

  const shared = await give(boss, customerId, undefined, "microsoft-365", yearly);
  const add = { Name: "Robin Tester", Email: user.email };
  const person = await app.call(boss, assignments.addPerson, { params: { customerId }, body: add });
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  await worker.control("microsoft", "act", {
    action: "addUser",
    customerId: tenant!.ref,
    userPrincipalName: user.email.toLowerCase(),
  });
  const [key] = await app.sql<{ id: string }>("select id from subscriptions where instance_id = $1", [shared]);
  const Targets = [{ Key: key!.id, People: [person.Result!.Id!] }];
  await order(boss, customerId, { Kind: "assign", Targets }, { InstanceId: shared });
  await becomes(boss, shared, "Active");

  const backup = await offerOf(boss, customerId, "acronis-backup");
  const own = await give(boss, customerId, user.membershipId, "acronis-backup", backup);
  expect(await leaving(boss, user.membershipId)).toEqual([
    { Kind: "service", Name: expect.stringContaining("Backup"), Until: null, Refused: null },
    { Kind: "licence", Name: expect.stringContaining("Microsoft 365"), Until: null, Refused: null },
  ]);
  expect((await remove(boss, user.membershipId)).status).toBe(200);
  await becomes(boss, own, "Deleted");
  await becomes(boss, shared, "Active");
  const { Result } = await app.call(boss, assignments.ofService, { params: { instanceId: shared } });
  expect(Result!.Subscriptions.flatMap(({ People }) => People)).toEqual([]);
});

test("USER-02 is refused as long as something of theirs cannot end, and to whoever may not", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const user = await userAt(boss, customerId);
  const backup = await offerOf(boss, customerId, "acronis-backup");
  await worker.control("acronis", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
  const { placed } = await order(
    boss,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId: backup, Quantity: 1 }] },
    { ProductId: "acronis-backup", UserId: user.membershipId },
  );
  const early = await remove(boss, user.membershipId);
  expect([early.status, early.Error]).toEqual([409, "userHasServices"]);
  expect(await listed(boss, customerId)).toEqual([user.membershipId]);
  await fetch(`${worker.simulators.urls.acronis}/__sim/faults`, { method: "DELETE" });
  await becomes(boss, placed.Result!.InstanceId, "Active");

  const admin = await app.signIn({ resellerId: boss.resellerId, kind: "endUserAdmin", customerId });
  expect((await remove(admin, admin.membershipId)).Error).toBe("notYourself");
  const other = await addPlainCustomer(app, boss.resellerId);
  const elsewhere = await app.signIn({ resellerId: boss.resellerId, kind: "endUserAdmin", customerId: other });
  for (const person of [elsewhere, await app.signIn()])
    expect((await remove(person, user.membershipId)).status).toBe(404);
  expect((await remove(boss, boss.membershipId)).status).toBe(404);
});

test("USER-02 the last administrator of a customer is deleted only by whoever says so, of two at once one stays", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const admin = () => app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  const [one, two] = [await admin(), await admin()];
  const asked = await atOnce(
    app,
    "memberships",
    [one, two].map((each) => () => remove(boss, each.membershipId)),
  );
  expect(asked.map(({ status, Error: error }) => [status, error])).toEqual([
    [200, null],
    [409, "lastCustomerAdmin"],
  ]);
  const { Result } = await app.call(boss, users.leaving, { params: { userId: two.membershipId } });
  expect(Result).toEqual({ Items: [], IsLastAdmin: true });
  expect((await remove(boss, two.membershipId, { EvenLast: "true" })).status).toBe(200);
  expect(await listed(boss, customerId)).toEqual([]);
});

test("USER-02 an order that somebody places for themselves while they are deleted is not placed", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  const OfferId = await offerOf(boss, customerId, "acronis-backup");
  const body = {
    CustomerId: customerId,
    ProductId: "acronis-backup",
    UserId: admin.membershipId,
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
  };
  const { Result } = await app.call(admin, orders.propose, { body });
  const [removed, placed] = await atOnce<{ status: number }>(app, "memberships", [
    () => remove(boss, admin.membershipId, { EvenLast: "true" }),
    () => app.call(admin, orders.place, { body: { ...body, Details: {}, ProposalHash: Result!.Hash } }),
  ]);
  expect([removed!.status, placed!.status]).toEqual([200, 404]);
  expect(await app.sql("select from orders where customer_id = $1", [customerId])).toEqual([]);
});

test("whoever was deleted can be invited again, and an open invitation ends with them", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const user = await userAt(boss, customerId);
  const invite = () =>
    app.call(boss, invitations.send, {
      body: { Kind: "endUser", FirstName: "Robin", LastName: "Tester", Email: user.email, CustomerId: customerId },
    });
  const accept = async (at: number) =>
    app.call(null, invitations.accept, {
      body: { Key: (await mailsTo(app, user.email))[at]!.key, NewPassword: "Copper-Lantern-42" },
    });
  expect((await invite()).Error).toBe("userNameTaken");
  await remove(boss, user.membershipId);
  expect((await invite()).status).toBe(200);
  expect((await accept(0)).status).toBe(200);
  const [again] = await listed(boss, customerId);
  expect(again).not.toBe(user.membershipId);
  expect((await askToken(app.app, { username: user.email })).statusCode).toBe(200);

  await remove(boss, again!);
  expect((await askToken(app.app, { username: user.email })).statusCode).toBe(400);
  const body = { FirstName: "Robin", LastName: "Tester", Email: user.email, IsAdmin: false };
  const added = await app.call(boss, customerUsers.add, { params: { customerId }, body });
  await app.call(boss, users.invite, { params: { userId: added.Result!.Id } });
  await remove(boss, added.Result!.Id);
  expect((await accept(1)).Error).toBe("invitationInvalid");
});

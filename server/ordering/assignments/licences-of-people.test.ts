import { users } from "@tradewind/contract/access/users.ts";
import { personalData } from "@tradewind/contract/access/privacy.ts";
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { takeBackFromErased } from "../fulfilment/erased-people.actions.ts";
import { listHeldByErased } from "./assignments.store.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

async function withLicences(boss: Person, Quantity: number) {
  const customerId = await addCustomer(boss);
  const { OfferId } = await offer(boss, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(boss, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId } = placed.Result!;
  const service = await becomes(boss, InstanceId, "Active");
  const key = service.Subscriptions[0]!.Id;
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  const add = async (Name: string) => {
    const Email = `${Name.toLowerCase()}@${customerId}.example`;
    const added = await app.call(boss, assignments.addPerson, { params: { customerId }, body: { Name, Email } });
    return { id: added.Result!.Id!, Email };
  };
  const join = async (Name: string) => {
    const person = await add(Name);
    await worker.control("microsoft", "act", {
      action: "addUser",
      customerId: tenant!.ref,
      userPrincipalName: person.Email,
    });
    return person;
  };
  const change = (wanted: WireChange) => order(boss, customerId, wanted, { InstanceId });
  const who = async () => {
    const { Result } = await app.call(boss, assignments.ofService, { params: { instanceId: InstanceId } });
    return Object.fromEntries(Result!.Subscriptions[0]!.People.map(({ Name, State }) => [Name, State]));
  };
  return { customerId, InstanceId, key, add, join, change, who, service };
}

test("licences are given to people in the customer's directory; half a success is booked as what it is, and tried again", async () => {
  const boss = await signInSigned();
  const { InstanceId, key, add, join, change, who, service } = await withLicences(boss, 3);
  expect(service.HasPeople).toBe(true);
  const [ada, bob] = [await join("Ada"), await add("Bob")];
  await change({ Kind: "assign", Targets: [{ Key: key, People: [ada.id, bob.id] }] });
  const failed = await becomes(boss, InstanceId, "ActivationFailed");
  expect(await who()).toEqual({ Ada: "there", Bob: "refused" });
  expect(failed.Orders[0]!.Message).toContain(`Microsoft knows nobody who signs in as ${bob.Email}`);
  expect(failed.History.slice(0, 2).map(({ Text }) => Text)).toEqual([
    "Given to Ada",
    "Refused by the vendor: stays as it was before",
  ]);

  await join("Bob");
  await app.call(boss, orders.retry, { params: { orderId: failed.Orders[0]!.Id } });
  await becomes(boss, InstanceId, "Active");
  expect(await who()).toEqual({ Ada: "there", Bob: "there" });

  const cy = await join("Cy");
  await change({ Kind: "move", Targets: [{ Key: key, From: ada.id, To: cy.id }] });
  await becomes(boss, InstanceId, "Active");
  expect(await who()).toEqual({ Bob: "there", Cy: "there" });
  await change({ Kind: "setQuantity", Targets: [{ Key: key, Quantity: 1, Ending: [cy.id] }] });
  const smaller = await becomes(boss, InstanceId, "Active");
  expect(smaller.Subscriptions[0]!.Quantity).toBe(1);
  expect(await who()).toEqual({ Bob: "there" });
});

test("a user who was deleted is offered no licence any more, and is again once there", async () => {
  const boss = await signInSigned();
  const { customerId, key, add, join, change, InstanceId } = await withLicences(boss, 1);
  const [left, stayed] = [await add("Left"), await join("Stayed")];
  const offered = async () => {
    const { Result } = await app.call(boss, assignments.people, { params: { customerId }, query: { Search: "" } });
    return Result!.Items.map(({ Name }) => Name).toSorted();
  };
  await change({ Kind: "assign", Targets: [{ Key: key, People: [stayed.id] }] });
  await becomes(boss, InstanceId, "Active");
  const asUser = async ({ Email }: { Email: string }) => {
    const user = await app.signIn({ resellerId: boss.resellerId, kind: "endUserAdmin", customerId });
    await app.sql("update memberships set email = $2 where id = $1", [user.membershipId, Email]);
    return user.membershipId;
  };
  const ids = [await asUser(left), await asUser(stayed)];
  const before = await offered();
  expect(before).toEqual(expect.arrayContaining(["Left", "Stayed"]));
  expect((await app.call(boss, users.remove, { params: { userId: ids[0]! } })).status).toBe(200);
  expect(await offered()).toEqual(before.filter((name) => name !== "Left"));
  await app.sql("update memberships set status = 'Suspended', deleted_at = now() where id = $1", [ids[1]!]);
  expect(await offered()).toContain("Stayed");
  await asUser(left);
  expect(await offered()).toContain("Left");
});

test("while Microsoft does not answer nobody knows who has one, and in the end it is known", async () => {
  const boss = await signInSigned();
  const { InstanceId, key, join, change, who } = await withLicences(boss, 1);
  const ada = await join("Ada");
  await worker.control("microsoft", "faults", {
    match: { path: "/v1.0/users" },
    times: 10_000,
    fault: { kind: "status", status: 503 },
  });
  await change({ Kind: "assign", Targets: [{ Key: key, People: [ada.id] }] });
  await worker.until(async () => (await who())["Ada"] === "unsure", "it is not known");
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await becomes(boss, InstanceId, "Active");
  expect(await who()).toEqual({ Ada: "there" });
});

test("what an erased person has is taken back by the number that Microsoft knows them by", async () => {
  const boss = await signInSigned();
  const { customerId, InstanceId, key, join, change, who } = await withLicences(boss, 2);
  const [ada, bob] = [await join("Ada"), await join("Bob")];
  await change({ Kind: "assign", Targets: [{ Key: key, People: [ada.id, bob.id] }] });
  await becomes(boss, InstanceId, "Active");
  const user = await app.signIn({ kind: "endUser", resellerId: boss.resellerId, customerId });
  await app.sql("update memberships set email = $2 where id = $1", [user.membershipId, ada.Email]);
  await app.call(boss, personalData.eraseUser, { params: { userId: user.membershipId } });
  expect(await who()).toEqual({ "Erased person": "there", Bob: "there" });

  await takeBackFromErased(worker.platform);
  await takeBackFromErased(worker.platform);
  expect([{ "Erased person": "leaving", Bob: "there" }, { Bob: "there" }]).toContainEqual(await who());
  const after = await becomes(boss, InstanceId, "Active");
  expect(await who()).toEqual({ Bob: "there" });
  expect(after.Orders.map(({ PlacedBy, Status }) => [PlacedBy, Status]).slice(0, 2)).toEqual([
    ["Tradewind", "Completed"],
    ["Robin Tester", "Completed"],
  ]);
  expect(after.History[0]!.Text).toBe("Taken back from Erased person");
  const { entries } = (await worker.control("microsoft", "journal")) as {
    entries: { path: string; body: { removeLicenses?: string[] } }[];
  };
  const taken = entries.filter(({ body }) => (body?.removeLicenses?.length ?? 0) > 0);
  expect(taken.at(-1)!.path).toMatch(/^\/v1\.0\/users\/[0-9a-f-]{36}\/assignLicense$/);
  await takeBackFromErased(worker.platform);
  expect(await who()).toEqual({ Bob: "there" });
});

test("where nothing can be taken back from erased people of one company, it is from those of another", async () => {
  for (let count = 0; count < 2; count++) {
    const boss = await signInSigned();
    const { InstanceId, key, join, change } = await withLicences(boss, 1);
    const ada = await join("Ada");
    await change({ Kind: "assign", Targets: [{ Key: key, People: [ada.id] }] });
    await becomes(boss, InstanceId, "Active");
    await app.sql("update customer_people set erased_at = now() where id = $1", [ada.id]);
  }
  const { database } = worker.platform;
  const held = () => database.read({ role: "app_worker" }, (db) => listHeldByErased(db));
  const [first, second] = await held();
  await app.sql(
    `create function refuse_order() returns trigger language plpgsql as $$ begin raise exception 'Not this one'; end $$;
     create trigger refused before insert on orders for each row when (new.reseller_id = '${first!.reseller_id}') execute function refuse_order()`,
  );
  await expect(takeBackFromErased(worker.platform)).rejects.toThrow("could not be taken back");
  const left = (await held()).map((each) => each.reseller_id);
  expect(left).toContain(first!.reseller_id);
  expect(left).not.toContain(second!.reseller_id);
  await app.sql("drop trigger refused on orders");
});

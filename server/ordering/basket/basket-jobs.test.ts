import { expect, test } from "vitest";
import { basketStory } from "../../test/basket-story.ts";
import { addCustomerOf } from "../../test/order-story.ts";
import { requestStory } from "../../test/request-story.ts";
import { signAgreements } from "../../test/sign-agreements.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostBaskets } from "./basket.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { add, addForNew, read, place } = basketStory(app);
const requesting = requestStory(app);

const allOrdered = (person: Person, lines: number) =>
  worker.until(async () => {
    const { Lines } = await read(person);
    return Lines.length === lines && Lines.every(({ State }) => State === "ordered") && Lines;
  }, "the basket to be ordered");

test("the worker orders what is placed, one after the other where it is for the same service", async () => {
  const person = await app.signIn();
  await signAgreements(app, person);
  const customerId = await addCustomerOf(app, person);
  await add(person, customerId, 1);
  await add(person, customerId, 2);
  await addForNew(person);
  expect((await place(person)).Result).toEqual({ Placing: 3 });
  const lines = await allOrdered(person, 3);
  const ofOne = lines.filter(({ CustomerId }) => CustomerId === customerId);
  expect(new Set(ofOne.map(({ InstanceId }) => InstanceId)).size).toBe(1);
  expect(new Set(lines.map(({ OrderId }) => OrderId)).size).toBe(3);
});

test("what is placed is ordered although its job was lost", async () => {
  const person = await app.signIn();
  await signAgreements(app, person);
  await addForNew(person);
  const [line] = (await read(person)).Lines;
  await app.sql("update basket_lines set state = 'placing', hash = $2 where id = $1", [line!.Id, line!.Proposal!.Hash]);
  await refileLostBaskets(worker.platform);
  await allOrdered(person, 1);
  await refileLostBaskets(worker.platform);
  expect(
    await app.sql("select from pgboss.job where data ->> 'membershipId' = $1", [person.membershipId]),
  ).toHaveLength(1);
});

test("what needs approval says so, becomes a request when it is placed, and the order of whoever approves it", async () => {
  const { owner, admin, customerId } = await requesting.begin();
  await add(admin, customerId);
  expect((await read(admin)).Lines).toMatchObject([{ State: "open", Proposal: { Rule: { Why: "byRequest" } } }]);
  expect((await place(admin)).Result).toEqual({ Placing: 1 });
  const [line] = await allOrdered(admin, 1);
  expect(line).toMatchObject({ OrderId: null, RequestId: expect.any(String) });
  const asked = await requesting.read(owner, line!.RequestId!);
  expect(asked.Result).toMatchObject({ State: "open", AskedBy: "Robin Tester", May: ["approve", "refuse"] });
  expect((await requesting.approve(owner, line!.RequestId!)).status).toBe(200);
  expect((await requesting.read(admin, line!.RequestId!)).Result).toMatchObject({ State: "approved" });
});

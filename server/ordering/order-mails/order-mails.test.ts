import { expect, test } from "vitest";
import { basketStory } from "../../test/basket-story.ts";
import { delivered } from "../../test/mails.ts";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const { add, place } = basketStory(app);

async function ordered(domain?: string) {
  const person = await signInSigned();
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const customerId = await addCustomer(person, "Acme Dental");
  const { OfferId } = await offer(person, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(
    person,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] },
    { Details: { ...agreement, ...(domain && { MicrosoftDomain: domain }) } },
  );
  const { OrderId, InstanceId } = placed.Result!;
  const url = `${app.config.PUBLIC_URL}/customers/customer/${customerId}/orders/${OrderId}`;
  return { person, colleague, InstanceId, url };
}

test("whoever places an order is mailed that it was received and that it is done, without amounts", async () => {
  const { person, colleague, InstanceId, url } = await ordered();
  await becomes(person, InstanceId, "Active");
  const mails = await delivered(worker, person.email, 2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "We received your order",
    "Your order for Acme Dental is done",
  ]);
  const [placed, done] = ["received", "done"].map((word) => mails.find(({ subject }) => subject.includes(word))!);
  expect(placed!.text).toMatch(/Ordered 2 × .+ for Acme Dental\./);
  expect(done!.text).toMatch(/Acme Dental: .+ became active\./);
  for (const { text, html } of mails) {
    expect(html).toContain(url);
    expect(text).not.toContain("£");
  }
  expect(await delivered(worker, colleague.email, 0)).toEqual([]);
});

test("whoever placed an order that failed is mailed why and what to do, once while the reason stays", async () => {
  const { person, colleague, InstanceId, url } = await ordered(`fail-${crypto.randomUUID().slice(0, 8)}`);
  await becomes(person, InstanceId, "ActivationFailed");
  const mails = await delivered(worker, person.email, 2);
  const failed = mails.filter(({ subject }) => subject === "Your order for Acme Dental failed");
  expect(failed).toHaveLength(1);
  expect(failed[0]!.text).toMatch(/Microsoft 365 of Acme Dental could not be done: .+/);
  expect(failed[0]!.text).toContain("try it again, or to cancel it.");
  expect(failed[0]!.html).toContain(url);
  expect(await delivered(worker, colleague.email, 0)).toEqual([]);
});

test("a basket is confirmed by one mail that names all its orders", async () => {
  const person = await signInSigned();
  for (const name of ["Apex", "Zenith"]) await add(person, await addCustomer(person, name), 1);
  await place(person);
  const mails = (await delivered(worker, person.email, 3)).map(({ subject, text }) => ({ subject, text }));
  const placed = mails.filter(({ subject }) => subject === "We received your order");
  expect(placed).toHaveLength(1);
  expect(placed[0]!.text).toMatch(/Ordered Microsoft 365 for (Apex|Zenith), Microsoft 365 for (Apex|Zenith)\./);
  expect(placed[0]!.text).toContain("/basket");
  expect(mails.filter(({ subject }) => subject.endsWith("is done"))).toHaveLength(2);
});

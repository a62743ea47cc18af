import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { expect, test } from "vitest";
import { mailsTo } from "../../test/mails.ts";
import { orderStory } from "../../test/order-story.ts";
import { tickSteps } from "../../test/tick-steps.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const operator = await app.signInOperator();
const filter: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: "spamtitan:none:monthly", Quantity: 5 }] };
const first = { MailDomain: "acme.exmaple", Outbound: "no", ReportsTo: "ada@acme.example" };

test("ORD-31 an order that our team cannot do with its answers says so, takes others, and is completed with them", async () => {
  const boss = await signInSigned();
  const name = `Acme ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(boss, name);
  const [member] = await app.sql<{ email: string }>("select email from memberships where id = $1", [boss.membershipId]);
  const { placed } = await order(boss, customerId, filter, { ProductId: "titanhq", Details: first });
  const { OrderId: orderId, InstanceId } = placed.Result!;
  const page = async () => (await app.call(boss, orders.byId, { params: { orderId } })).Result!;
  const found = async () =>
    (await app.call(operator, work.list)).Result!.Items.find((each) => each.CustomerName === name);
  const item = await worker.until(found, "the work");
  expect((await page()).Form).toEqual({ FormId: "mail-domain", Answers: first });

  await app.call(operator, work.start, {
    params: { workItemId: item.Id },
    body: { Note: "There is no acme.exmaple." },
  });
  await worker.until(async () => (await page()).Message === "There is no acme.exmaple.", "the note");
  // Whoever ordered is told by bell and mail what is missing, and led to where it is answered.
  const link = `/customers/customer/${customerId}/cs/fulfill-service/${orderId}`;
  const told = async () => ({
    bell: (await app.call(boss, notifications.list)).Result!.Items.map(({ Content, Link }) => [Content, Link])[0],
    mails: (await mailsTo(app, member!.email))
      .filter(({ template }) => template === "orderAsks")
      .map(({ template, data }) => [template, data]),
  });
  const mail = (asked: string) => [
    "orderAsks",
    {
      name: "Robin",
      product: "TitanHQ",
      customer: name,
      asked,
      url: new URL(link, app.platform.config.PUBLIC_URL).href,
    },
  ];
  expect(await told()).toEqual({
    bell: [`TitanHQ for ${name} is being set up. There is no acme.exmaple.`, link],
    mails: [mail("There is no acme.exmaple.")],
  });
  await app.call(operator, workSharing.note, {
    params: { workItemId: item.Id },
    body: { For: "reseller", Text: "Which domain is it?" },
  });
  expect(await told()).toEqual({
    bell: [`TitanHQ for ${name}: Which domain is it?`, link],
    mails: [mail("There is no acme.exmaple."), mail("Which domain is it?")],
  });

  const answer = (Answers: Record<string, string | null>) =>
    app.call(boss, orders.answer, { params: { orderId }, body: { Answers } });
  expect(await answer({ ...first, MailDomain: "nowhere" })).toMatchObject({
    status: 400,
    Errors: { MailDomain: "Must be a domain, as in acmedental.example" },
  });
  expect(await answer({ ...first, SiteName: "Leeds" })).toMatchObject({ status: 400 });
  expect((await page()).Form!.Answers).toEqual(first);

  expect(await answer({ MailDomain: "acme.example", Outbound: "yes" })).toMatchObject({ status: 200 });
  expect((await found())!.Details).toMatchObject({
    MailDomain: "acme.example",
    Outbound: "Is filtered as well",
    ReportsTo: null,
  });
  expect((await page()).Steps.map(({ What }) => What)).toContain("Completed what the order needs");

  await tickSteps(app, operator, item.Id);
  await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} });
  const { Details } = await becomes(boss, InstanceId, "Active");
  expect(Details).toMatchObject({ MailDomain: "acme.example" });
  expect((await page()).Form).toBeNull();
  expect(await answer(first)).toMatchObject({ status: 409, Error: "orderNotWaiting" });
  expect((await app.call(boss, services.byId, { params: { instanceId: InstanceId } })).Result!.Details).toMatchObject({
    MailDomain: "acme.example",
  });
});

test("an order at a vendor that is no team of ours takes no other answers", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const { OfferId } = await offer(boss, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(boss, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
  const params = { orderId: placed.Result!.OrderId };
  expect((await app.call(boss, orders.byId, { params })).Result!.Form).toBeNull();
  expect(await app.call(boss, orders.answer, { params, body: { Answers: {} } })).toMatchObject({
    Error: "orderNotWaiting",
  });
});

import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { afterEach, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const settle = () => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
afterEach(settle);

const needs = async (person: Person) =>
  (await app.call(person, dashboard.figures)).Result!.NeedsYou.filter(({ Kind }) => Kind === "unansweredOrder");

test("orders that a vendor has not answered for a quarter of an hour wait for a person, each by its number, until they end", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Contoso");
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const Lines = [5, 6].map((Quantity) => ({ Key: String(Quantity), OfferId, Quantity }));
  const { InstanceId } = (await order(reseller, customerId, { Kind: "add", Lines })).placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "reset" } });
  const placed: { id: string; Quantity: number }[] = [];
  for (const { Id: Key, Quantity } of Subscriptions) {
    const Targets = [{ Key, Quantity: Quantity + 3 }];
    const change = await order(reseller, customerId, { Kind: "setQuantity", Targets }, { InstanceId });
    placed.push({ id: change.placed.Result!.OrderId, Quantity: Quantity + 3 });
  }
  const unsure = () =>
    app.sql("select from orders where instance_id = $1 and unsure_since is not null and message ~ 'does not answer'", [
      InstanceId,
    ]);
  await worker.until(async () => (await unsure()).length === 2, "two orders without an answer");
  expect(await needs(reseller)).toEqual([]);

  const lookAtAll = async (earlier: string) => {
    await app.sql(
      "update orders set unsure_since = unsure_since - $2::interval, looked_at = looked_at - interval '10 seconds' where instance_id = $1 and status = 'Working'",
      [InstanceId, earlier],
    );
    for (const { id } of placed) await app.call(reseller, orders.look, { params: { orderId: id } });
  };
  await lookAtAll("1 hour");
  const shown = await worker.until(async () => {
    const found = await needs(reseller);
    return found.length === 2 && found;
  }, "both under Needs you");
  const wanted = placed.map(({ id, Quantity }) => ({
    Title: `Microsoft has not answered: order ${orderNumber(id)} of Contoso`,
    Detail: expect.stringMatching(
      new RegExp(`^Change to ${Quantity} × .+\\. No answer since \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d$`),
    ),
    Link: `/customers/customer/${customerId}/orders/${id}`,
  }));
  expect(shown).toHaveLength(2);
  expect(shown).toMatchObject(expect.arrayContaining(wanted.map((each) => expect.objectContaining(each))));
  const { Items } = (await app.call(reseller, dashboard.inProgress)).Result!;
  expect(Items.map(({ What }) => What)).toEqual(Array(2).fill("Being changed, outcome unknown"));
  const notices = await app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content ~ 'has not answered' order by content",
    [reseller.resellerId],
  );
  expect(notices.map(({ content }) => content.split(" (")[0])).toEqual(wanted.map(({ Title }) => Title).toSorted());
  const colleague = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
  expect(await needs(colleague)).toEqual([]);

  await settle();
  await lookAtAll("0");
  await becomes(reseller, InstanceId, "Active");
  expect(await needs(reseller)).toEqual([]);
});

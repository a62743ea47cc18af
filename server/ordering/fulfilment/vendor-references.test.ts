/** What is kept of calls to a vendor, for its support. */
import { Writable } from "node:stream";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { afterEach, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

type Exchange = { method: string; headers: Record<string, string>; reply?: { headers: Record<string, string> } };
type Line = { order?: string; vendor?: string; refused?: unknown; references?: unknown[] };

const lines: Line[] = [];
const log = new Writable({
  write(chunk, _, done) {
    lines.push(JSON.parse(String(chunk)) as Line);
    done();
  },
});

const app = await testApp();
const worker = await testWorker(app, { log });
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

const settle = () => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
afterEach(settle);

/** Buys an active Microsoft 365 of five seats, and offers changes of it. */
async function bought() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
  const { InstanceId } = placed.Result!;
  const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const change = (seats: number) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key: Id, Quantity: seats }] }, { InstanceId });
  return { reseller, InstanceId, change };
}

test("what a vendor refuses or does not answer keeps the numbers that its support asks for", async () => {
  const { reseller, InstanceId, change } = await bought();
  const journal = async () =>
    ((await worker.control("microsoft", "journal")) as { entries: Exchange[] }).entries.filter(
      ({ method }) => method === "PATCH",
    );
  const kept = async () => (await status(reseller, InstanceId)).Orders[0]!;
  const correlation = (value: string | undefined) =>
    expect.arrayContaining([{ Label: "MS-CorrelationId", Value: value }]);

  await worker.control("microsoft", "faults", { times: 10_000, match: { method: "PATCH" }, fault: { kind: "reset" } });
  const { placed } = await change(8);
  const waiting = await worker.until(async () => {
    const { Support, Unanswered } = await kept();
    return Unanswered !== null && Support;
  }, "references of an order without an answer");
  const sent = (await journal()).map(({ headers }) => headers["ms-correlationid"]);
  expect(waiting!.Vendor).toBe("Microsoft");
  expect(sent.map(correlation)).toContainEqual(waiting!.References);

  await settle();
  await worker.control("microsoft", "faults", {
    match: { method: "PATCH" },
    fault: { kind: "status", status: 400, body: { code: "2002", description: "No." } },
  });
  await app.sql("update orders set looked_at = looked_at - interval '10 seconds' where id = $1", [
    placed.Result!.OrderId,
  ]);
  await app.call(reseller, orders.look, { params: { orderId: placed.Result!.OrderId } });
  const failed = await worker.until(async () => {
    const { Status, Support } = await kept();
    return Status === "Failed" && Support;
  }, "a refused order");
  const { headers } = (await journal()).at(-1)!.reply!;
  expect(failed!.References).toEqual([
    { Label: "MS-RequestId", Value: headers["ms-requestid"] },
    { Label: "MS-CorrelationId", Value: headers["ms-correlationid"] },
    { Label: "MS-CV", Value: headers["ms-cv"] },
  ]);
  const logged = lines.filter((line) => line.order === placed.Result!.OrderId);
  expect(logged.at(-1)).toMatchObject({ vendor: "microsoft", refused: [{ code: "2002" }] });
  expect(logged.at(-1)!.references).toContainEqual({ label: "MS-RequestId", value: headers["ms-requestid"] });
});

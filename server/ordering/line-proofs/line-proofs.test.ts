import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { lineProofs, type LineProof } from "@tradewind/contract/ordering/line-proofs.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { orderStory } from "../../test/order-story.ts";
import { type Person, testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue, invoiced, list } = invoicing(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const today = () => app.platform.clock.today();

type Line = ResultOf<typeof invoices.byId>["Lines"][number];
type Proven = { line: Line; proof: LineProof };

/** Reads all lines of all documents, each with its proof. */
async function prove(person: Person): Promise<Proven[]> {
  const proven: Proven[] = [];
  for (const { Id: invoiceId } of await list(person)) {
    const { Lines } = (await app.call(person, invoices.byId, { params: { invoiceId } })).Result!;
    for (const line of Lines) {
      const params = { invoiceId, invoiceLineId: line.Id };
      proven.push({ line, proof: (await app.call(person, lineProofs.ofLine, { params })).Result! });
    }
  }
  return proven;
}

/** What the shown arithmetic comes to. */
function outcome({ Working }: LineProof): bigint | undefined {
  if (Working?.Kind === "units") return BigInt(Working.After.Cost.Minor) - BigInt(Working.Before.Cost.Minor);
  if (Working?.Kind === "usage" || Working?.Kind === "billed")
    return BigInt(Working.Whole.Minor) - BigInt(Working.Before.Minor);
  return Working
    ? (BigInt(Working.Charged.Minor) * BigInt(Working.Quantity)) / BigInt(Working.ChargedQuantity)
    : undefined;
}

test("each line of an invoice and a credit memo is worked out to the penny, with its order, price, rule and history", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const { OfferId } = await offer(boss, customerId, { term: "P1Y", billing: "monthly" });
  await worker.moveDays(daysBetween(today(), addDays(monthOf(today()).until, 2)));
  const begun = today();
  const { placed } = await order(boss, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 7 }] });
  const { InstanceId, OrderId } = placed.Result!;
  const Key = (await becomes(boss, InstanceId, "Active")).Subscriptions[0]!.Id;
  const change = async (Quantity: number) => {
    await order(boss, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, { InstanceId });
    await becomes(boss, InstanceId, "Active");
  };
  await worker.moveDays(4);
  await change(11);
  await worker.moveDays(1);
  await change(14);
  await worker.moveDays(1);
  // The last three and one of the four before them, each from a lot of its own.
  await change(10);
  await issue(monthOf(today()).until);
  const proven = await prove(boss);
  expect(proven.map(({ line }) => line.Quantity).toSorted((a, b) => a - b)).toEqual([-3, -1, 3, 4, 7]);
  for (const { line, proof } of proven) {
    expect(outcome(proof)).toBe(BigInt(line.Net!.Minor));
    expect(proof.Service).toEqual({ InstanceId, Name: expect.any(String) });
    expect(proof.Order).toMatchObject({ PlacedBy: "Robin Tester" });
    expect(proof.PriceList).toMatchObject({ From: expect.any(String) });
    expect(proof.PriceProtectedUntil! > begun).toBe(true);
  }
  const of = (quantity: number) => proven.find(({ line }) => line.Quantity === quantity)!.proof;
  const units = (quantity: number) => {
    const working = of(quantity).Working!;
    return working.Kind === "units" ? [working.Before.Units, working.After.Units, working.Shares] : [];
  };
  expect(of(7).Order).toMatchObject({ Id: OrderId });
  const days = daysBetween(begun, addDays(monthOf(begun).until, 2));
  expect(units(7)).toEqual([0, 7, []]);
  expect(units(4)).toEqual([7, 11, [{ Days: days - 4, Of: days }]]);
  expect(units(3)).toEqual([11, 14, [{ Days: days - 5, Of: days }]]);
  expect([units(-3).slice(0, 2), units(-1).slice(0, 2)]).toEqual([
    [14, 11],
    [11, 10],
  ]);
  expect(of(-3).Rule?.Text).toMatch(/days that have begun, today included, are kept/);
  // What came after a line was charged does not explain it.
  expect(of(4).History.map(({ Text }) => Text)).toEqual([
    expect.stringMatching(/4 licences/i),
    expect.stringMatching(/7 licences/i),
  ]);
  expect(of(-1).History).toHaveLength(4);
  expect(of(-1).History.every(({ By, Order }) => By === "Robin Tester" && Order !== null)).toBe(true);
});

test("what nobody recorded is not explained, and a line is found on its own document alone", async () => {
  const boss = await invoiced([{ due: "2026-01-20", minor: 1001, quantity: 2, description: "Seats" }]);
  const [{ line, proof }] = (await prove(boss)) as [Proven];
  expect(proof).toMatchObject({ Service: null, Order: null, History: [] });
  expect(proof.Working === null || outcome(proof) === BigInt(line.Net!.Minor)).toBe(true);
  const other = await invoiced([{ due: "2026-01-20", minor: 500 }]);
  const [invoice] = await list(other);
  for (const person of [boss, other]) {
    const params = { invoiceId: invoice!.Id, invoiceLineId: line.Id };
    expect(await app.call(person, lineProofs.ofLine, { params })).toMatchObject({ status: 404 });
  }
});

import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { expect, test } from "vitest";
import { lantern } from "../../test/made-up/lantern.ts";
import { lanternSystem } from "../../test/made-up/lantern-simulator.ts";
import { orderStory } from "../../test/order-story.ts";
import { quoteStory } from "../../test/quote-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const lists = { vendors: [...vendors, lantern], systems: { lantern: lanternSystem } };
const app = await testApp(
  { LANTERN_URL: "http://127.0.0.1:9", LANTERN_KEY: "not-used-here" },
  { vendors: lists.vendors },
);
const worker = await testWorker(app, lists);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

const made = { ProductId: "lantern-signs" };
const Details = { ShopWindow: "High Street" };
type Answers = Record<string, string | number | boolean | null>;
const sign = (Attributes?: Answers): WireChange => ({
  Kind: "add",
  Lines: [
    { Key: "plain", OfferId: "lantern-small:none:monthly", Quantity: 1 },
    { Key: "lettered", OfferId: "lantern-lettered:none:monthly", Quantity: 2, ...(Attributes ? { Attributes } : {}) },
  ],
});
const signs = async (owner: string) =>
  ((await worker.control("lantern", "seed", {})) as { owner: string; size: string }[]).filter(
    (each) => each.owner === owner && each.size === "W",
  );

async function withSign(boss: Person, name: string) {
  const customerId = await addCustomer(boss, name);
  const { placed } = await order(boss, customerId, sign({ Words: "OPEN", Colour: "red" }), { ...made, Details });
  const { InstanceId } = placed.Result!;
  const service = await becomes(boss, InstanceId, "Active");
  const lettered = service.Subscriptions.find((each) => each.Sku === "lantern-lettered")!;
  const change = (Attributes: Answers, Key = lettered.Id) =>
    order(boss, customerId, { Kind: "setAttributes", Targets: [{ Key, Attributes }] }, { ...made, InstanceId });
  return { customerId, InstanceId, service, lettered, change };
}

test("a line is quoted with its answers only", async () => {
  const boss = await signInSigned();
  const draft = quoteStory(app).draftFor([await addCustomer(boss, "Florist")]);
  const make = (Attributes: Answers) => {
    const Lines = [{ Key: "a", OfferId: "lantern-lettered:none:monthly", Quantity: 2, Attributes, UnitPrice: "20.00" }];
    return app.call(boss, quotes.make, { body: { ...draft, Orders: [{ ...draft.Orders[0]!, ...made, Lines }] } });
  };
  expect(await make({ Colour: "red" })).toMatchObject({ status: 400, Messages: [expect.stringContaining("Words")] });
  expect(await make({ Words: "OPEN", Colour: "red" })).toMatchObject({ status: 200 });
});

test("an offer's own questions are asked with its journey and answered with each line, for the vendor and the service", async () => {
  const boss = await signInSigned();
  const { customerId, service, lettered } = await withSign(boss, "Bakery");

  const { Result: journey } = await app.call(boss, orders.journey, {
    params: { by: "product", name: "lantern-signs" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const items = journey!.Steps.flatMap((step) => step.Items);
  expect(items.find(({ Sku }) => Sku === "lantern-small")!.Attributes).toEqual([]);
  expect(items.find(({ Sku }) => Sku === "lantern-lettered")!.Attributes).toMatchObject([
    { Name: "Words", Type: "text", Required: true, MaxLength: 12 },
    { Name: "Colour", Type: "select", Options: [{ Value: "red", Label: "Bright red" }, { Value: "blue" }] },
    { Name: "LitUntil", Type: "date", Required: false },
  ]);
  expect(await signs("Bakery")).toMatchObject([{ words: "OPEN", colour: "red", count: 2 }]);
  expect(lettered.Attributes).toEqual([
    { Label: "Words", Text: "OPEN" },
    { Label: "Colour", Text: "Bright red" },
  ]);
  expect(lettered.Editable).toMatchObject([
    { Name: "Colour", Default: "red" },
    { Name: "LitUntil", Default: null },
  ]);
  expect(service.Resources).toMatchObject([{ SubscriptionId: lettered.Id, Label: "Plate", Text: `P-${lettered.Id}` }]);
  expect(service.Orders[0]!.Lines.map((line) => line.Attributes)).toEqual([[], lettered.Attributes]);
});

test("an order without the answers, with wrong ones or with others is refused, field by field, and nothing is placed", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const wanted = (Attributes?: Answers) => ({ CustomerId: customerId, ...made, Details, Change: sign(Attributes) });
  const { Details: _, ...priced } = wanted();
  const asked = await app.call(boss, orders.propose, { body: priced });
  expect(asked.status).toBe(200);
  const place = (Attributes?: Answers) =>
    app.call(boss, orders.place, { body: { ...wanted(Attributes), ProposalHash: asked.Result!.Hash } });
  const at = "Change.Lines.1.Attributes";
  expect(await place()).toMatchObject({
    status: 400,
    Errors: { [`${at}.Words`]: "Words is required", [`${at}.Colour`]: "Colour is required" },
  });
  const wrong = { Words: "open", Colour: "green", LitUntil: "soon", Size: "L" };
  const refused = await place(wrong);
  expect(Object.keys(refused.Errors!)).toEqual(
    expect.arrayContaining([`${at}.Words`, `${at}.Colour`, `${at}.LitUntil`, `${at}.Size`]),
  );
  const proposed = await app.call(boss, orders.propose, { body: wanted(wrong) });
  expect(proposed.Errors).toEqual(refused.Errors);
  const { Result } = await app.call(boss, services.ofCustomer, { params: { customerId } });
  expect(Result!.Items).toEqual([]);
  // The price does not depend on them, so what was promised without them still holds.
  expect((await place({ Words: "SHUT", Colour: "blue" })).status).toBe(200);
});

test("answers that can be changed are changed at the vendor, stay in the history, and others are refused", async () => {
  const boss = await signInSigned();
  const { InstanceId, change, lettered } = await withSign(boss, "Florist");
  await change({ Colour: "blue", LitUntil: "2027-01-31" });
  const changed = await becomes(boss, InstanceId, "Active");
  expect(await signs("Florist")).toMatchObject([{ words: "OPEN", colour: "blue", litUntil: "2027-01-31", count: 2 }]);
  const words = (found: typeof changed) =>
    found.Subscriptions.find(({ Id }) => Id === lettered.Id)!.Attributes.map(({ Text }) => Text);
  expect(words(changed)).toEqual(["OPEN", "Deep blue", "31/01/2027"]);
  expect(changed.History[0]!.Text).toBe("Colour is now Deep blue, Lit until is now 31/01/2027");
  expect(changed.Orders[0]!.ChargedNow).toMatchObject({ Minor: "0" });

  await change({ LitUntil: null });
  const cleared = await becomes(boss, InstanceId, "Active");
  expect(words(cleared)).toEqual(["OPEN", "Deep blue"]);
  // What the vendor tells again is the same thing still.
  expect(cleared.Resources).toHaveLength(1);

  expect((await change({ Words: "SHUT" })).proposal).toMatchObject({
    status: 400,
    Errors: { "Change.Lines.0.Attributes.Words": expect.any(String) },
  });
  expect((await change({ Colour: "" })).proposal.status).toBe(400);
  expect((await change({ Colour: "blue" })).proposal).toMatchObject({ status: 422, Error: "attributesUnchanged" });
  expect((await change({ Colour: "red" }, crypto.randomUUID())).proposal.status).toBe(404);
});

test("a change of answers that the vendor refuses stays as it was before", async () => {
  const boss = await signInSigned();
  const { InstanceId, change, lettered } = await withSign(boss, "Chemist");
  await worker.control("lantern", "faults", {
    match: { path: "/signs/" },
    times: 1,
    fault: { kind: "status", status: 409 },
  });
  await change({ Colour: "blue" });
  const failed = await becomes(boss, InstanceId, "ActivationFailed");
  const { Attributes } = failed.Subscriptions.find(({ Id }) => Id === lettered.Id)!;
  expect(Attributes).toEqual(lettered.Attributes);
  const today = (
    await app.call(boss, orders.journey, {
      params: { by: "product", name: "lantern-signs" },
      query: { CustomerId: failed.Service.CustomerId, Action: "Modify", InstanceId },
    })
  ).Result!;
  expect(today.Subscriptions.find(({ Id }) => Id === lettered.Id)!.Attributes).toEqual(Attributes);
});

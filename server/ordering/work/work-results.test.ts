import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { scopeOf } from "@tradewind/contract/scopes.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { tickSteps } from "../../test/tick-steps.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes, status } = orderStory(app, worker);
const operator = await app.signInOperator();

const blockOffer = "voice-ddi-10:none:monthly";
const voice = { ProductId: "hosted-voice", Details: { BandwidthConfirmed: true } };
const blocks = (Quantity: number): WireChange => ({
  Kind: "add",
  Lines: [{ Key: "a", OfferId: blockOffer, Quantity, Attributes: { AreaCode: "0113", Directory: "no" } }],
});

const workFor = (name: string) =>
  worker.until(
    async () => (await app.call(operator, work.list)).Result!.Items.find((item) => item.CustomerName === name),
    `work for ${name}`,
  );
type Made = { Key: string; Kind: string; Answers: Record<string, string> };
const made = (Key: string, ...codes: string[]): Made[] =>
  codes.map((Code) => ({ Key, Kind: "numbers", Answers: { Code } }));
const complete = async (workItemId: string, body: { Made?: Made[]; Ended?: string[] }) => {
  await tickSteps(app, operator, workItemId);
  return app.call(operator, work.complete, { params: { workItemId }, body });
};

async function withBlocks(boss: Person, quantity: number) {
  const name = `Acme ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(boss, name);
  const { placed } = await order(boss, customerId, blocks(quantity), voice);
  const { InstanceId } = placed.Result!;
  const item = await workFor(name);
  return { name, customerId, InstanceId, item, line: item.Lines[0]! };
}
const living = async (boss: Person, instanceId: string) =>
  (await status(boss, instanceId)).Resources.filter(({ Until }) => Until === null).map(({ Text }) => Text);

test("work is complete with exactly what its lines are to make, which then stands with the service until it ends", async () => {
  const boss = await signInSigned();
  const { name, customerId, InstanceId, item, line } = await withBlocks(boss, 2);
  expect(line.Attributes).toEqual([
    { Label: "Area code", Text: "0113" },
    { Label: "In the telephone directory", Text: "Not listed" },
  ]);
  expect(line.Resources).toMatchObject([
    { Kind: "numbers", Make: 2, End: 0, Fields: [{ Name: "Code" }], Standing: [] },
  ]);

  expect(await complete(item.Id, {})).toMatchObject({ status: 400, Errors: { Made: "Numbers: 2 are to be entered" } });
  expect(await complete(item.Id, { Made: made(line.Key, "0113 496 0000", "496 0010") })).toMatchObject({
    status: 400,
    Errors: { "Made.1.Answers.Code": "Must be a telephone number with its area code" },
  });
  expect(
    await complete(item.Id, {
      Made: [...made(line.Key, "0113 496 0000", "0113 496 0010"), { Key: InstanceId, Kind: "numbers", Answers: {} }],
    }),
  ).toMatchObject({ status: 400, Errors: { "Made.2.Kind": "This is not due here" } });
  // Two that overlap each other.
  expect(await complete(item.Id, { Made: made(line.Key, "0113 496 0000", "+44 113 496 0009") })).toMatchObject({
    status: 400,
    Errors: { "Made.1.Answers.Code": "Something else has this already" },
  });
  expect(await living(boss, InstanceId)).toEqual([]);

  expect((await complete(item.Id, { Made: made(line.Key, "0113 496 0000", "0113 496 0010") })).status).toBe(200);
  await becomes(boss, InstanceId, "Active");
  expect(await living(boss, InstanceId)).toEqual(["+441134960000 to +441134960009", "+441134960010 to +441134960019"]);

  // One fewer: the operator says which of them ends.
  const fewer: WireChange = { Kind: "setQuantity", Targets: [{ Key: line.Key, Quantity: 1 }] };
  await order(boss, customerId, fewer, { ProductId: "hosted-voice", InstanceId });
  const less = await workFor(name);
  const [due] = less.Lines[0]!.Resources;
  expect(due).toMatchObject({ Make: 0, End: 1, Standing: [{ Text: "+441134960000 to +441134960009" }, {}] });
  expect(await complete(less.Id, {})).toMatchObject({
    status: 400,
    Errors: { Ended: "Numbers: 1 of them are to end" },
  });
  expect((await complete(less.Id, { Ended: [due!.Standing[0]!.Id] })).status).toBe(200);
  await becomes(boss, InstanceId, "Active");
  expect(await living(boss, InstanceId)).toEqual(["+441134960010 to +441134960019"]);

  await order(boss, customerId, { Kind: "cancel", Keys: [line.Key] }, { ProductId: "hosted-voice", InstanceId });
  const end = await workFor(name);
  expect(end.Lines[0]!.Resources).toEqual([]);
  expect(await living(boss, InstanceId)).toHaveLength(1);
  expect((await complete(end.Id, {})).status).toBe(200);
  await becomes(boss, InstanceId, "Deleted");
  expect(await living(boss, InstanceId)).toEqual([]);
  expect((await status(boss, InstanceId)).Resources).toHaveLength(2);
});

test("no two companies hold the same number at the same time, and one that ended can be given again", async () => {
  const [boss, other] = [await signInSigned(), await signInSigned()];
  const first = await withBlocks(boss, 1);
  const second = await withBlocks(other, 1);
  expect((await complete(first.item.Id, { Made: made(first.line.Key, "0114 496 0005") })).status).toBe(200);
  const overlapping = { Made: made(second.line.Key, "0114 496 0014") };
  expect(await complete(second.item.Id, overlapping)).toMatchObject({
    status: 400,
    Errors: { "Made.0.Answers.Code": "Something else has this already" },
  });
  await becomes(boss, first.InstanceId, "Active");
  await order(
    boss,
    first.customerId,
    { Kind: "cancel", Keys: [first.line.Key] },
    { ProductId: "hosted-voice", InstanceId: first.InstanceId },
  );
  expect((await complete((await workFor(first.name)).Id, {})).status).toBe(200);
  await becomes(boss, first.InstanceId, "Deleted");
  expect((await complete(second.item.Id, overlapping)).status).toBe(200);
  await becomes(other, second.InstanceId, "Active");
  expect(await living(other, second.InstanceId)).toEqual(["+441144960014 to +441144960023"]);
  // Neither company sees anything of the other's.
  expect((await app.call(boss, services.byId, { params: { instanceId: second.InstanceId } })).status).toBe(404);
});

test("a key belongs to the line as a whole, and is shown one at a time to a person who proved who they are", async () => {
  const boss = await signInSigned();
  const name = `Keys ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(boss, name);
  const add: WireChange = {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: "office-ltsc-standard-2024:none:once", Quantity: 5 }],
  };
  const { placed } = await order(boss, customerId, add, {
    ProductId: "one-time-purchase",
    Details: { KeysTo: "ada@acme.example" },
  });
  const recorded = await app.call(boss, services.byId, { params: { instanceId: placed.Result!.InstanceId } });
  expect(recorded.Result).toMatchObject({ ChargingModel: "OneTime" });
  const item = await workFor(name);
  const line = item.Lines[0]!;
  expect(line.Resources).toMatchObject([{ Kind: "key", Make: 1 }]);
  const key = (Code: string) => [{ Key: line.Key, Kind: "key", Answers: { Code } }];
  expect((await complete(item.Id, { Made: key("AAAAA") })).Errors).toEqual({
    "Made.0.Answers.Code": "Must be five groups of five letters or digits",
  });
  const Code = `AAAAA-BBBBB-CCCCC-DDDDD-${crypto.randomUUID().slice(0, 5).toUpperCase()}`;
  expect((await complete(item.Id, { Made: key(Code) })).status).toBe(200);
  const { InstanceId } = placed.Result!;
  const active = await becomes(boss, InstanceId, "Active");
  expect(active.Resources).toMatchObject([{ Label: "Product key", Text: null, IsSecret: true, Until: null }]);
  expect(JSON.stringify(active)).not.toContain(Code);
  expect(JSON.stringify(await app.call(operator, work.list, { query: { Status: "finished" } }))).not.toContain(Code);

  const reveal = (person: Person) =>
    app.call(person, services.reveal, { params: { resourceId: active.Resources[0]!.Id } });
  const seen = () =>
    app.sql("select from activity where reseller_id = $1 and action = 'services.reveal'", [boss.resellerId]);
  await app.sql("update sessions set confirmed_at = now() - interval '301 s' where id = $1", [boss.sessionId]);
  expect(await reveal(boss)).toMatchObject({ status: 409, Error: "confirmFirst" });
  expect(await seen()).toHaveLength(0);
  await proveNow(app, boss.sessionId);
  const shown = await reveal(boss);
  expect(shown).toMatchObject({ status: 200, Result: { Text: Code, Attributes: [] } });
  expect(shown.headers["cache-control"]).toBe("no-store");
  expect(await seen()).toHaveLength(1);
  expect(
    await app.sql("select from idempotency where position($1 in to_jsonb(idempotency)::text) > 0", [Code]),
  ).toEqual([]);

  // Neither another company nor a program.
  const stranger = await signInSigned();
  await proveNow(app, stranger.sessionId);
  expect((await reveal(stranger)).status).toBe(404);
  expect(scopeOf(services.reveal)).toBeUndefined();
});

test("serial numbers of goods are kept where they are known, each once", async () => {
  const boss = await signInSigned();
  const name = `Phones ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(boss, name);
  const phones: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: "phone-t31p:none:once", Quantity: 3 }] };
  const { placed } = await order(boss, customerId, phones, { ProductId: "hosted-voice-hardware" });
  const item = await workFor(name);
  const line = item.Lines[0]!;
  expect(line.Resources).toMatchObject([{ Kind: "device", Make: 3, Optional: true }]);
  const serials = (...codes: string[]) => codes.map((Code) => ({ Key: line.Key, Kind: "device", Answers: { Code } }));
  expect(await complete(item.Id, { Made: serials("A1", "A2", "A3", "A4") })).toMatchObject({
    status: 400,
    Errors: { Made: "Serial numbers: 3 are to be entered" },
  });
  expect(await complete(item.Id, { Made: serials("A1", "A1") })).toMatchObject({
    status: 400,
    Errors: { "Made.1.Answers.Code": "Something else has this already" },
  });
  expect((await complete(item.Id, { Made: serials("A1", "A2") })).status).toBe(200);
  await becomes(boss, placed.Result!.InstanceId, "Active");
  expect(await living(boss, placed.Result!.InstanceId)).toEqual(["A1", "A2"]);
});

test("an order of thousands of things is completed in one call, and each fault of their list is told by its line", async () => {
  const boss = await signInSigned();
  // More than a statement could have parameters for.
  const Quantity = inject("long") ? 7_000 : 2_000;
  const { item, line, InstanceId } = await withBlocks(boss, Quantity);
  const codes = Array.from({ length: Quantity }, (_, at) => `+44 20 7${String(at).padStart(5, "0")}0`);
  await tickSteps(app, operator, item.Id);
  const send = (all: readonly string[]) =>
    app.call(operator, work.complete, {
      params: { workItemId: item.Id },
      body: { Lists: [{ Key: line.Key, Kind: "numbers", Codes: [...all] }] },
    });
  expect((await send(codes.slice(1))).Errors).toEqual({ Made: `Numbers: ${Quantity} are to be entered` });
  expect((await send([...codes.slice(0, -2), codes[0]!, "none"])).Errors).toEqual({
    "Lists.0.Codes": `Line ${Quantity}: Must be a telephone number with its area code`,
  });
  expect((await send([...codes.slice(0, -1), codes[0]!])).Errors).toEqual({
    "Lists.0.Codes": `Line ${Quantity}: Something else has this already`,
  });
  expect((await send(codes)).status).toBe(200);
  const { Resources } = await becomes(boss, InstanceId, "Active");
  expect(Resources).toHaveLength(500);
  const [count] = await app.sql("select count(*)::int as living from resources where reseller_id = $1", [
    boss.resellerId,
  ]);
  expect(count).toEqual({ living: Quantity });
});

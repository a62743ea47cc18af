/** What the stand-in answers about transfers from another partner. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control } from "../test-support.ts";

let simulators: Simulators;
let dataDir: string;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "transfers-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  const reply = await fetch(`${simulators.urls.identity}/partner.example/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: "a-refresh-token",
      resource: "https://api.partnercenter.microsoft.com",
      client_id: "portal",
      client_secret: "a-long-secret",
    }),
  });
  token = ((await reply.json()) as { access_token: string }).access_token;
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

type Transfer = {
  id: string;
  status: string;
  code: string;
  lineItems: { subscriptionId: string; offerId: string; quantity: number; commitmentEndDate: string }[];
  transferErrors: { description: string }[];
};
type Subscriptions = {
  items: {
    id: string;
    offerId: string;
    quantity: number;
    commitmentEndDate: string;
    cancellationAllowedUntilDate: string | null;
    parentSubscriptionId: string | null;
  }[];
};

async function call<T = Transfer>(method: string, path: string, json?: unknown) {
  const reply = await fetch(`${simulators.urls.microsoft}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: reply.status, body: (await reply.json()) as T };
}

const act = <T = Record<string, string>>(body: Record<string, unknown>) =>
  control<T>(simulators.urls.microsoft, "act", body);
const later = (advanceMs: number) => control<{ now: string }>(simulators.urls.microsoft, "clock", { advanceMs });
const day = 24 * 60 * 60 * 1000;
const asked = () => ({
  sourcePartnerTenantId: randomUUID(),
  sourcePartnerName: "Northwind",
  customerEmailId: "ada@acme.example",
  transferType: 5,
});

/** A customer of ours with a request to another partner. */
async function open() {
  const domain = `t-${randomUUID().slice(0, 8)}.onmicrosoft.com`;
  const { tenantId } = await act({ action: "acceptReseller", domain });
  const path = `/customers/${tenantId}/transfers`;
  const { body } = await call("POST", path, asked());
  return { customer: `/customers/${tenantId}`, path, id: body.id, read: () => call("GET", `${path}/${body.id}`) };
}

const premium = "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF";
async function given(changes: Record<string, unknown> = {}) {
  const { now } = await later(0);
  const nextTermAt = new Date(new Date(now).getTime() + 100 * day).toISOString().slice(0, 10);
  return { catalogItemId: premium, quantity: 5, termDuration: "P1Y", billingCycle: "monthly", nextTermAt, ...changes };
}

test("what the other partner accepts comes after a while, under new numbers, and its lines are shown only then", async () => {
  const { customer, id, read } = await open();
  expect((await read()).body).toMatchObject({ status: "Pending", lineItems: [], transferErrors: [] });
  const line = await given();
  await act({ action: "acceptTransfer", transferId: id, lines: [line] });
  expect((await read()).body).toMatchObject({ status: "InProgress", lineItems: [] });
  await later(10_000);
  const { body } = await read();
  const { body: standing } = await call<Subscriptions>("GET", `${customer}/subscriptions`);
  expect(body).toMatchObject({ status: "Complete", lineItems: [{ offerId: premium, quantity: 5 }] });
  expect(standing.items).toMatchObject([{ offerId: premium, quantity: 5, cancellationAllowedUntilDate: null }]);
  expect(standing.items[0]!.commitmentEndDate).toBe(body.lineItems[0]!.commitmentEndDate);
  expect(standing.items[0]!.id).not.toBe(body.lineItems[0]!.subscriptionId);
});

test("a part can stay behind, and with it what belongs to it", async () => {
  const { customer, id, read } = await open();
  const lines = [
    await given(),
    await given({ failure: "It is reserved." }),
    await given({ addOnTo: 1 }),
    await given({ addOnTo: 0 }),
  ];
  await act({ action: "acceptTransfer", transferId: id, lines });
  await later(10_000);
  const { body } = await read();
  expect([body.status, body.lineItems.length]).toEqual(["Complete", 2]);
  expect(body.transferErrors.map(({ description }) => description)).toEqual([
    "It is reserved.",
    "What it belongs to wasn't transferred.",
  ]);
  const { items } = (await call<Subscriptions>("GET", `${customer}/subscriptions`)).body;
  const parents = items.map((each) => each.parentSubscriptionId);
  expect(parents.filter((parent) => parent !== null)).toEqual([
    items.find((each) => each.parentSubscriptionId === null)!.id,
  ]);
});

test("takes at most 25 lines at a time", async () => {
  const { id, read } = await open();
  const line = await given();
  await act({ action: "acceptTransfer", transferId: id, lines: Array.from({ length: 26 }, () => line) });
  expect((await read()).body.status).toBe("Pending");
  await act({ action: "acceptTransfer", transferId: id, lines: Array.from({ length: 25 }, () => line) });
  expect((await read()).body.status).toBe("InProgress");
});

test("who asked withdraws while it is pending, and accepts nothing", async () => {
  const { path, id, read } = await open();
  expect(await call("PATCH", `${path}/${id}`, { id, lineItems: [] })).toMatchObject({ status: 400 });
  const cancel = { id, status: "Cancel" };
  expect((await call("PATCH", `${path}/${id}`, cancel)).body).toMatchObject({ status: "Cancelled" });
  expect((await call("PATCH", `${path}/${id}`, cancel)).status).toBe(400);
  await act({ action: "acceptTransfer", transferId: id, lines: [await given()] });
  expect((await read()).body.status).toBe("Cancelled");
});

test.each([
  ["no partner", { sourcePartnerTenantId: "northwind" }],
  ["no name of the partner", { sourcePartnerName: "" }],
  ["no address of the customer", { customerEmailId: "ada" }],
  ["a type that is none", { transferType: 4 }],
  ["a kind of product that is none", { targetProductTypes: ["Phones"] }],
  ["another target than us", { targetPartnerTenantId: randomUUID() }],
])("is not created with %s", async (_, changes) => {
  const { path } = await open();
  expect(await call("POST", path, { ...asked(), ...changes })).toMatchObject({ status: 400, body: { code: "900400" } });
});

test("one partner has one open request about a customer", async () => {
  const { path } = await open();
  const twice = asked();
  expect((await call("POST", path, twice)).status).toBe(201);
  expect((await call("POST", path, twice)).body.code).toBe("900400");
  expect((await call<{ items: unknown[] }>("GET", path)).body.items).toHaveLength(2);
});

/** A customer of ours with something that another partner asks for. */
async function askedOfUs() {
  const { customer, path, id } = await open();
  await act({ action: "acceptTransfer", transferId: id, lines: [await given(), await given({ addOnTo: 0 })] });
  await later(10_000);
  const { items } = (await call<Subscriptions>("GET", `${customer}/subscriptions`)).body;
  const [base, addOn] = [
    items.find((each) => !each.parentSubscriptionId)!,
    items.find((each) => each.parentSubscriptionId)!,
  ];
  const customerId = customer.split("/").at(-1);
  const { transferId } = await act({ action: "askTransfer", customerId, partnerName: "Fabrikam" });
  const accept = (lineItems: object[]) => call("PATCH", `${path}/${transferId}`, { id: transferId, lineItems });
  const read = () => call<Transfer & { transferDirection: string }>("GET", `${path}/${transferId}`);
  return { customer, base, addOn, transferId: transferId!, accept, read, path };
}

test("what another partner asks for is accepted with its line items, and ends with us once it has moved", async () => {
  const { customer, base, addOn, accept, read } = await askedOfUs();
  expect((await read()).body).toMatchObject({ status: "Pending", transferDirection: "Outgoing" });
  const lines = [{ subscriptionId: base.id, addonItems: [{ subscriptionId: addOn.id }] }];
  expect(await accept(lines)).toMatchObject({ status: 200, body: { orders: [], transferErrors: [] } });
  expect((await read()).body).toMatchObject({ status: "InProgress", lineItems: [] });
  await later(10_000);
  const { body } = await read();
  expect(body.lineItems.map((line) => line.subscriptionId)).toEqual([base.id, addOn.id]);
  const { items } = (await call<{ items: { id: string; status: string }[] }>("GET", `${customer}/subscriptions`)).body;
  expect(new Set(items.map((each) => each.status))).toEqual(new Set(["deleted"]));
  expect((await accept(lines)).body).toMatchObject({ code: "900103" });
});

test("a request of another partner is accepted whole lines at a time, and only that partner takes it back", async () => {
  const { base, addOn, accept, read, transferId, path } = await askedOfUs();
  for (const lines of [
    [],
    [{ subscriptionId: base.id }],
    [{ subscriptionId: randomUUID() }],
    [{ subscriptionId: base.id, addonItems: [{ subscriptionId: addOn.id }, { subscriptionId: addOn.id }] }],
  ])
    expect((await accept(lines)).status).toBe(400);
  expect((await call("PATCH", `${path}/${transferId}`, { id: transferId, status: "Cancel" })).status).toBe(400);
  expect((await read()).body.status).toBe("Pending");
  await act({ action: "refuseTransfer", transferId });
  expect((await read()).body.status).toBe("Cancelled");
});

test("the other partner refuses, or lets it lapse", async () => {
  const [refused, lapsed] = [await open(), await open()];
  await act({ action: "refuseTransfer", transferId: refused.id });
  expect((await refused.read()).body.status).toBe("Reject");
  await later(31 * day);
  await act({ action: "acceptTransfer", transferId: lapsed.id, lines: [await given()] });
  expect(await act({ action: "lapseTransfer", transferId: lapsed.id })).toEqual({ ignored: lapsed.id });
});

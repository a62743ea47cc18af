/** What the stand-in answers where Microsoft's own examples are stricter than our calls need. */
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

const premium = "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stand-in-"));
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

async function call<T>(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${simulators.urls.microsoft}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: reply.status, body: (await reply.json()) as T };
}

async function addCustomer() {
  const domain = `acme-${randomUUID().slice(0, 8)}.onmicrosoft.com`;
  const defaultAddress = { addressLine1: "1 High Street", city: "Leeds", postalCode: "LS1 1AA", country: "GB" };
  const billingProfile = {
    email: "a@acme.example",
    culture: "en-GB",
    language: "en",
    companyName: "Acme",
    defaultAddress,
  };
  const { body } = await call<{ id: string }>("POST", "/customers", { companyProfile: { domain }, billingProfile });
  return body.id;
}

type Subscription = {
  id: string;
  quantity: number;
  autoRenewEnabled: boolean;
  refundableQuantity: object | null;
  refundOptions: object[];
  suspensionReasons: string[];
  parentSubscriptionId: string | null;
  links: Record<string, { uri: string }>;
};

async function buy(provisioningContext?: object) {
  const customer = await addCustomer();
  await call("POST", `/customers/${customer}/agreements`, {
    primaryContact: { firstName: "Ada", lastName: "Moss", email: "ada@acme.example" },
    dateAgreed: "2026-01-05T00:00:00Z",
    type: "MicrosoftCustomerAgreement",
    templateId: "117a77b0-9360-443b-8795-c6dedc750cf9",
  });
  const line = {
    catalogItemId: premium,
    quantity: 5,
    termDuration: "P1Y",
    billingCycle: "monthly",
    provisioningContext,
  };
  const { body: cart } = await call<{ id: string }>("POST", `/customers/${customer}/carts`, { lineItems: [line] });
  await call("POST", `/customers/${customer}/carts/${cart.id}/checkout`);
  await control(simulators.urls.microsoft, "clock", { advanceMs: 60_000 });
  const { body } = await call<{ items: Subscription[] }>("GET", `/customers/${customer}/subscriptions`);
  const [held] = body.items;
  return { held: held!, path: `/customers/${customer}/subscriptions/${held!.id}` };
}

type Page = { items: object[]; links?: { next: { uri: string; headers: { key: string; value: string }[] } } };

test("customers come in pages of the usual size if 0 are asked for, and a token that is none is refused", async () => {
  for (const _ of [1, 2, 3]) await addCustomer();
  const { body: all } = await call<Page>("GET", "/customers?size=0");
  expect(all.items.length).toBeGreaterThanOrEqual(3);
  const { body: first } = await call<Page>("GET", "/customers?size=2");
  expect(first.items).toHaveLength(2);
  const { uri, headers } = first.links!.next;
  const [{ key, value }] = headers as [{ key: string; value: string }];
  expect(value).not.toMatch(/^\d+$/);
  expect((await call<Page>("GET", uri, undefined, { [key]: value })).body.items[0]).toEqual(all.items[2]);
  for (const garbage of ["garbage", "2", ""])
    expect(await call("GET", uri, undefined, { [key]: garbage })).toMatchObject({ status: 400 });
});

test("a change that leaves fields out resets them", async () => {
  const { path } = await buy();
  const { body } = await call<Subscription>("PATCH", path, { quantity: 7 });
  expect(body).toMatchObject({ quantity: 7, autoRenewEnabled: false });
});

test("a suspended subscription has reasons and nothing to give back", async () => {
  const { held, path } = await buy();
  expect(held).toMatchObject({
    refundableQuantity: { totalQuantity: 5 },
    refundOptions: [{ type: "Full" }],
    suspensionReasons: [],
  });
  const { body } = await call<Subscription>("PATCH", path, { ...held, status: "suspended" });
  expect(body).toMatchObject({ refundableQuantity: null, refundOptions: [] });
  expect(body.suspensionReasons).not.toEqual([]);
});

test("a subscription bought under another one names it", async () => {
  const parent = (await buy()).held;
  expect(parent.parentSubscriptionId).toBeNull();
  const { held } = await buy({ parentSubscriptionId: parent.id });
  expect(held.parentSubscriptionId).toBe(parent.id);
  expect(held.links.parentSubscription!.uri).toMatch(new RegExp(`${parent.id}$`));
});

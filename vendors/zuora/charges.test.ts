import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { GatewayAnswer, StoredCharge } from "../gateways.ts";
import type { MethodVault } from "../method-vault.ts";
import { clearFaults, control } from "../test-support.ts";
import { zuoraVault } from "./zuora.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let vault: MethodVault;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "zuora-charges-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.zuora;
  vault = zuoraVault({
    url,
    clientId: "client",
    clientSecret: "client-secret",
    pageUrl: `${url}/apps/PublicHostedPageLite.do`,
    scriptUrl: `${url}/zuora-min.js`,
    pages: { GBP: "page-gbp", EUR: "", directDebit: "" },
  });
});
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A charge of £25,375.70 to a new card. */
async function asked(cardNumber = "4111111111111111"): Promise<StoredCharge> {
  const holder = { name: "Harbour IT", currency: "GBP", country: "GB", contactName: "Nora Wind" } as const;
  const accountRef = await vault.ensureAccount({ ...holder, number: randomUUID(), email: "nora@example.com" });
  const page = (await vault.authorise({ kind: "card", currency: "GBP", accountRef }))!;
  const fields = { ...page, id: page.pageId, cardNumber, expires: "12/30" };
  const { refId } = await control<{ refId: string }>(url, "act", { action: "submit", fields });
  const key = randomUUID();
  return {
    key,
    idempotencyKey: `payment-${key}`,
    accountRef,
    methodRef: refId,
    amount: { minor: 2_537_570n, currency: "GBP" },
    day: "2026-02-10",
    description: "Invoice TW-1",
  };
}
const fault = (of: object, match: object = { method: "POST", path: "/v1/payments" }, times = 1) =>
  control(url, "faults", { match, fault: of, times });
function seen(answer: GatewayAnswer | undefined) {
  if (answer?.outcome !== "seen") throw new Error(JSON.stringify(answer));
  return answer.payment;
}
type Entry = { method: string; path: string; headers: Record<string, string>; body: Record<string, unknown> };
const sent = async (key: string) =>
  (await control<{ entries: Entry[] }>(url, "journal")).entries.filter(
    ({ method, path, body }) => method === "POST" && path === "/v1/payments" && body["gatewayOrderId"] === key,
  );

test("a stored card is charged to the penny, once under its key, and what was given back is told", async () => {
  const charge = await asked();
  const made = seen(await vault.charges.make(charge));
  expect(made).toMatchObject({ key: charge.key, state: "confirmed", amount: charge.amount, returnedMinor: 0n });
  expect(seen(await vault.charges.make(charge)).ref).toBe(made.ref);
  expect(seen(await vault.charges.find(charge)).ref).toBe(made.ref);
  expect((await sent(charge.key))[0]!.body).toEqual({
    type: "Electronic",
    standalone: true,
    accountId: charge.accountRef,
    paymentMethodId: charge.methodRef,
    amount: 25_375.7,
    currency: "GBP",
    effectiveDate: "2026-02-10",
    comment: "Invoice TW-1",
    gatewayOrderId: charge.key,
  });
  await control(url, "act", { action: "refund", payment: made.ref, amount: 20.1 });
  expect(seen(await vault.charges.read(made.ref))).toMatchObject({ state: "confirmed", returnedMinor: 2_010n });
});

test("a charge whose answer is lost is found at once, or by looking later, and never made twice", async () => {
  const charge = await asked();
  await fault({ kind: "commitThenReset" });
  const { ref } = seen(await vault.charges.make(charge));
  expect(seen(await vault.charges.make(charge)).ref).toBe(ref);
  const other = await asked();
  await fault({ kind: "commitThenReset" });
  await fault({ kind: "reset" }, { method: "GET", path: "/v1/payments" });
  expect(await vault.charges.make(other)).toMatchObject({ outcome: "unknown" });
  expect(seen(await vault.charges.find(other))).toMatchObject({ state: "confirmed" });
  expect(await vault.charges.find(await asked())).toBeUndefined();
});

test("a declined card says why in plain words, and stays declined", async () => {
  for (const [number, code, words] of [
    ["4000000000000341", "card_declined", "The bank declined this card: Your card was declined."],
    ["4000000000009995", "insufficient_funds", "The bank declined this card: Your card has insufficient funds."],
  ] as const) {
    const charge = await asked(number);
    const { ref, state, failure } = seen(await vault.charges.make(charge));
    expect(state).toBe("failed");
    expect(failure).toMatchObject({
      code,
      reason: `${words} Nothing was charged. Please ask your bank, or pay with another card.`,
    });
    expect(seen(await vault.charges.read(ref)).state).toBe("failed");
  }
});

test("a card that is closed is refused, and nothing is made", async () => {
  const charge = await asked();
  await vault.close(charge.methodRef);
  expect(await vault.charges.make(charge)).toMatchObject({
    outcome: "refused",
    messages: [expect.stringContaining("Cannot find payment method")],
  });
  expect(await vault.charges.find(charge)).toBeUndefined();
});

test("too many calls, faults on Zuora's side or behind it, cut lines and nonsense leave the outcome open", async () => {
  const said = (code: number) => ({ success: false, reasons: [{ code, message: "Later" }] });
  for (const of of [
    { kind: "status", status: 429, headers: { "retry-after": "1" }, body: {} },
    { kind: "status", status: 500, body: {} },
    { kind: "status", status: 200, body: said(59_210_070) },
    { kind: "status", status: 200, body: said(59_210_099) },
    { kind: "reset" },
    { kind: "html502" },
  ]) {
    const charge = await asked();
    await fault(of);
    expect((await vault.charges.make(charge)).outcome).toBe("unknown");
    // Asked again under the same key, it is charged once.
    expect(seen(await vault.charges.make(charge)).state).toBe("confirmed");
    const keys = (await sent(charge.key)).map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).toEqual(new Set([charge.idempotencyKey]));
  }
  await clearFaults(url);
});

test("a charge is found among more of its day than a page holds", async () => {
  const first = await asked();
  const others = Array.from({ length: 41 }, () => randomUUID());
  await vault.charges.make(first);
  for (const key of others)
    await vault.charges.make({
      ...first,
      key,
      idempotencyKey: `payment-${key}`,
      amount: { minor: 100n, currency: "GBP" },
    });
  for (const key of [first.key, others.at(-1)!])
    expect(seen(await vault.charges.find({ ...first, key })).key).toBe(key);
  expect(await vault.charges.find({ ...first, key: randomUUID() })).toBeUndefined();
});

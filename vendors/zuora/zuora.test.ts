import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { VendorRefusal } from "../http.ts";
import type { MethodVault, PageAuthorisation } from "../method-vault.ts";
import { clearFaults, control } from "../test-support.ts";
import { VendorUnavailable } from "../vendor.ts";
import { zuoraVault } from "./zuora.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let vault: MethodVault;

const vaultOf = (clientSecret: string) =>
  zuoraVault({
    url,
    clientId: "client",
    clientSecret,
    pageUrl: `${url}/apps/PublicHostedPageLite.do`,
    scriptUrl: `${url}/zuora-min.js`,
    pages: { GBP: "page-gbp", EUR: "", directDebit: simulators.settings["ZUORA_DEBIT_PAGE"]! },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "zuora-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.zuora;
  vault = vaultOf("client-secret");
});
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Told = { success: boolean; refId: string; token: string; signature: string; tenantId: string; errorCode?: string };
const holder = (number: string = randomUUID()) => ({
  number,
  name: "Harbour IT",
  currency: "GBP" as const,
  country: "GB",
  contactName: "Nora Wind",
  email: "nora@example.com",
});
async function opened(kind: "card" | "directDebit" = "card") {
  const accountRef = await vault.ensureAccount(holder());
  const page = (await vault.authorise({ kind, currency: kind === "card" ? "GBP" : null, accountRef }))!;
  return { accountRef, page };
}
const submit = (page: PageAuthorisation, fields: object = { cardNumber: "4111 1111 1111 1111", expires: "12/30" }) =>
  control<Told>(url, "act", { action: "submit", fields: { ...page, id: page.pageId, ...fields } });
const now = async () => new Date((await control<{ now: string }>(url, "clock")).now);

test("an account is made once, also when its answer is lost", async () => {
  const number = randomUUID();
  await control(url, "faults", {
    match: { method: "POST", path: "/v1/accounts" },
    times: 1,
    fault: { kind: "commitThenReset" },
  });
  await expect(vault.ensureAccount(holder(number))).rejects.toThrow(VendorUnavailable);
  await clearFaults(url);
  const ref = await vault.ensureAccount(holder(number));
  expect(await vault.ensureAccount(holder(number))).toBe(ref);
});

test("a card entered in the frame is what its signature says, of the account, and closed for good", async () => {
  const { accountRef, page } = await opened();
  const told = await submit(page);
  expect(told.success).toBe(true);
  expect(vault.isSigned(told.signature, page, await now())).toBe(true);
  expect(vault.isSigned(told.signature, { ...page, token: "another" }, await now())).toBe(false);
  expect(await vault.read(told.refId)).toMatchObject({
    accountRef,
    kind: "card",
    isActive: true,
    brand: "Visa",
    lastFour: "1111",
    expires: { month: 12, year: 2030 },
  });
  await vault.save(accountRef, { autoPay: true, paymentTerm: "Net 14", defaultRef: told.refId });
  await expect(vault.close(told.refId)).rejects.toThrow(VendorRefusal);
  await vault.save(accountRef, { autoPay: false, paymentTerm: "Net 14", defaultRef: null });
  await vault.close(told.refId);
  await vault.close(told.refId);
  expect(await vault.read(told.refId)).toBeUndefined();
});

test("Mastercard, American Express and bank accounts are told apart; an unknown page is none", async () => {
  for (const [cardNumber, brand] of [
    ["5555555555554444", "MasterCard"],
    ["378282246310005", "AmericanExpress"],
  ]) {
    const { page } = await opened();
    expect(await vault.read((await submit(page, { cardNumber, expires: "01/31" })).refId)).toMatchObject({ brand });
  }
  const { page, accountRef } = await opened("directDebit");
  const told = await submit(page, { accountNumber: "55779911", sortCode: "200000" });
  expect(await vault.read(told.refId)).toMatchObject({
    kind: "directDebit",
    brand: null,
    lastFour: "9911",
    expires: null,
  });
  expect(await vault.authorise({ kind: "card", currency: "EUR", accountRef })).toBeUndefined();
});

test("a declined card, a second submission, a forged signature and a page left open say why", async () => {
  expect(await submit((await opened()).page, { cardNumber: "4000000000000002" })).toMatchObject({
    success: false,
    errorCode: "BusinessValidationError",
  });
  const { page } = await opened();
  await submit(page);
  expect(await submit(page)).toMatchObject({ success: false, errorCode: "Attempt_Exceed_Limitation" });
  const forged = { ...(await opened()).page, signature: page.signature };
  expect(await submit(forged)).toMatchObject({ success: false, errorCode: "Signature_Invalid" });
  const late = (await opened()).page;
  await control(url, "clock", { advanceMs: 1_800_001 });
  expect(await submit(late)).toMatchObject({ success: false, errorCode: "Token_Expired" });
});

test("an expired token is renewed once; a client that is refused, silence and nonsense are no answer", async () => {
  await control(url, "act", { action: "spoil", what: "token", times: 1 });
  expect(await vault.ensureAccount(holder())).toMatch(/^[0-9a-f]{32}$/);
  await control(url, "clock", { advanceMs: 3_600_000 });
  expect(await vault.ensureAccount(holder())).toMatch(/^[0-9a-f]{32}$/);
  await expect(vaultOf("short").read("x")).rejects.toThrow("Zuora refused our client");
  const busy = { success: false, reasons: [{ code: 50000070, message: "Too many" }] };
  for (const fault of [
    { kind: "reset" },
    { kind: "truncate" },
    { kind: "html502" },
    { kind: "status", status: 200, body: busy },
    { kind: "status", status: 200, body: { success: true } },
  ]) {
    await control(url, "faults", { match: { path: "/v1/payment-methods" }, times: 1, fault });
    await expect(vault.read("x")).rejects.toThrow(VendorUnavailable);
  }
  await clearFaults(url);
});

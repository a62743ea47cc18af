/** Asks the stand-in for what another partner provides, as the product does. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { clearFaults, control } from "../test-support.ts";
import type { AskedTransfer, Transfers } from "../transfers.ts";
import { VendorUnavailable } from "../vendor.ts";
import { partnerCenter } from "./microsoft-api.ts";
import { microsoftTransfers } from "./microsoft-transfers.ts";

let simulators: Simulators;
let dataDir: string;
let transfers: Transfers;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "asked-transfers-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  const { microsoft: apiUrl, identity: identityUrl } = simulators.urls;
  const credentials = { tenant: "partner.example", clientId: "portal", clientSecret: "a-long-secret" };
  const settings = { apiUrl, identityUrl, ...credentials, refreshToken: "a-refresh-token", timeoutMs: 500 };
  transfers = microsoftTransfers(partnerCenter({ ...settings, now: Date.now, newId: randomUUID }), randomUUID);
});

afterEach(async () => clearFaults(simulators.urls.microsoft));
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const act = <T = Record<string, string>>(body: Record<string, unknown>) =>
  control<T>(simulators.urls.microsoft, "act", body);
const later = (advanceMs: number) => control<{ now: string }>(simulators.urls.microsoft, "clock", { advanceMs });
const day = 24 * 60 * 60 * 1000;

/** What is asked for of a customer of ours, of another partner. */
async function asked(changes: Partial<AskedTransfer> = {}): Promise<AskedTransfer> {
  const { tenantId } = await act({ action: "acceptReseller", domain: `a-${randomUUID().slice(0, 8)}.onmicrosoft.com` });
  return {
    tenantRef: tenantId!,
    partner: { ref: randomUUID(), name: "Northwind" },
    customerName: "Acme",
    customerEmail: "ada@acme.example",
    since: (await later(0)).now,
    earlier: [],
    ...changes,
  };
}

const refOf = (seen: Awaited<ReturnType<Transfers["ask"]>>) => (seen as { ref: string }).ref;
const countOf = async (tenantRef: string) => {
  const { entries } = await control<{ entries: { method: string; path: string; reply: { status: number } }[] }>(
    simulators.urls.microsoft,
    "journal",
  );
  const path = `/v1/customers/${tenantRef}/transfers`;
  return entries.filter((each) => each.method === "POST" && each.path === path).length;
};

const premium = "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF";

test("tells when it can be accepted at the latest, that it moves, and what came or stayed, each in words", async () => {
  const wanted = await asked();
  const seen = await transfers.ask(wanted);
  const until = new Date(Date.parse(wanted.since) + 30 * day).toISOString().slice(0, 10);
  expect(seen).toMatchObject({ state: "pending", until: expect.stringContaining(until) });
  const transferId = refOf(seen);
  const nextTermAt = new Date(Date.parse(wanted.since) + 100 * day).toISOString().slice(0, 10);
  const line = { catalogItemId: premium, quantity: 5, termDuration: "P1Y", billingCycle: "monthly", nextTermAt };
  await act({
    action: "acceptTransfer",
    transferId,
    lines: [line, { ...line, quantity: 2, failure: "It is reserved." }],
  });
  expect(await transfers.look(wanted.tenantRef, transferId)).toEqual({ state: "moving", ref: transferId });
  await later(10_000);
  expect(await transfers.look(wanted.tenantRef, transferId)).toMatchObject({
    state: "came",
    lines: [
      { offerRef: premium, quantity: 5, termUntil: nextTermAt },
      { quantity: 2, refusal: { code: "900145", reason: "Microsoft refused this: It is reserved (900145)." } },
    ],
  });
});

test("after a lost answer it is found again, and never asked for twice; one that was asked for before is another", async () => {
  const wanted = await asked();
  await control(simulators.urls.microsoft, "faults", {
    match: { method: "POST", path: `/v1/customers/${wanted.tenantRef}/transfers` },
    times: 1,
    fault: { kind: "commitThenReset" },
  });
  await expect(transfers.ask(wanted)).rejects.toThrow(VendorUnavailable);
  const seen = await transfers.ask(wanted);
  expect(seen.state).toBe("pending");
  expect(await transfers.ask(wanted)).toEqual(seen);
  expect(await countOf(wanted.tenantRef)).toBe(1);
  expect(await transfers.withdraw(wanted, refOf(seen))).toMatchObject({ state: "withdrawn" });
  const again = await transfers.ask({ ...wanted, earlier: [refOf(seen)] });
  expect(again.state).toBe("pending");
  expect(refOf(again)).not.toBe(refOf(seen));
});

test("what was never asked for is withdrawn at once, and what was accepted meanwhile comes all the same", async () => {
  const wanted = await asked();
  expect(await transfers.withdraw(wanted, null)).toMatchObject({ state: "withdrawn" });
  const transferId = refOf(await transfers.ask(wanted));
  const { now } = await later(0);
  const nextTermAt = new Date(Date.parse(now) + 100 * day).toISOString().slice(0, 10);
  const line = { catalogItemId: premium, quantity: 5, termDuration: "P1Y", billingCycle: "monthly", nextTermAt };
  await act({ action: "acceptTransfer", transferId, lines: [line] });
  expect(await transfers.withdraw(wanted, transferId)).toEqual({ state: "moving", ref: transferId });
});

test("the ends without anything coming are told in words: refused, lapsed, never taken", async () => {
  const [refused, lapsed] = [await asked(), await asked()];
  const [one, other] = [refOf(await transfers.ask(refused)), refOf(await transfers.ask(lapsed))];
  await act({ action: "refuseTransfer", transferId: one });
  expect(await transfers.look(refused.tenantRef, one)).toEqual({
    state: "refused",
    reason: "Northwind refused the transfer.",
  });
  await later(31 * day);
  expect(await transfers.look(lapsed.tenantRef, other)).toEqual({
    state: "expired",
    reason: "Northwind did not accept the transfer in time.",
  });
  const nobody = await asked({ partner: { ref: "northwind", name: "Northwind" } });
  expect(await transfers.ask(nobody)).toMatchObject({
    state: "refused",
    reason: expect.stringContaining("Check the other partner's tenant ID"),
  });
});

/** What we provide to a customer, by the vendor's number, with another partner's request for it. */
async function wantedOfUs() {
  const wanted = await asked();
  const own = refOf(await transfers.ask(wanted));
  const nextTermAt = new Date(Date.parse(wanted.since) + 100 * day).toISOString().slice(0, 10);
  const line = { catalogItemId: premium, quantity: 5, termDuration: "P1Y", billingCycle: "monthly", nextTermAt };
  await act({ action: "acceptTransfer", transferId: own, lines: [line, { ...line, quantity: 2, addOnTo: 0 }] });
  await later(10_000);
  const { tenantRef } = wanted;
  const { transferId } = await act({ action: "askTransfer", customerId: tenantRef, partnerName: "Fabrikam" });
  return { tenantRef, ref: transferId! };
}

test("what other partners ask for is listed with until when, apart from what we ask for, until it is decided", async () => {
  const { tenantRef, ref } = await wantedOfUs();
  expect(await transfers.listAsked(tenantRef)).toMatchObject([
    { ref, partner: { name: "Fabrikam" }, until: expect.any(String), askedAt: expect.any(String) },
  ]);
  expect(await transfers.look(tenantRef, ref)).toMatchObject({ state: "pending", ref });
  await act({ action: "refuseTransfer", transferId: ref });
  expect(await transfers.listAsked(tenantRef)).toEqual([]);
  expect(await transfers.look(tenantRef, ref)).toEqual({
    state: "withdrawn",
    reason: "Fabrikam took the request back.",
  });
});

test("giving away what does not stand there is refused in words, and the request stays open", async () => {
  const { tenantRef, ref } = await wantedOfUs();
  const line = { vendorRef: randomUUID(), parentRef: null, offerRef: premium, name: "Premium", quantity: 5 };
  expect(await transfers.release(tenantRef, ref, [line])).toMatchObject({
    state: "refused",
    reason: expect.stringContaining("can't be transferred"),
  });
  expect(await transfers.look(tenantRef, ref)).toMatchObject({ state: "pending" });
});

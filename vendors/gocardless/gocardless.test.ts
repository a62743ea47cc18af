import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { AccountRefused, type DebitAccount, type DebitProvider } from "../debits.ts";
import type { GatewayAnswer } from "../gateways.ts";
import { clearFaults, control } from "../test-support.ts";
import { VendorUnavailable } from "../vendor.ts";
import { errorShape, GocardlessRefusal } from "./gocardless-api.ts";
import { gocardlessDebits } from "./gocardless.ts";
import errors from "./samples/errors.json" with { type: "json" };
import fields from "./samples/fields.json" with { type: "json" };
import fixtures from "./samples/fixtures.json" with { type: "json" };
import requests from "./samples/requests.json" with { type: "json" };
import signature from "./samples/webhook-signature.json" with { type: "json" };
import { refsOf } from "./webhooks.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let debits: DebitProvider;

const debitsOf = (accessToken: string, at = url) =>
  gocardlessDebits({ url: at, accessToken, webhookSecret: simulators.settings["GOCARDLESS_WEBHOOK_SECRET"]! });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "gocardless-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.gocardless;
  debits = debitsOf("sandbox_token");
});
afterEach(() => clearFaults(url));
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const account = { holder: "Harbour IT", sortCode: "200000", accountNumber: "55779911" };
const irish = { holder: "Quay Ltd", iban: "IE29AIBK93115212345678" };
const address = { line1: "1 High Street", line2: "", city: "Leeds", postcode: "LS1 1AA", country: "GB" };
const payer = { name: "Harbour IT", contactName: "Nora Wind", email: "nora@example.com", address };
const asked = (given: DebitAccount = account, contactName = "Nora Wind", key: string = randomUUID()) => ({
  key,
  scheme: "iban" in given ? ("sepa" as const) : ("bacs" as const),
  payer: { ...payer, contactName },
  account: given,
});
const begin = async (given?: DebitAccount, contactName?: string) =>
  debits.begin(await debits.prepare(asked(given, contactName)));
const moveTo = (to: string) => control(url, "clock", { to });
const statusOf = async (ref: string) => (await debits.read(ref)).status;
const fault = (of: object, match: object = { method: "POST" }, times = 1) =>
  control(url, "faults", { match, fault: of, times });
const act = (action: string, mandate: string) => control(url, "act", { action, mandate });

test("nothing begins before it is begun, and beginning twice makes one mandate, which tells two digits of its account", async () => {
  await moveTo("2027-01-04T10:00:00Z");
  const prepared = await debits.prepare(asked());
  expect(await debits.findBegun(prepared)).toBeUndefined();
  const ref = await debits.begin(prepared);
  expect(await debits.begin(prepared)).toBe(ref);
  expect(await debits.findBegun(prepared)).toBe(ref);
  expect(await debits.read(ref)).toEqual({
    ref,
    status: "pendingSubmission",
    reference: expect.stringMatching(/^TRADEWIND-/),
    bankName: "BARCLAYS BANK PLC",
    ending: "11",
    nextChargeOn: "2027-01-08",
    failure: null,
  });
});

test("the same key finds what was made under it, also after a cut line", async () => {
  const key = randomUUID();
  await fault({ kind: "commitThenReset" });
  await expect(debits.prepare(asked(account, "Nora Wind", key))).rejects.toThrow(VendorUnavailable);
  const prepared = await debits.prepare(asked(account, "Nora Wind", key));
  expect(await debits.begin(prepared)).toMatch(/^MD/);
  await fault({ kind: "commitThenReset" }, { path: "fulfil" });
  const other = await debits.prepare(asked());
  await expect(debits.begin(other)).rejects.toThrow(VendorUnavailable);
  expect(await debits.begin(other)).toBe(await debits.findBegun(other));
});

test("a mandate is handed to the banks at the cut-off of a working day, and active two working days later", async () => {
  // The Thursday before Easter 2027, after four o'clock in London, which is on winter time.
  await moveTo("2027-03-25T16:30:00Z");
  const late = await begin();
  expect((await debits.read(late)).nextChargeOn).toBe("2027-04-05");
  await moveTo("2027-03-30T14:59:59Z");
  expect(await statusOf(late)).toBe("pendingSubmission");
  await moveTo("2027-03-30T15:00:01Z");
  expect(await statusOf(late)).toBe("submitted");
  await moveTo("2027-04-01T11:00:01Z");
  expect(await debits.read(late)).toMatchObject({ status: "active", nextChargeOn: "2027-04-06" });
  expect(await begin(irish).then(statusOf)).toBe("pendingSubmission");
});

test.each([
  ["Invalid", "failed", "invalid_bank_details", "The bank does not know this account."],
  ["Expired", "expired", "mandate_expired", "lapsed"],
  ["Switching", "active", undefined, undefined],
  ["Successful", "active", undefined, undefined],
])("the mandate of %s is %s", async (name, status, code, words) => {
  const ref = await begin(account, `${name} Payer`);
  await control(url, "clock", { advanceMs: 8 * 86_400_000 });
  const seen = await debits.read(ref);
  expect(seen).toMatchObject({ status, ending: name === "Switching" ? "42" : "11" });
  expect(seen.failure?.code).toBe(code);
  if (words) expect(seen.failure!.reason).toContain(words);
});

test("a cancellation is safe to repeat, and what the payer did at the bank says so", async () => {
  const ref = await begin();
  await debits.cancel(ref);
  await debits.cancel(ref);
  expect(await debits.read(ref)).toMatchObject({ status: "cancelled", nextChargeOn: null });
  const other = await begin();
  await act("closeAccount", other);
  await debits.cancel(other);
  expect((await debits.read(other)).failure).toEqual({
    code: "bank_account_closed",
    reason: "The bank account was closed. Please set up a new direct debit, or pay by bank transfer.",
  });
});

test.each([
  ["referAtBank", "cancelled", "ADDACS-0", "refer_to_payer"],
  ["cancelAtBank", "cancelled", "ADDACS-1", "mandate_cancelled"],
  ["payerDies", "cancelled", "ADDACS-2", "payer_deceased"],
  ["moveAccount", "cancelled", "ADDACS-3", "bank_account_transferred"],
  ["closeAccount", "cancelled", "ADDACS-B", "bank_account_closed"],
  ["disputeNotice", "cancelled", "ADDACS-D", "authorisation_disputed"],
  ["mandate_transferred", "active", "ADDACS-C", undefined],
  ["amendAtBank", "active", "ADDACS-E", undefined],
  ["reinstateAtBank", "active", "ADDACS-R", undefined],
])(
  "after %s at the bank a mandate is %s (%s), and a new one is needed only where it ended",
  async (what, status, code, cause) => {
    const ref = await active();
    await act(what, ref);
    const told = await fetch(`${url}/events?mandate=${ref}&limit=1`, {
      headers: { authorization: "Bearer sandbox_token", "gocardless-version": "2015-07-06" },
    });
    const { events } = (await told.json()) as { events: { details: { reason_code: string } }[] };
    expect(events[0]!.details.reason_code).toBe(code);
    const { failure, ...seen } = await debits.read(ref);
    expect(seen.status).toBe(status);
    expect(failure?.code).toBe(cause);
    if (failure) expect(failure.reason).toMatch(/Please (set up a new direct debit|ask your bank|talk to)/);
    const made = await debits.charges.make(charge(ref));
    expect(made.outcome).toBe(status === "active" ? "seen" : "refused");
  },
);

test.each([
  [{ ...account, accountNumber: "15763217", sortCode: "938063" }, "accountNumber"],
  [{ ...account, sortCode: "2000" }, "sortCode"],
  [{ ...account, holder: " " }, "holder"],
  [{ ...irish, iban: "IE29AIBK93115212345679" }, "iban"],
])("an account that there is not is refused at its field", async (given, field) => {
  const refused = await debits.prepare(asked(given)).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(AccountRefused);
  expect(Object.keys((refused as AccountRefused).fields)).toEqual([field]);
});

test("a payer whose address is missing is told where to add it", async () => {
  const lacking = { ...payer, email: "", address: { ...address, city: "" } };
  await expect(debits.prepare({ ...asked(), payer: lacking })).rejects.toMatchObject({
    fields: { email: expect.stringContaining("My business"), address: expect.stringContaining("My business") },
  });
});

test("a refused token, silence, too many calls and nonsense are no answer; what there is not is refused", async () => {
  await expect(debitsOf("short").read("MD1")).rejects.toThrow("GoCardless refused our access token");
  await expect(debits.read("MD0")).rejects.toThrow(GocardlessRefusal);
  for (const kind of [
    { kind: "reset" },
    { kind: "truncate" },
    { kind: "html502" },
    { kind: "status", status: 429, body: errors.rate_limit_exceeded },
    { kind: "status", status: 500, body: errors.gocardless_error },
    { kind: "status", status: 200, body: { mandates: {} } },
  ]) {
    await fault(kind, { path: "/mandates" });
    await expect(debits.read("MD1")).rejects.toThrow(VendorUnavailable);
  }
});

test.each(Object.entries(errors))("GoCardless's own error is read: %s", (_, body) => {
  const { error } = errorShape.parse(body);
  expect(new GocardlessRefusal(error.type === "gocardless" ? 500 : 422, error).message).toBe(
    "errors" in body.error ? body.error.errors[0]!.message : body.error.message,
  );
});

test("a signature is taken as GoCardless's own vector says, and names what to read", () => {
  const of = (text: string, header?: string) =>
    refsOf({ headers: { "webhook-signature": header }, body: Buffer.from(text) }, signature.secret);
  expect(of(signature.body, signature.signature)).toEqual({ mandates: ["MD000AMA19XGEC"], payments: [] });
  expect(of(`${signature.body} `, signature.signature)).toBeUndefined();
  expect(of(signature.body, signature.notTaken)).toBeUndefined();
  expect(of(signature.body)).toBeUndefined();
});

test("GoCardless's own samples are read", async () => {
  const { mandates, customer_bank_accounts } = fixtures;
  await fault({ kind: "status", status: 200, body: { mandates } }, { path: "/mandates" });
  await fault({ kind: "status", status: 200, body: { customer_bank_accounts } }, { path: "/customer_bank_accounts" });
  expect(await debits.read("MD123")).toEqual({
    ref: "MD123",
    status: "pendingSubmission",
    reference: "REF-123",
    bankName: "BARCLAYS BANK PLC",
    ending: "1234",
    nextChargeOn: "2014-10-27",
    failure: null,
  });
});

/** A mandate that is active on a Monday in the middle of a month without holidays. */
async function active() {
  const ref = await begin();
  await control(url, "clock", { advanceMs: 5 * 86_400_000 });
  return ref;
}
const charge = (methodRef: string, day = "2027-01-01", key: string = randomUUID()) => ({
  key,
  idempotencyKey: `payment-${key}`,
  accountRef: "",
  methodRef,
  amount: { minor: 12_345n, currency: "GBP" as const },
  day,
  description: "Invoice TW-000007",
});
const paymentOf = (answer: GatewayAnswer | undefined) => {
  if (answer?.outcome !== "seen") throw new Error(JSON.stringify(answer));
  return answer.payment;
};

test("a payment is asked for on its day, or the first that GoCardless takes it, and GoCardless tries nothing again", async () => {
  const ref = await active();
  const { nextChargeOn } = await debits.read(ref);
  const soon = charge(ref);
  expect(paymentOf(await debits.charges.make(soon))).toMatchObject({
    key: soon.key,
    state: "processing",
    chargeOn: nextChargeOn,
    amount: { minor: 12_345n, currency: "GBP" },
  });
  const later = await debits.charges.make(charge(ref, "2028-05-10"));
  expect(paymentOf(later).chargeOn).toBe("2028-05-10");
  const { entries } = await control<{ entries: { method: string; path: string; body: { payments: object } }[] }>(
    url,
    "journal",
  );
  const sent = entries.filter(({ method, path }) => method === "POST" && path === "/payments");
  expect(sent.length).toBeGreaterThan(1);
  for (const { body } of sent) expect(body.payments).toMatchObject({ retry_if_possible: false });
});

test("a payment is made once under its key, also after a cut line, and is found when its mandate has ended", async () => {
  const ref = await active();
  const wish = charge(ref);
  expect(await debits.charges.find(wish)).toBeUndefined();
  await fault({ kind: "commitThenReset" }, { method: "POST", path: "/payments" });
  expect((await debits.charges.make(wish)).outcome).toBe("unknown");
  const found = paymentOf(await debits.charges.find(wish));
  expect(paymentOf(await debits.charges.make(wish)).ref).toBe(found.ref);
  await debits.cancel(ref);
  expect(paymentOf(await debits.charges.make(wish))).toMatchObject({ ref: found.ref, state: "cancelled" });
  expect(await debits.charges.make(charge(ref))).toMatchObject({ outcome: "refused" });
});

test.each([
  ["payment_failed", "failed", "refer_to_payer", undefined],
  ["payment_failed", "failed", "bank_account_closed", true],
  ["payment_late_failure", "failed", "refer_to_payer", undefined],
  ["payment_charged_back", "chargedBack", "authorisation_disputed", true],
])("after %s a payment is %s, and says why (%s)", async (action, state, cause, isFinal) => {
  const made = paymentOf(await debits.charges.make(charge(await active())));
  const happen = (what: string) => control(url, "act", { action: what, payment: made.ref, cause });
  if (action !== "payment_failed") {
    await happen("payment_confirmed");
    expect(paymentOf(await debits.charges.read(made.ref))).toMatchObject({ state: "confirmed", failure: null });
    await happen("payment_paid_out");
  }
  await happen(action);
  const { failure, ...told } = paymentOf(await debits.charges.read(made.ref));
  expect(told).toMatchObject({ state, returnedMinor: 0n });
  expect(failure).toMatchObject({ code: cause, isFinal: isFinal ?? false });
  expect(failure!.reason).toMatch(/Please/);
});

test.each([
  ["Successful", "confirmed", "confirmed"],
  ["Penniless", "failed", "failed"],
  ["Fickle", "confirmed", "chargedBack"],
  ["Late", "confirmed", "failed"],
])("a payment of %s is %s on the working day after its own, and %s three after", async (name, first, last) => {
  await moveTo("2028-09-04T09:00:00Z");
  const ref = await begin(account, `${name} Payer`);
  await moveTo("2028-09-08T09:00:00Z");
  const made = paymentOf(await debits.charges.make(charge(ref)));
  expect(made.chargeOn).toBe("2028-09-13");
  await moveTo("2028-09-14T10:59:00Z");
  expect(paymentOf(await debits.charges.read(made.ref)).state).toBe("processing");
  await moveTo("2028-09-14T11:01:00Z");
  expect(paymentOf(await debits.charges.read(made.ref)).state).toBe(first);
  await moveTo("2028-09-18T11:01:00Z");
  expect(paymentOf(await debits.charges.read(made.ref)).state).toBe(last);
});

test("a webhook about payments names them, not their mandates", () => {
  const body = Buffer.from(
    JSON.stringify({
      events: [
        { links: { payment: "PM1", mandate: "MD1" } },
        { links: { payment: "PM1" } },
        { links: { mandate: "MD2" } },
      ],
    }),
  );
  const sign = createHmac("sha256", "secret").update(body).digest("hex");
  expect(refsOf({ headers: { "webhook-signature": sign }, body }, "secret")).toEqual({
    mandates: ["MD2"],
    payments: ["PM1"],
  });
});

type Asked = { method: string; path: string; query: string; body: Record<string, unknown> };
/** Names each field that is sent, by those that it is within; what metadata holds is ours. */
const namesIn = (value: object, within = ""): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const place = within + name;
    return typeof inner === "object" && inner !== null && name !== "metadata" ? namesIn(inner, `${place}.`) : [place];
  });

test("all that is asked for has the fields of GoCardless's own requests, and none that is needed is missing", async () => {
  const taken = await control<{ id: string }>(url, "act", { action: "takeElsewhere", amount: 5_000, currency: "GBP" });
  await control(url, "act", { action: "refundPayment", payment: taken.id, amount: 100 });
  await control(url, "act", { action: "payOut" });
  for (let at: string | null = null, page = 0; page === 0 || at !== null; page++)
    at = (await debits.book!.read(new Date("2026-01-01T00:00:00Z"), at)).next;
  const { entries } = await control<{ entries: Asked[] }>(url, "journal");
  const shapes = Object.entries(requests).map(([name, shape]) => {
    const [method, path] = name.split(" ") as [string, string];
    return { name, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`), ...shape };
  });
  const seen = new Set<string>();
  for (const { method, path, query, body } of entries) {
    const wanted = [...new URLSearchParams(query).keys()];
    const shape = shapes.find((each) => each.method === method && each.path.test(path));
    if (!shape) {
      expect([method, path, wanted]).toEqual(["GET", expect.stringMatching(/^\/\w+\/\w+$/), []]);
      continue;
    }
    const sent = method === "GET" ? wanted : namesIn(body);
    seen.add(shape.name);
    expect([shape.name, sent.filter((each) => !shape.properties.includes(each))]).toEqual([shape.name, []]);
    expect([shape.name, shape.required.filter((each) => !sent.includes(each))]).toEqual([shape.name, []]);
  }
  expect([...seen].toSorted()).toEqual(Object.keys(requests).toSorted());
});

test("all that was answered has the fields and statuses of GoCardless's own types", async () => {
  type Entry = { reply?: { status: number; body?: Record<string, object | object[]> } };
  const { entries } = await control<{ entries: Entry[] }>(url, "journal");
  expect(entries.length).toBeGreaterThan(50);
  const seen = new Set<string>();
  for (const { reply } of entries)
    for (const [name, shape] of Object.entries(fields)) {
      if (!reply?.body || reply.status >= 300 || !(name in reply.body)) continue;
      for (const item of [reply.body[name]!].flat() as Record<string, unknown>[]) {
        const sample = (fixtures as Record<string, { id: string } | undefined>)[name];
        if (Object.keys(item).length === 0 || (sample && sample.id === item["id"])) continue;
        seen.add(name);
        expect(Object.keys(item).filter((key) => !shape.properties.includes(key))).toEqual([]);
        expect(shape.required.filter((key) => !(key in item))).toEqual([]);
        if ("statuses" in shape) expect(shape.statuses).toContain(item["status"]);
      }
    }
  expect([...seen].toSorted()).toEqual([
    "billing_requests",
    "customer_bank_accounts",
    "events",
    "mandates",
    "payments",
    "payout_items",
    "payouts",
    "refunds",
  ]);
});

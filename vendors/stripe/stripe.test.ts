import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { GatewayAnswer, PaymentGateway } from "../gateways.ts";
import { clearFaults, control } from "../test-support.ts";
import fields from "./samples/fields.json" with { type: "json" };
import fixtures from "./samples/fixtures.json" with { type: "json" };
import signatures from "./samples/webhook-signatures.json" with { type: "json" };
import { stripeGateway, toSeen } from "./stripe.ts";
import { intentOf } from "./webhooks.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let gateway: PaymentGateway;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stripe-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.stripe;
  const { STRIPE_SECRET_KEY: secretKey = "", STRIPE_WEBHOOK_SECRET: webhookSecret = "" } = simulators.settings;
  const scriptUrl = "https://js.example";
  gateway = stripeGateway({ secretKey, webhookSecret, publishableKey: "pk_test", url, scriptUrl });
});
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const create = (key: string = randomUUID(), minor = 1_200n) =>
  gateway.create({ key, idempotencyKey: key, amount: { minor, currency: "GBP" }, description: "Invoice TW-1" });
function seen(answer: GatewayAnswer) {
  if (answer.outcome !== "seen") throw new Error(JSON.stringify(answer));
  return answer.payment;
}
const confirm = (ref: string, methodRef = "pm_card_visa") =>
  gateway.confirm({ ref, methodRef, idempotencyKey: `${ref}-${methodRef}`, returnUrl: "https://portal.example/" });
const fault = (of: object, times = 1, match: object = { method: "POST" }) =>
  control(url, "faults", { match, fault: of, times });

test("a card is charged, and its payment says what was paid with what", async () => {
  const key = randomUUID();
  const created = seen(await create(key));
  expect(created).toMatchObject({ key, state: "submitted", amount: { minor: 1_200n, currency: "GBP" } });
  expect(seen(await confirm(created.ref))).toMatchObject({ state: "confirmed", paidWith: "Visa ending 4242" });
  expect(seen(await gateway.read(created.ref))).toMatchObject({ state: "confirmed", returnedMinor: 0n, failure: null });
});

test("the same key finds the same payment, also after a cut line; another amount under it is refused", async () => {
  const key = randomUUID();
  // A line that is cut at once is tried again by the SDK itself.
  await fault({ kind: "commitThenReset" }, 2);
  expect((await create(key)).outcome).toBe("unknown");
  const { ref } = seen(await create(key));
  expect(seen(await create(key)).ref).toBe(ref);
  expect(await create(key, 1_300n)).toMatchObject({ outcome: "refused", messages: [expect.stringContaining("Keys")] });
});

test("too many calls are asked again after the wait, faults on Stripe's side leave the outcome open", async () => {
  await fault({ kind: "status", status: 429, headers: { "retry-after": "0" }, body: { error: { type: "rate" } } });
  expect((await create()).outcome).toBe("seen");
  for (const kind of [
    { kind: "status", status: 500, body: { error: {} } },
    { kind: "status", status: 500, body: { message: "Gateway" } },
    { kind: "reset" },
    { kind: "truncate" },
  ]) {
    await fault(kind, 9);
    expect((await create()).outcome).toBe("unknown");
    await clearFaults(url);
  }
});

test("a declined card says in plain words why and what to do next", async () => {
  for (const [card, code, words] of [
    ["pm_card_visa_chargeDeclined", "generic_decline", "The bank declined this card"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds", "There is not enough money on this card."],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "This card has expired."],
  ] as const) {
    const { ref } = seen(await create());
    const failed = seen(await confirm(ref, card));
    expect(failed).toMatchObject({ state: "failed", failure: { code } });
    expect(failed.failure!.reason).toContain(words);
  }
});

test("what is over cannot be cancelled, and what was cancelled says so", async () => {
  const { ref } = seen(await create());
  expect(seen(await gateway.cancel({ ref, idempotencyKey: `${ref}-cancel` })).state).toBe("cancelled");
  const { ref: paid } = seen(await create());
  await confirm(paid);
  expect(await gateway.cancel({ ref: paid, idempotencyKey: `${paid}-cancel` })).toMatchObject({ outcome: "refused" });
});

test("signatures are taken as Stripe's own vectors say, within five minutes", () => {
  const raw = (header: string, payload: string, at: number) =>
    ({ headers: { "stripe-signature": header }, body: Buffer.from(payload), receivedAt: new Date(at) }) as const;
  for (const { header, payload, secret, timestamp } of signatures.vectors) {
    expect(intentOf(raw(header, payload, timestamp * 1_000), secret)).not.toBeUndefined();
    expect(intentOf(raw(header, `${payload} `, timestamp * 1_000), secret)).toBeUndefined();
    expect(intentOf(raw(header, payload, (timestamp + 301) * 1_000), secret)).toBeUndefined();
    expect(intentOf(raw(header, payload, timestamp * 1_000), "whsec_another")).toBeUndefined();
  }
  const { header, payload, secret, timestamp } = signatures.vectors[0]!;
  expect(intentOf(raw(header, payload, timestamp * 1_000), secret)).toBe("pi_1");
});

test("Stripe's own samples are read, and a status of tomorrow is on its way", () => {
  const sample = fixtures.payment_intent as unknown as Stripe.PaymentIntent;
  const charge = fixtures.charge as unknown as Stripe.Charge;
  const paid = { ...sample, status: "succeeded", last_payment_error: null, latest_charge: charge } as const;
  expect(toSeen(paid)).toMatchObject({ state: "confirmed", paidWith: "Visa ending 4242", returnedMinor: 0n });
  expect(toSeen({ ...paid, status: "of_tomorrow" }).state).toBe("processing");
});

test("all that was sent and answered has the fields of the version of the API that the SDK speaks", async () => {
  type Entry = { method: string; path: string; body: object; reply?: { status: number; body?: { object?: string } } };
  const { entries } = await control<{ entries: Entry[] }>(url, "journal");
  expect(entries.length).toBeGreaterThan(15);
  const known = (shape: { required: string[]; properties: string[] }, names: string[]) => {
    expect(names.filter((name) => !shape.properties.includes(name))).toEqual([]);
    expect(shape.required.filter((name) => !names.includes(name))).toEqual([]);
  };
  for (const { method, path, body, reply } of entries) {
    const action = /(confirm|cancel)$/.exec(path)?.[0] ?? "create";
    const asked = {
      create: "PaymentIntentCreateParams",
      confirm: "PaymentIntentConfirmParams",
      cancel: "PaymentIntentCancelParams",
    } as const;
    const names = Object.keys(body).map((name) => name.replace(/\[.*/, ""));
    if (method === "POST") known(fields[asked[action as "create"]], names);
    if (reply?.status !== 200 || reply.body?.object !== "payment_intent") continue;
    known(fields.PaymentIntent, Object.keys(reply.body));
    const charge = (reply.body as { latest_charge?: object | string | null }).latest_charge;
    if (charge && typeof charge === "object") known(fields.Charge, Object.keys(charge));
  }
});

/**
 * Random histories of payments: by card, stored card, direct debit and bank transfer, with answers that are late, lost or
 * refused, webhooks held, twice, out of order, forged or never, refunds, disputes, late failures, claims, mandates that end,
 * pay-outs, and in each of them a worker killed somewhere. After a quiet moment what is at the gateways is in our books to
 * the penny, and of each debit that failed its payer was told once. `SEED`, `RUNS` and `RUN` (`"payOut(7), fail(2)"`) play a run again.
 */
import { createHmac } from "node:crypto";
import { payments } from "@tradewind/contract/billing/payments.ts";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { diceOf } from "./mutations.ts";
import { addPayer, steps } from "./payment-steps.ts";
import { breachesOf, paymentWorld } from "./payment-world.ts";

const long = inject("long");
const seed = Number(process.env["SEED"] ?? (long ? Date.now() % 1e9 : 20_261_127));
const runs = Number(process.env["RUNS"] ?? (long ? 200 : 1));
const world = await paymentWorld();
const { app, control, portal, simulators } = world;

type Happening = { name: string; of: number };
const happening = fc.oneof(
  ...Object.entries(steps).map(([name, { weight }]) => ({
    weight,
    arbitrary: fc.nat({ max: 1e6 }).map((of): Happening => ({ name, of })),
  })),
);
/** What some of the cards pay, at once. */
const byCard = [1, 2, 3, 4].map((of): Happening => ({ name: "payByCard", of }));
/** A history with payments by card and a debit early on and a kill somewhere, of which there may be more. */
const histories = fc
  .tuple(fc.array(happening, { minLength: long ? 8 : 4, maxLength: long ? 40 : 10 }), fc.nat({ max: 1e6 }))
  .map(([history, of]) => {
    // One may be refused: for more than is open.
    const debits = [0, 1, 2].map((more): Happening => ({ name: "payByDebit", of: of + more }));
    const debit = history.toSpliced(of % 3, 0, ...debits, { name: "debitGoesOn", of });
    return byCard.concat(debit).toSpliced(of % (debit.length + 5), 0, { name: "killWorker", of });
  });
const written = (history: readonly Happening[]) => history.map(({ name, of }) => `${name}(${of})`).join(", ");

async function play(history: readonly Happening[]): Promise<void> {
  const payers = [await addPayer(world), await addPayer(world)];
  for (const { name, of } of history) await steps[name]!.act(world, payers, diceOf(of));
  await world.quiet(diceOf(history.length));
  const breaches = await breachesOf(world);
  if (breaches.length > 0) throw new Error(`${breaches.join("\n")}\nSEED=${seed} RUN="${written(history)}"`);
}

test(
  "whatever happens to payments, after a quiet moment what gateways have is in our books to the penny, and nothing is taken twice",
  async () => {
    const printed = process.env["RUN"];
    if (printed)
      return play([...printed.matchAll(/(\w+)\((\d+)\)/g)].map(([, name, of]) => ({ name: name!, of: Number(of) })));
    // A run adds to the world of those before, so that a shorter one is no proof: it is not shrunk.
    await fc.assert(fc.asyncProperty(histories, play), {
      seed,
      numRuns: runs,
      endOnFailure: true,
    });
    const [row] = await app.sql<{ n: number }>(
      "select count(*)::int as n from payment_events where posting_id is not null",
    );
    expect(row!.n).toBeGreaterThanOrEqual(runs);
    const [debits] = await app.sql<{ n: number }>("select count(*)::int as n from payments where kind = 'directDebit'");
    expect(debits!.n).toBeGreaterThan(runs / 2);
  },
  120_000 + runs * 60_000,
);

const signers = {
  "payments/stripe": (body: string) => {
    const seconds = Math.floor(app.platform.clock.now().getTime() / 1_000);
    const hash = createHmac("sha256", simulators.settings["STRIPE_WEBHOOK_SECRET"]!).update(`${seconds}.${body}`);
    return ["stripe-signature", `t=${seconds},v1=${hash.digest("hex")}`] as const;
  },
  "direct-debits/gocardless": (body: string) => {
    const hash = createHmac("sha256", simulators.settings["GOCARDLESS_WEBHOOK_SECRET"]!).update(body);
    return ["webhook-signature", hash.digest("hex")] as const;
  },
};
const post = async (place: string, headers: Record<string, string>, body: string) =>
  (await fetch(`${portal}/api/webhooks/${place}`, { method: "POST", headers, body })).status;

test("a webhook that was changed anywhere is accepted nowhere, and is never an error of ours", async () => {
  const dice = diceOf(seed);
  const jobs = async () =>
    (
      await app.sql<{ n: number }>(
        "select count(*)::int as n from pgboss.job where name in ('payments.look', 'directDebits.look')",
      )
    )[0]!.n;
  await world.drain();
  const before = await jobs();
  const bodies = {
    "payments/stripe": JSON.stringify({ data: { object: { id: "pi_1", object: "payment_intent" } } }),
    "direct-debits/gocardless": JSON.stringify({ events: [{ links: { mandate: "MD1" } }] }),
  };
  for (const place of ["payments/stripe", "direct-debits/gocardless"] as const)
    for (let tries = 0; tries < (long ? 5_000 : 40); tries++) {
      const body = bodies[place];
      const [name, signature] = signers[place](body);
      const change = (text: string) => {
        const at = dice.below(text.length);
        const other = dice.pick('0123456789abcxyz{}":,='.replace(text[at]!, "").split(""));
        return dice.pick([
          text.slice(0, at) + other + text.slice(at + 1),
          text.slice(0, at),
          text + other,
          text.slice(1),
        ]);
      };
      const [sent, signed] = dice.pick(
        [0, 1, 2].map((which) => [which === 0 ? body : change(body), which === 1 ? signature : change(signature)]),
      );
      if (sent === body && signed === signature) continue;
      const status = await post(place, { [name]: signed }, sent);
      expect([place, sent, signed, status >= 400 && status < 500]).toEqual([place, sent, signed, true]);
    }
  expect(await post("payments/stripe", {}, "")).toBe(401);
  expect(await post("payments/nowhere", {}, "{}")).toBe(404);
  expect(await jobs()).toBe(before);
});

test("fifty webhooks of one refund at once take it back once", async () => {
  const payer = await addPayer(world);
  const begun = await app.call(payer.person, payments.create, {
    body: { InvoiceId: payer.invoiceId, Amount: { Minor: "4000", Currency: "GBP" } },
  });
  const { PaymentIntentId } = begun.Result!.Payment;
  await app.call(payer.person, payments.confirm, {
    body: { PaymentIntentId: PaymentIntentId!, PaymentMethodId: "pm_card_visa" },
  });
  // With these dice no worker is killed meanwhile.
  await world.quiet(diceOf(1));
  await control("stripe", "webhooks", { mode: "hold" });
  const [payment] = await app.sql<{ ref: string }>(
    "select gateway_ref as ref from payments where reseller_id = $1 and state = 'confirmed'",
    [payer.person.resellerId],
  );
  await control("stripe", "act", { action: "refund", intent: payment!.ref, amount: 10 });
  const body = JSON.stringify({ data: { object: { id: "re_1", object: "refund", payment_intent: payment!.ref } } });
  const [name, signature] = signers["payments/stripe"](body);
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => post("payments/stripe", { [name]: signature }, body)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await world.drain();
  const back = await app.sql<{ minor: string }>(
    "select amount_minor::text as minor from ledger_entries where reseller_id = $1 and account = 'cash:stripe' and amount_minor < 0",
    [payer.person.resellerId],
  );
  expect(back).toEqual([{ minor: "-10" }]);
  await world.quiet(diceOf(1));
  expect(await breachesOf(world)).toEqual([]);
});

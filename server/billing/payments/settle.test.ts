import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp } from "../../test/test-app.ts";
import { findPayment } from "./payments.store.ts";
import { settle, type Told } from "./settle.actions.ts";

const app = await testApp();
const { invoiced, list } = invoicing(app);
const database = openDatabase(app.database.workerUrl, { max: 8 });
afterAll(() => database.close());
const worker = { role: "app_worker" } as const;

/** A reseller that owes £120.00, with payments of all of it by another gateway, of which only one is on its way. */
async function owing(states: string[]) {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const made = await app.sql<{ id: string }>(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, state, idempotency_key, created_by, created_at, changed_at)
     select $1, $2, 12000, 'GBP', 'directDebit', 'another', state, 'key', 'Robin Tester', now(), now() from unnest($3::text[]) state returning id`,
    [person.resellerId, invoice!.Id, states],
  );
  const tell = (id: string, told: Told) =>
    database.write(worker, async (tx) =>
      settle(tx, (await findPayment(tx, id))!, told, {
        platform: app.platform,
        by: "webhook",
        now: app.platform.clock.now(),
        today: "2026-02-10",
      }),
    );
  const balances = async () => {
    const rows = await app.sql<{ account: string; minor: string }>(
      "select account, sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 and (account in ('receivable', 'credit') or account like 'cash:%') group by account",
      [person.resellerId],
    );
    return Object.fromEntries(rows.map(({ account, minor }) => [account, Number(minor)]));
  };
  return { ids: made.map(({ id }) => id), tell, balances };
}

test("what is told fifty times at once is posted once, and nobody is refused", async () => {
  const { ids, tell, balances } = await owing(["processing"]);
  await Promise.all(Array.from({ length: 50 }, () => tell(ids[0]!, { state: "confirmed" })));
  expect(await balances()).toEqual({ "cash:another": 12_000, receivable: 0 });
});

test("of two payments that come at once, what is too much goes to the credit, and back from there first", async () => {
  const { ids, tell, balances } = await owing(["cancelled", "processing"]);
  await Promise.all(ids.map((id) => tell(id, { state: "confirmed" })));
  expect(await balances()).toEqual({ "cash:another": 24_000, receivable: 0, credit: -12_000 });
  await Promise.all(ids.map((id) => tell(id, { state: "failed" })));
  expect(await balances()).toEqual({ "cash:another": 0, receivable: 12_000, credit: 0 });
});

test("what comes late or in another order moves nothing back; what went back does not come again", async () => {
  const { ids, tell, balances } = await owing(["submitted"]);
  const [id] = ids as [string];
  for (const state of ["confirmed", "processing", "needsAction", "cancelled"] as const) await tell(id, { state });
  expect(await balances()).toEqual({ "cash:another": 12_000, receivable: 0 });
  for (const state of ["failed", "confirmed"] as const) await tell(id, { state });
  expect(await balances()).toEqual({ "cash:another": 0, receivable: 12_000 });
});

test("what was read before the last move undoes nothing, and is read anew; what is current lets money come again", async () => {
  const { ids, tell, balances } = await owing(["submitted"]);
  const [id] = ids as [string];
  const version = async () =>
    (await app.sql<{ version: number }>("select version from payments where id = $1", [id]))[0]!.version;
  await tell(id, { state: "confirmed" });
  const before = await version();
  await tell(id, { state: "confirmed", returnedMinor: 2_000n, version: before });
  await expect(tell(id, { state: "confirmed", returnedMinor: 5_000n, version: before })).rejects.toThrow("moved while");
  await tell(id, { state: "chargedBack", version: await version() });
  await tell(id, { state: "confirmed", version: before });
  expect(await balances()).toEqual({ "cash:another": 0, receivable: 12_000 });
  await tell(id, { state: "confirmed", version: await version() });
  expect(await balances()).toEqual({ "cash:another": 12_000, receivable: 0 });
});

test("who found nothing at a gateway before it had the payment lets none fail that is on its way since", async () => {
  const { ids, tell } = await owing(["submitted"]);
  const [id] = ids as [string];
  await tell(id, { state: "processing", ref: "there", version: 0 });
  await expect(tell(id, { state: "failed", version: 0 })).rejects.toThrow("moved while");
  expect(await app.sql("select state from payments where id = $1", [id])).toEqual([{ state: "processing" }]);
});

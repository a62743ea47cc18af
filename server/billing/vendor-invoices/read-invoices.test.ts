import { differences as differenceList, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, inject, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { transferStory } from "../../test/transfer-story.ts";
import { TryLater } from "../../platform/jobs.ts";
import { fileInvoiceReads, readInvoice } from "./read-invoices.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const { settle } = curing(app);
const sweep = sweeping(app, worker);
const { pending, proposal } = transferStory(app, worker);

const act = (body: Record<string, unknown>) => worker.control("microsoft", "act", body);

/** A customer's subscription, and what changes its seats. */
async function ordered(Quantity: number, term = "P1Y", TermUntil: string | null = null) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term, billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId, Quantity, TermUntil }],
  });
  const { InstanceId } = placed.Result!;
  const Key = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Id;
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [Key]);
  const change = async (seats: number) => {
    await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity: seats }] }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
  };
  const cancel = async () => {
    await order(reseller, customerId, { Kind: "cancel", Keys: [Key] }, { InstanceId });
    await becomes(reseller, InstanceId, "Deleted");
  };
  const extend = async () => {
    await order(reseller, customerId, { Kind: "schedule", Targets: [{ Key, Outcome: "extend" }] }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
  };
  const [at] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1 and fulfiller = 'microsoft'",
    [customerId],
  );
  return { id: Key, ref: row!.ref, reseller, customerId, tenant: at!.ref, change, cancel, extend };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;
const refsOf = (all: readonly Ordered[]) => all.map(({ ref }) => ref);

/** Moves on to the day on which a month is billed, usually this one, and waits until its invoice is read. */
async function billed(month = monthOf(app.platform.clock.today())) {
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(month.until, 7)));
  return worker.until(async () => {
    const [read] = await app.sql<{ id: string; lines: number; ours: string; theirs: string }>(
      `select id, lines, ours_minor::text as ours, theirs_minor::text as theirs from vendor_invoices
       where period_from = $1 and read_at is not null`,
      [month.from],
    );
    return read;
  }, "the month's invoice");
}

type Difference = { kind: string; charge: string; state: string; apart: string; ref: string; mine: boolean };
const differences = (invoiceId: string) =>
  app.sql<Difference>(
    `select kind, charge, state, (coalesce(theirs_minor, 0) - coalesce(ours_minor, 0))::text as apart, vendor_ref as ref,
       subscription_id is not null as mine
     from vendor_bill_differences where invoice_id = $1 order by kind, vendor_ref`,
    [invoiceId],
  );

test("what was ordered, added, given back and cancelled is billed as it is owed, or differs by the vendor's rounding", async () => {
  // Early enough in a month that all of it is in one.
  const today = app.platform.clock.today();
  if (Number(today.slice(8)) > 20) await worker.moveDays(daysBetween(today, addDays(monthOf(today).until, 1)));
  const [kept, changed, left] = [await ordered(5), await ordered(7, "P1M"), await ordered(3)];
  expect([kept.ref, changed.ref, left.ref].every(Boolean)).toBe(true);
  await worker.moveDays(2);
  await changed.change(10);
  await left.cancel();
  await worker.moveDays(2);
  await changed.change(9);
  const first = await billed();
  // Bought three times, added, given back twice.
  expect(first.lines).toBe(6);
  const apart = await differences(first.id);
  expect(apart.map(({ charge }) => charge)).toContain("added");
  expect(apart.map(({ kind, state }) => [kind, state])).toEqual(apart.map(() => ["rounding", "explained"]));
  expect(Math.abs(Number(first.ours) - Number(first.theirs))).toBeLessThan(20);

  // And what was renewed.
  if (!inject("long")) return;
  const second = await billed();
  expect(second).toMatchObject({ lines: 2, ours: second.theirs });
  expect(await differences(second.id)).toEqual([]);
});

longTest("what is changed on both sides of a month's end is billed with its own month", async () => {
  const { clock } = app.platform;
  const moveTo = (day: string) => worker.moveDays(daysBetween(clock.today(), day));
  const month = monthOf(monthOf(clock.today()).until);
  await moveTo(addDays(month.until, -9));
  const changed = await ordered(20);
  await moveTo(addDays(month.until, -1));
  const [ended, late] = [await ordered(4), await ordered(6, "P1M")];
  await changed.change(25);
  await changed.change(22);
  await moveTo(month.until);
  await changed.change(24);
  await ended.cancel();
  await late.change(9);
  await moveTo(addDays(month.until, 2));
  await changed.change(30);
  await changed.change(29);
  const read = [await billed(month), await billed()];
  const refs = [changed.ref, ended.ref, late.ref];
  for (const { id } of read)
    expect((await differences(id)).filter(({ ref, state }) => refs.includes(ref) && state !== "explained")).toEqual([]);
  const wrong = await app.sql(
    `select b.charge_id from payables_billed b join vendor_invoices v on v.id = b.invoice_id
     join payables p on p.reseller_id = b.reseller_id and p.charge_id = b.charge_id join charges c on c.reseller_id = p.reseller_id and c.id = p.charge_id
     where p.due_on >= v.period_until and c.measured is null`,
  );
  expect(wrong).toEqual([]);
});

longTest(
  "after what a vendor did was taken over, before or after its bill, the bills and the books agree",
  async () => {
    const { clock } = app.platform;
    const month = monthOf(monthOf(clock.today()).until);
    await worker.moveDays(daysBetween(clock.today(), addDays(month.from, 11)));
    const all = [await ordered(8), await ordered(6), await ordered(5), await ordered(4), await ordered(3)];
    const [ended, fewer, more, late, sold] = all as [Ordered, Ordered, Ordered, Ordered, Ordered];
    await worker.moveDays(2);
    const operator = await app.signInOperator();
    const there = async (of: Ordered, action: string, quantity?: number) => {
      await act({ action, subscriptionId: of.ref, ...(quantity === undefined ? {} : { quantity }) });
      await sweep(of.tenant);
    };
    const take = async ({ reseller }: Ordered) => {
      const { Items } = (await app.call(reseller, differenceList.list, {})).Result!;
      expect(
        (
          await settle(
            reseller,
            "take",
            Items.map(({ Id }) => Id),
          )
        ).Succeed,
      ).toBe(true);
    };
    const adopt = async ({ customerId }: Ordered) => {
      const { Items } = (await app.call(operator, everyDifference.list, {})).Result!;
      const params = { differenceId: Items.find((each) => each.CustomerId === customerId)!.Id };
      const { Hash, From } = (await app.call(operator, everyDifference.propose, { params, query: {} })).Result!;
      expect((await app.call(operator, everyDifference.adopt, { params, body: { Hash, From } })).Succeed).toBe(true);
    };
    await act({ action: "sell", customerId: sold.tenant, quantity: 7 });
    await act({ action: "sell", customerId: late.tenant, quantity: 2 });
    for (const each of [ended, fewer, more, late]) await there(each, "setQuantity", 9);
    for (const each of [ended, fewer]) await take(each);
    await there(ended, "remove");
    await there(fewer, "setQuantity", 5);
    await worker.moveDays(1);
    await sweep(sold.tenant);
    for (const each of [ended, fewer, more]) await take(each);
    await adopt(sold);
    const first = await billed(month);
    // Billed before we take them over.
    await take(late);
    await adopt(late);
    const read = [first, await billed(), await billed()];
    const open = [];
    for (const { id } of read)
      open.push(...(await differences(id)).filter(({ ref, state }) => refsOf(all).includes(ref) && state === "open"));
    expect(open).toEqual([]);
    const unknown = await app.sql(
      `select d.kind from vendor_bill_differences d join subscriptions s on s.vendor_ref = d.vendor_ref
     where s.customer_id = any($1) and d.state in ('open', 'disputed')`,
      [all.map(({ customerId }) => customerId)],
    );
    expect(unknown).toEqual([]);
  },
);

longTest("what came by a transfer is billed as it is owed, from the day it came", async () => {
  const { reseller, customerId, id, accept, line, ends, key } = await pending();
  await accept([line()]);
  await ends("came");
  const { Hash } = (await proposal(reseller, id)).Result!;
  await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash } });
  const read = [await billed(), await billed()];
  const [came] = await app.sql<{ ref: string }>(
    "select vendor_ref as ref from subscriptions where customer_id = $1 and id <> $2",
    [customerId, key],
  );
  const apart = (await Promise.all(read.map((each) => differences(each.id))))
    .flat()
    .filter(({ ref }) => ref === came!.ref);
  expect(apart.filter(({ state }) => state !== "explained")).toEqual([]);
  const lines = await app.sql("select from vendor_invoice_lines where vendor_ref = $1", [came!.ref]);
  expect(lines.length).toBeGreaterThan(1);
});

longTest("a term that ends early is billed and owed by its days, and the one after it whole", async () => {
  const { clock } = app.platform;
  const day = Number(clock.today().slice(8));
  // Far enough from the end of the month that it may end with it.
  if (day > 20) await worker.moveDays(daysBetween(clock.today(), addDays(monthOf(clock.today()).until, 9)));
  const end = monthOf(addMonths(clock.today(), 1)).from;
  const { id, ref } = await ordered(9, "P1M", end);
  const read = [await billed(), await billed()];
  const apart = (await Promise.all(read.map((each) => differences(each.id)))).flat().filter((each) => each.ref === ref);
  expect(apart.filter(({ state }) => state !== "explained")).toEqual([]);
  const periods = await app.sql<{ from: string; until: string }>(
    "select period_from::text as from, period_until::text as until from charges where subscription_id = $1 order by id",
    [id],
  );
  expect(periods.slice(0, 2)).toEqual([
    { from: expect.any(String), until: end },
    { from: end, until: addMonths(end, 1) },
  ]);
});

longTest("each wrong line is queued with its cause, and one that was left out is closed when it comes", async () => {
  const [dear, many, missing, changedThere] = [await ordered(4), await ordered(4), await ordered(4), await ordered(4)];
  for (const [what, { ref }] of Object.entries({ price: dear, quantity: many, missing }))
    await act({ action: "misbill", what, subscriptionId: ref });
  await act({ action: "misbill", what: "extra", subscriptionId: dear.ref });
  // Nobody ordered these here; Microsoft bills them.
  await act({ action: "setQuantity", subscriptionId: changedThere.ref, quantity: 6 });
  const invoice = await billed();
  const found = (await differences(invoice.id)).filter(({ kind }) => kind !== "rounding");
  const of = (ref: string) => found.find((each) => each.ref === ref);
  expect(of(dear.ref)).toMatchObject({ kind: "price", state: "open", mine: true });
  expect(of(many.ref)).toMatchObject({ kind: "quantity", state: "open", mine: true });
  expect(of(missing.ref)).toMatchObject({ kind: "notTheirs", state: "open", mine: true });
  expect(of(changedThere.ref)).toMatchObject({ kind: "notOurs", charge: "added", state: "open", mine: true });
  const extra = found.filter(({ mine }) => !mine);
  expect(extra).toMatchObject([{ kind: "notOurs", charge: "period", state: "open" }]);
  expect(found).toHaveLength(5);

  await billed();
  expect((await differences(invoice.id)).find((each) => each.ref === missing.ref)).toMatchObject({
    kind: "notTheirs",
    state: "corrected",
  });
});

longTest(
  "what a vendor leaves out for good is said once for each period, and the sums part by what is said",
  async () => {
    const left = await ordered(6);
    await act({ action: "forget", subscriptionId: left.ref });
    const invoices = [await billed(), await billed(), await billed()];
    const said = [];
    for (const { id, ours, theirs } of invoices) {
      const apart = await differences(id);
      expect(apart.reduce((sum, each) => sum + Number(each.apart), 0)).toBe(Number(theirs) - Number(ours));
      said.push(apart.filter((each) => each.ref === left.ref).map(({ kind }) => kind));
    }
    expect(said).toEqual([[], ["notTheirs"], ["notTheirs"]]);
  },
);

test("an invoice is read once, whoever asks again, and is whole after a file that broke off", async () => {
  await ordered(2);
  const before = await app.sql("select ref from vendor_invoices");
  const faults = `${worker.simulators.urls.microsoft}/__sim/faults`;
  await fetch(faults, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ match: { path: "billing-exports" }, fault: { kind: "truncate" } }),
  });
  const month = monthOf(app.platform.clock.today());
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(month.until, 7)));
  await worker.until(async () => {
    const [half] = await app.sql<{ read_at: Date | null }>(
      "select read_at from vendor_invoices order by period_until desc limit 1",
    );
    return half!.read_at === null;
  }, "the attempt that failed");
  // Its next try is a minute away.
  await fileInvoiceReads(worker.platform);
  const read = await billedOf(month.from);
  await fileInvoiceReads(worker.platform);
  expect((await app.sql("select ref from vendor_invoices")).length).toBe(before.length + 1);
  const [count] = await app.sql<{ lines: number }>(
    "select count(*)::int as lines from vendor_invoice_lines where invoice_id = $1",
    [read.id],
  );
  expect(count!.lines).toBe(read.lines);
});

const billedOf = (from: string) =>
  worker.until(async () => {
    const [read] = await app.sql<{ id: string; lines: number }>(
      "select id, lines from vendor_invoices where period_from = $1 and read_at is not null",
      [from],
    );
    return read;
  }, "the invoice after its next try");

// The last that moves on: from then on something is due each day.
longTest("what runs on by the day is billed and owed day by day", async () => {
  const { ref, extend } = await ordered(7, "P1M");
  await extend();
  await billed();
  const second = await billed();
  const days = await app.sql<{ charge_type: string; days: number }>(
    `select charge_type, period_until - period_from as days from vendor_invoice_lines
     where invoice_id = $1 and vendor_ref = $2 order by period_from`,
    [second.id, ref],
  );
  expect(days.length).toBeGreaterThan(3);
  expect(new Set(days.map((each) => `${each.charge_type} ${each.days}`))).toEqual(new Set(["extendTerm 1"]));
  const apart = (await differences(second.id)).filter((each) => each.ref === ref);
  expect(apart.filter(({ state }) => state !== "explained")).toEqual([]);
});

test("who comes while another worker reads an invoice is refused before any line, and goes on when that one has stopped", async () => {
  // Of a vendor that sends none, so that the worker does not read it of its own accord.
  const [row] = await app.sql<{ id: string }>(
    `insert into vendor_invoices (vendor, ref, currency, issued_on, period_from, period_until)
     values ('acronis', 'G-twice', 'GBP', '2020-02-08', '2020-01-01', '2020-02-01') returning id`,
  );
  const asked: number[] = [];
  const goOn = Promise.withResolvers<void>();
  const invoices = (reader: number, isBroken = false) => ({
    list: () => Promise.resolve([]),
    async *read() {
      asked.push(reader);
      await goOn.promise;
      if (isBroken) throw new Error("The file broke off");
      yield [];
    },
  });
  const read = (reader: number, isBroken?: boolean) =>
    readInvoice(worker.platform, invoices(reader, isBroken), row!.id, "G-twice");
  const first = read(1, true);
  await expect.poll(() => asked).toEqual([1]);
  await expect(read(2)).rejects.toThrow(new TryLater(60_000, "Another worker is reading the invoice G-twice"));
  expect(asked).toEqual([1]);
  goOn.resolve();
  await expect(first).rejects.toThrow("The file broke off");
  await read(3);
  await read(4);
  expect(asked).toEqual([1, 3]);
});

import { monthClose } from "@tradewind/contract/billing/month-close.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { postOwn } from "../gateway-books/gateway-books.store.ts";

const app = await testApp();
const { issue, database } = invoicing(app);
const [staff, colleague] = [await app.signInOperator(), await app.signInOperator()];
const today = () => app.platform.clock.today();
/** The first day of the month so many months ago. */
const ago = (months: number) => addMonths(monthOf(today()).from, -months);
const nameOf = (day: string) => day.slice(0, 7);

const close = (day: string, { by = staff, Note = "" } = {}) =>
  app.call(by, monthClose.close, { params: { month: nameOf(day) }, body: { Note } });
const reopen = (day: string, by: Person) =>
  app.call(by, monthClose.reopen, { params: { month: nameOf(day) }, body: { Note: "A statement came late" } });
const read = async (day: string, by = staff) =>
  (await app.call(by, monthClose.byMonth, { params: { month: nameOf(day) } })).Result!;
const person = await app.signIn();
const post = (day: string, run: typeof app.sql = app.sql) =>
  run(
    `with p as (select uuidv7() as id)
     insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select $1, p.id, e.account, e.minor, 'GBP', $2::date, now() from p, (values ('receivable', 100), ('revenue:vade', -100)) e (account, minor)`,
    [person.resellerId, day],
  );

// All documents up to then are issued.
await issue(ago(4));

test("months are closed in their order, and the database takes nothing more into them", async () => {
  expect(await read(ago(5))).toMatchObject({ State: "open", MayClose: true, MayReopen: false, History: [] });
  expect((await close(ago(0))).Error).toBe("monthNotOver");
  const { Result: closed } = await close(ago(5));
  expect(closed).toMatchObject({
    State: "closed",
    By: "Olive Operator",
    MayClose: false,
    History: [{ Did: "closed", Note: null }],
  });
  expect((await close(ago(5))).Error).toBe("monthClosed");
  expect((await close(ago(6))).Error).toBe("monthClosed");
  expect((await close(ago(3))).Error).toBe("monthNotNext");
  await expect(post(addDays(ago(4), -1))).rejects.toThrow("the books are closed up to");
  await post(ago(4));
  const { Items } = (await app.call(staff, monthClose.list)).Result!;
  expect(Items[0]).toMatchObject({ Month: nameOf(today()), State: "running" });
});

test("the month closed last is opened again by somebody else, and closed again", async () => {
  expect((await reopen(ago(6), colleague)).Error).toBe("monthNotLast");
  expect((await reopen(ago(5), staff)).Error).toBe("monthOwn");
  expect(await read(ago(5), colleague)).toMatchObject({ MayReopen: true });
  const { Result: open } = await reopen(ago(5), colleague);
  expect(open).toMatchObject({ State: "open", MayClose: true, History: [{ Did: "reopened" }, { Did: "closed" }] });
  await post(addDays(ago(4), -1));
  expect((await close(ago(5), { by: colleague })).Result).toMatchObject({ State: "closed" });
});

test("what is still to be done is said, and closed over with a reason; documents to be issued hold it up", async () => {
  const lately = await app.signIn();
  await app.sql("update billing_state set billed_until = $2 where reseller_id = $1", [lately.resellerId, ago(4)]);
  await addCharges(app, lately.resellerId, [{ due: ago(4), minor: 10_000 }]);
  const resellers = await app.sql("select from resellers where id in (select reseller_id from billing_state)");
  expect(await read(ago(4))).toMatchObject({
    Tasks: [{ Task: "documents", Count: resellers.length }],
    MayClose: false,
  });
  expect((await close(ago(4))).Error).toBe("monthHeldUp");
  await issue(ago(3));
  const [invoice] = await app.sql<{ id: string }>("select id from invoices where reseller_id = $1", [
    lately.resellerId,
  ]);
  await app.sql(
    `insert into write_offs (reseller_id, invoice_id, kind, amount_minor, currency, reason, entered_by, entered_by_id, entered_at, needs_approval)
     values ($1, $2, 'badDebt', 100, 'GBP', 'x', 'x', $3, $4, true)`,
    [lately.resellerId, invoice!.id, staff.personId, ago(4)],
  );
  await app.sql(
    `insert into vendor_invoices (vendor, ref, currency, issued_on, period_from, period_until) values ('acronis', 'G-unread', 'GBP', $2, $1, $2)`,
    [ago(4), ago(3)],
  );
  expect(await read(ago(4))).toMatchObject({
    Tasks: [
      { Task: "vendorInvoicesUnread", Count: 1 },
      { Task: "writeOffs", Count: 1 },
    ],
    MayClose: true,
  });
  expect((await close(ago(4))).Errors).toEqual({ Note: "Say why it is closed with work left" });
  const { Result: closed } = await close(ago(4), { Note: "Their administrator answers next week" });
  expect(closed).toMatchObject({
    State: "closed",
    Tasks: [],
    History: [{ Note: "Their administrator answers next week" }],
  });
});

test("each account's balance of one month is where the next begins, and all of a currency come to nothing", async () => {
  const before = await read(ago(4));
  const after = await read(ago(3));
  for (const { Account, Currency, Opening } of after.Balances)
    expect([Account, Opening.Minor]).toEqual([
      Account,
      before.Balances.find((each) => each.Account === Account && each.Currency === Currency)?.Closing.Minor ?? "0",
    ]);
  const sum = (page: typeof after, figure: "Opening" | "Closing") =>
    page.Balances.reduce((total, each) => total + BigInt(each[figure].Minor), 0n);
  expect([sum(after, "Opening"), sum(after, "Closing")]).toEqual([0n, 0n]);
  const receivable = after.Balances.find(({ Account }) => Account === "receivable")!;
  expect(receivable).toMatchObject({ Group: "receivable", Debits: { Minor: "12000" }, Credits: { Minor: "0" } });
  const { text } = await app.call(staff, monthClose.csv, { params: { month: nameOf(ago(3)) } });
  expect(text.split("\r\n")[0]).toBe("Account,Currency,Opening,Debits,Credits,Closing");
  expect(text).toContain(`receivable,GBP,${(Number(receivable.Opening.Minor) / 100).toFixed(2)},120.00,0.00,`);
});

test("a gateway's fee of a closed month that is read late is posted into the first open one", async () => {
  await app.sql(
    `insert into gateway_movements (gateway, ref, kind, amount_minor, currency, moved_at) values ('stripe', 'fee_late', 'fee', -150, 'GBP', $1)`,
    [addDays(ago(4), 2)],
  );
  await database.write({ role: "app_worker" }, (tx) => postOwn(tx, "stripe", app.platform.clock.now()));
  const posted = await app.sql(
    "select effective_on::text as day from clearing_entries where movement_ref = 'fee_late'",
  );
  expect(posted).toEqual([{ day: ago(3) }, { day: ago(3) }]);
});

test("closing waits for who is posting, so that nothing comes into the month after it", async () => {
  await issue(ago(2));
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let isIn = () => {};
  const inserted = new Promise<void>((resolve) => (isIn = resolve));
  const posting = database.write({ role: "app_worker" }, async (tx) => {
    await tx
      .insertInto("ledger_entries")
      .values(
        [100n, -100n].map((amount_minor, at) => ({
          reseller_id: person.resellerId,
          posting_id: "019a0000-0000-7000-8000-000000000001",
          account: at === 0 ? "receivable" : "credit",
          amount_minor,
          currency: "GBP",
          effective_on: ago(3),
          recorded_at: app.platform.clock.now(),
        })),
      )
      .execute();
    isIn();
    await gate;
  });
  await inserted;
  let isClosed = false;
  const closing = close(ago(3), { Note: "The write-off waits" }).then((answer) => {
    isClosed = true;
    return answer;
  });
  await expect
    .poll(() => app.sql("select from pg_locks where not granted and relation = 'ledger_entries'::regclass"))
    .toHaveLength(1);
  expect(isClosed).toBe(false);
  release();
  await posting;
  expect((await closing).Result).toMatchObject({ State: "closed" });
});

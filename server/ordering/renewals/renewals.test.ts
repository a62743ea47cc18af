import { renewals, type Renewal } from "@tradewind/contract/ordering/renewals.ts";
import { termCost } from "@tradewind/domain/pricing/alignment.ts";
import { startTerm } from "@tradewind/domain/pricing/terms.ts";
import { addDays, addMonths, dayOfMonth, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addHeld as addHeldFor, type Held } from "../../test/held.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const today = app.platform.clock.today();
const sku = "CFQ7TTC0LCHC:0002";
const addHeld = (person: Person, name: string, held?: Held) => addHeldFor(app, person, name, held);

type Query = Partial<Pick<Renewal, "Outcome">> & {
  Search?: string;
  Within?: "30" | "60" | "90";
  Month?: string;
  Choice?: "made" | "missing";
  Terms?: "long" | "any";
};
const list = async (person: Person, query: Query & { After?: string } = {}) =>
  (await app.call(person, renewals.list, { query })).Result!;
const names = async (person: Person, query: Query = {}) =>
  (await list(person, query)).Items.map(({ CustomerName }) => CustomerName);

/** The cost of a period of an offer on a day, by the price lists themselves. */
async function priceOf(offer: string, on: string): Promise<number> {
  const [row] = await app.sql<{ cost: string }>(
    `select cost from prices join price_lists l on l.id = price_list_id
     where offer_id = $1 and currency = 'GBP' and published and from_date <= $2 order by from_date desc limit 1`,
    [offer, on],
  );
  return Number(row!.cost);
}
const minor = (pounds: number) => ({ Minor: String(Math.round(pounds * 100)), Currency: "GBP" });

test("a renewal says what happens if nobody does anything, what it costs now and then, and what the new term commits to", async () => {
  const boss = await app.signIn();
  const on = addDays(today, 20);
  const from = addDays(today, 10);
  await app.sql("insert into price_lists (id, currency, from_date) values ('GBP-renewals', 'GBP', $1)", [from]);
  await app.sql("insert into prices (price_list_id, offer_id, cost) values ('GBP-renewals', $1, 9.5)", [
    `${sku}:P1Y:monthly`,
  ]);
  await app.sql("update price_lists set published = true where id = 'GBP-renewals'");
  await addHeld(boss, "Acme Dental");
  await addHeld(boss, "Bright Legal", {
    days: 21,
    termEnd: { outcome: "renew", offerId: `${sku}:P1Y:annual`, quantity: 12 },
    setBy: "Robin",
  });
  await addHeld(boss, "Cedar Care", { days: 22, termEnd: { outcome: "cancel" }, setBy: "Robin" });
  const yearly = await priceOf(`${sku}:P1Y:annual`, addDays(today, 21));
  expect((await list(boss)).Items).toMatchObject([
    {
      CustomerName: "Acme Dental",
      Quantity: 10,
      On: on,
      Outcome: "renew",
      Text: "Renews",
      SetBy: null,
      Billing: "monthly",
      Next: { Term: "P1Y", Billing: "monthly", Quantity: 10 },
      Now: minor(80),
      Then: minor(95),
      Committed: minor(12 * 95),
    },
    {
      CustomerName: "Bright Legal",
      Text: "Renews with 12 licences on another term or billing",
      SetBy: "Robin",
      Next: { Term: "P1Y", Billing: "annual", Quantity: 12 },
      Then: minor(12 * yearly),
      Committed: minor(12 * yearly),
    },
    {
      CustomerName: "Cedar Care",
      Outcome: "cancel",
      Text: "Ends with its term",
      Next: null,
      Then: null,
      Committed: null,
    },
  ]);
});

test("renewals are found by days ahead, month, what happens, whether it was chosen, term and customer; what ended is none", async () => {
  const boss = await app.signIn();
  await addHeld(boss, "In a month", { days: 30 });
  await addHeld(boss, "In two", { days: 60, termEnd: { outcome: "cancel" }, setBy: "Robin" });
  await addHeld(boss, "In a year", { days: 300 });
  await addHeld(boss, "Each month", { days: 3, offer: `${sku}:P1M:monthly` });
  await addHeld(boss, "Ended", { status: "cancelled" });
  await addHeld(await app.signIn(), "Of somebody else");
  expect(await names(boss)).toEqual(["In a month", "In two", "In a year"]);
  expect(await names(boss, { Terms: "any" })).toEqual(["Each month", "In a month", "In two", "In a year"]);
  expect(await names(boss, { Within: "30" })).toEqual(["In a month"]);
  expect(await names(boss, { Within: "60" })).toEqual(["In a month", "In two"]);
  expect(await names(boss, { Month: monthOf(addDays(today, 300)).from })).toEqual(["In a year"]);
  expect(await names(boss, { Outcome: "cancel" })).toEqual(["In two"]);
  expect(await names(boss, { Choice: "missing" })).toEqual(["In a month", "In a year"]);
  expect(await names(boss, { Search: "year" })).toEqual(["In a year"]);

  const { Months } = (await app.call(boss, renewals.months, { query: {} })).Result!;
  const month = monthOf(today).from;
  expect(Months.map(({ Month }) => Month)).toEqual(Array.from({ length: 12 }, (_, at) => addMonths(month, at)));
  expect(Months.reduce((sum, { Count }) => sum + Count, 0)).toBe(3);
  expect(Months.reduce((sum, { Missing }) => sum + Missing, 0)).toBe(2);
  const { Items } = await list(boss);
  const committed = (of: readonly { Committed: Renewal["Committed"] }[]) =>
    of.reduce((sum, { Committed }) => sum + Number(Committed?.Minor ?? 0), 0);
  expect(committed(Months)).toBe(committed(Items));

  const { text } = await app.call(boss, renewals.csv, { query: { Within: "30" } });
  expect(text.split("\r\n")[1]).toMatch(/^In a month,Microsoft 365,/);
});

test("a term that is to end with others commits to what it costs until that day, in the list, the calendar and the file", async () => {
  const boss = await app.signIn();
  const from = addDays(today, 40);
  const untils = [
    addDays(from, 10),
    addMonths(from, 1),
    addDays(addMonths(from, 5), 17),
    addDays(addMonths(from, 12), -1),
  ];
  for (const [at, until] of untils.entries())
    await addHeld(boss, `Short ${at}`, {
      days: 40,
      termEnd: { outcome: "renew", offerId: null, quantity: null, until },
    });
  const unitCost = String(await priceOf(`${sku}:P1Y:monthly`, from));
  const wanted = untils.map((until) => {
    const anchorDay = dayOfMonth(from);
    const begun = startTerm({ term: "P1Y", billing: "monthly" }, from, anchorDay, until);
    return termCost({ ...begun, unitCost, currency: "GBP", billing: "monthly", anchorDay, quantity: 10 }).minor;
  });
  const { Items } = await list(boss, { Search: "Short" });
  expect(new Map(Items.map(({ CustomerName, Committed }) => [CustomerName, Committed?.Minor]))).toEqual(
    new Map(wanted.map((pence, at) => [`Short ${at}`, String(pence)])),
  );
  const { Months } = (await app.call(boss, renewals.months, { query: {} })).Result!;
  const all = wanted.reduce((sum, pence) => sum + pence, 0n);
  expect(Months.find(({ Month }) => Month === monthOf(from).from)!.Committed!.Minor).toBe(String(all));
  const { text } = await app.call(boss, renewals.csv, { query: { Search: "Short 0" } });
  expect(text.split("\n")[1]).toMatch(new RegExp(`,${Number(wanted[0]) / 100}(?:\\D|$)`));
});

test("what renews each month comes up in every month of the calendar and in its list, once it is asked for", async () => {
  const boss = await app.signIn();
  const twentieth = addMonths(today, 1, 20);
  const days = daysBetween(today, twentieth);
  await addHeld(boss, "Each month", { days, offer: `${sku}:P1M:monthly` });
  await addHeld(boss, "Once more", { days, offer: `${sku}:P1M:monthly`, termEnd: { outcome: "cancel" } });
  await app.sql("update subscriptions set anchor_day = 20 where reseller_id = $1", [boss.resellerId]);
  const { Months } = (await app.call(boss, renewals.months, { query: { Terms: "any" } })).Result!;
  expect(Months.map(({ Count }) => Count)).toEqual([0, 2, ...Array.from({ length: 10 }, () => 1)]);
  expect(Months.at(-1)!.Committed).toEqual(minor(10 * (await priceOf(`${sku}:P1M:monthly`, addMonths(today, 11, 20)))));
  const third = await list(boss, { Terms: "any", Month: Months[3]!.Month });
  expect(third.Items).toMatchObject([{ CustomerName: "Each month", On: addMonths(today, 3, 20) }]);
  expect(await names(boss, { Terms: "any" })).toEqual(["Each month", "Once more"].toSorted());
});

test("who sees no prices sees renewals without amounts", async () => {
  const boss = await app.signIn();
  await addHeld(boss, "Acme Dental");
  await app.sql("update resellers set hide_pricing = true where id = $1", [boss.resellerId]);
  app.platform.sessions.forget("");
  expect((await list(boss)).Items).toMatchObject([
    { CustomerName: "Acme Dental", Now: null, Then: null, Committed: null },
  ]);
  const { Months } = (await app.call(boss, renewals.months, { query: {} })).Result!;
  expect(Months.every(({ Committed }) => Committed === null)).toBe(true);
  expect((await app.call(boss, renewals.csv)).text).not.toContain("Cost");
});

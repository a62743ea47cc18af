import { account } from "@tradewind/contract/billing/account.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import {
  listEvents,
  listMonths,
  listParts,
  pageSize,
  readAges,
  readBounds,
  streamStatement,
  type Period,
} from "./account.store.ts";

const amountFor = (actor: TenantActor) => (minor: bigint) =>
  seesPrices(actor) ? { Minor: String(minor), Currency: actor.currency } : null;

/** The period asked for; without it the year that ends today. */
function periodOf({ From, Until }: { From?: string | undefined; Until?: string | undefined }, today: string): Period {
  const until = Until ?? today;
  const from = From ?? addMonths(until, -12);
  if (from > until) throw new AppError("invalidRequest", { fields: { From: "Must not be after the last day" } });
  return { from, until };
}

export const accountRoutes = [
  answer(account.totals, async ({ actor, db, today }, { query }) => {
    const on = query.On ?? today;
    const amount = amountFor(actor);
    const { ages, credit } = await readAges(db, actor, on);
    const sum = (rows: typeof ages) => rows.reduce((total, { owed }) => total + owed, 0n);
    return {
      On: on,
      Balance: amount(sum(ages) - credit),
      Overdue: amount(sum(ages.filter(({ age }) => age !== "notDue"))),
      Credit: amount(credit),
      Ages: ages.map(({ age, documents, owed }) => ({ Age: age, Documents: documents, Owed: amount(owed) })),
    };
  }),
  answer(account.history, async ({ actor, db, today }, { query }) => {
    const period = periodOf(query, today);
    const amount = amountFor(actor);
    const after = readCursor(query.After, ["day", "id"]);
    const [bounds, rows] = await Promise.all([readBounds(db, actor, period), listEvents(db, actor, period, after)]);
    const { page, next } = pageOf(rows, pageSize, ({ day, id }) => ({ day, id }));
    return {
      From: period.from,
      Until: period.until,
      Opening: amount(bounds.opening),
      Closing: amount(bounds.closing),
      Items: page.map((row) => ({
        Id: row.id,
        On: row.day,
        Kind: row.kind,
        InvoiceId: row.invoice_id,
        Number: row.number,
        Amount: amount(row.amount),
        Balance: amount(row.balance),
      })),
      Next: next,
    };
  }),
  answer(account.statement, async ({ actor, today, platform }, { query }) => {
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    const period = periodOf(query, today);
    return {
      file: () => streamStatement(platform.exports, actor, period),
      name: `statement-${period.from}-${period.until}.csv`,
    };
  }),
  answer(account.breakdown, async ({ actor, db }, { query }) => {
    const amount = amountFor(actor);
    const months = await listMonths(db, actor);
    const month = query.Month ?? months.at(-1)?.month ?? null;
    const parts = month === null ? [] : await listParts(db, actor, month, query.By);
    const rest = parts.find(({ id }) => id === null);
    return {
      Months: months.map((each) => ({ Month: each.month, Net: amount(each.net) })),
      Month: month,
      Items: parts.flatMap(({ id, name, net }) => (id === null ? [] : [{ Id: id, Name: name!, Net: amount(net) }])),
      Rest: { Count: rest?.others ?? 0, Net: amount(rest?.net ?? 0n) },
    };
  }),
];

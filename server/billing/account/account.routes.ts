import { account, mostDrawn } from "@tradewind/contract/billing/account.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { inThread } from "../../platform/threads.ts";
import { listMonths, listParts, pageSize, readAccounts, readNextBill } from "./account.store.ts";
import { drawStatement } from "./statement-document.ts";
import {
  listActivity,
  listEvents,
  listOpen,
  readBounds,
  streamOpen,
  streamStatement,
  type Period,
} from "./statement.store.ts";

const amountFor =
  (actor: TenantActor, currency: Currency = actor.currency) =>
  (minor: bigint) =>
    seesPrices(actor) ? { Minor: String(minor), Currency: currency } : null;

/** The period asked for; without it the year that ends today. */
function periodOf({ From, Until }: { From?: string | undefined; Until?: string | undefined }, today: string): Period {
  const until = Until ?? today;
  const from = From ?? addMonths(until, -12);
  if (from > until) throw new AppError("invalidRequest", { fields: { From: "Must not be after the last day" } });
  return { from, until };
}

const ownerOf = (actor: TenantActor, { Currency: asked }: { Currency?: Currency | undefined }) => ({
  resellerId: actor.resellerId,
  currency: asked ?? actor.currency,
});

function requirePrices(actor: TenantActor) {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
}

export const accountRoutes = [
  answer(account.totals, async ({ actor, db, today }, { query }) => {
    const on = query.On ?? today;
    const accounts = await readAccounts(db, actor, on);
    return {
      On: on,
      Accounts: accounts.map(({ currency, credit, onItsWay, ages }) => {
        const amount = amountFor(actor, currency);
        const sum = (rows: typeof ages) => rows.reduce((total, { owed }) => total + owed, 0n);
        return {
          Currency: currency,
          Balance: amount(sum(ages) + credit),
          Overdue: amount(sum(ages.filter(({ age }) => age !== "notDue"))),
          Credit: amount(credit),
          OnItsWay: on === today ? amount(onItsWay) : null,
          Ages: ages.map(({ age, documents, owed }) => ({ Age: age, Documents: documents, Owed: amount(owed) })),
        };
      }),
    };
  }),
  answer(account.nextBill, async ({ actor, db }, { query }) => {
    const { month, net, lines } = await readNextBill(db, actor.resellerId, readCursor(query.After, ["day", "id"]));
    const { page, next } = pageOf(lines, pageSize, ({ due_on, id }) => ({ day: due_on, id }));
    return {
      Month: month,
      IssuedOn: addMonths(month, 1),
      Net: amountFor(actor)(net),
      Items: page.map((line) => ({
        Id: line.id,
        CustomerName: line.customer_name,
        ProductName: line.product_name,
        Description: line.description,
        DueOn: line.due_on,
        PeriodFrom: line.period_from,
        PeriodUntil: line.period_until,
        Quantity: line.quantity,
        Net: amountFor(actor, line.currency)(line.amount_minor),
      })),
      Next: next,
    };
  }),
  answer(account.history, async ({ actor, db, today }, { query }) => {
    const period = periodOf(query, today);
    const owner = ownerOf(actor, query);
    const amount = amountFor(actor, owner.currency);
    const asked = { kind: query.Kind, after: readCursor(query.After, ["day", "id"]) };
    const [bounds, rows] = await Promise.all([readBounds(db, owner, period), listEvents(db, owner, period, asked)]);
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
        Credit: amount(row.credit),
        Balance: amount(row.balance),
      })),
      Next: next,
    };
  }),
  answer(account.statement, async ({ actor, today, platform }, { query }) => {
    requirePrices(actor);
    const period = periodOf(query, today);
    return {
      file: () => streamStatement(platform.exports, { ...actor, ...ownerOf(actor, query) }, period),
      name: `statement-${period.from}-${period.until}.csv`,
    };
  }),
  answer(account.openItems, async ({ actor, today, platform }, { query }) => {
    requirePrices(actor);
    const on = query.On ?? today;
    return { file: () => streamOpen(platform.exports, actor, on), name: `open-items-${on}.csv` };
  }),
  answer(account.document, async ({ actor, db, today, now }, { query }) => {
    requirePrices(actor);
    const { from, until } = periodOf(query, today);
    const owner = ownerOf(actor, query);
    const isActivity = query.Kind === "activity";
    const [bounds, activity, open] = await Promise.all([
      readBounds(db, owner, { from, until }),
      isActivity ? listActivity(db, owner, { from, until }, mostDrawn + 1) : [],
      isActivity ? [] : listOpen(db, owner, until, mostDrawn + 1),
    ]);
    if (activity.length + open.length > mostDrawn)
      throw new AppError("invalidRequest", {
        fields: { From: `Has more than ${mostDrawn} lines: choose fewer days, or take the CSV` },
      });
    const statement = { ...owner, ...bounds, name: actor.resellerName, from, until, made: now, activity, open };
    const name = isActivity ? `statement-${from}-${until}.pdf` : `open-items-${until}.pdf`;
    return { file: () => inThread(actor.resellerId, drawStatement, query.Kind, statement), name };
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

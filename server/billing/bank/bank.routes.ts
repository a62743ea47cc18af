import { bank } from "@tradewind/contract/billing/bank.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { allocate, allocateCertain, decide } from "./bank.actions.ts";
import { importFile } from "./bank-import.actions.ts";
import { toLines, toStatement } from "./bank.reads.ts";
import { listLines, listStatements, pageSize, searchOpen, searchResellers, sumOpen } from "./bank.store.ts";

export const bankRoutes = [
  answer(bank.statements, async ({ db }, { query }) => {
    const rows = await listStatements(db, { after: readCursor(query.After, ["day", "id"]) });
    const { page, next } = pageOf(rows, pageSize, ({ closed_on, id }) => ({ day: closed_on, id }));
    return { Items: page.map(toStatement), Next: next };
  }),
  answer(bank.import, async (doing, { body }) => {
    const ids = await importFile(doing, body);
    return { Statements: (await listStatements(doing.tx, { ids })).map(toStatement) };
  }),
  answer(bank.totals, async ({ db }) => ({
    Open: (await sumOpen(db)).map(({ minor, currency, count, since }) => ({
      Amount: { Minor: String(minor), Currency: currency },
      Count: count,
      Since: since,
    })),
  })),
  answer(bank.lines, async ({ db }, { query }) => {
    const rows = await listLines(db, query.State, readCursor(query.After, ["day", "id"]));
    const { page, next } = pageOf(rows, pageSize, ({ booked_on, id }) => ({ day: booked_on, id }));
    return { Items: await toLines(db, page), Next: next };
  }),
  answer(bank.openInvoices, async ({ db }, { query }) => {
    const resellers = await searchResellers(db, query.Currency, query.Search);
    const found = await searchOpen(db, query.Currency, query.Search, resellers);
    return {
      Items: found.map((invoice) => ({
        InvoiceId: invoice.id,
        Number: invoice.number,
        ResellerId: invoice.resellerId,
        ResellerName: invoice.resellerName,
        DueOn: invoice.dueOn,
        Open: { Minor: String(invoice.openMinor), Currency: invoice.currency },
      })),
      Resellers: resellers.map(({ id, name }) => ({ ResellerId: id, ResellerName: name })),
    };
  }),
  answer(bank.allocate, (doing, { params, body }) => allocate(doing, params.bankLineId, body)),
  answer(bank.allocateCertain, (doing, { body }) => allocateCertain(doing, body.Ids)),
  answer(bank.setAside, (doing, { params, body }) => decide(doing, params.bankLineId, "setAside", body)),
  answer(bank.reopen, (doing, { params, body }) => decide(doing, params.bankLineId, "reopen", body)),
];

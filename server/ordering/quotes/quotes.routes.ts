import { errors } from "@tradewind/contract/errors.ts";
import { quotes, type Quote } from "@tradewind/contract/ordering/quotes.ts";
import { quoteNumber, quoteSums, sumsAdded } from "@tradewind/domain/ordering/quotes.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, answerPrepared, type Context } from "../../platform/http.ts";
import { inThread } from "../../platform/threads.ts";
import { findLost } from "../orders/lost-orders.reads.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { drawQuote } from "./quote-document.ts";
import { documentOf } from "./quote-document.reads.ts";
import { listOffers, readQuestions } from "./quote-offers.reads.ts";
import { listQuoteCustomers, listQuoteOrders, sumQuoteOrders } from "./quote-orders.store.ts";
import { hashOfQuote, priceAgain } from "./quote-prices.reads.ts";
import { toItem, toLine, toSigner } from "./quote-wire.ts";
import {
  copyQuote,
  makeQuote,
  prepareLink,
  prepareSend,
  remakeLink,
  retryQuoteOrder,
  saveQuote,
  sendQuote,
  withdrawQuote,
} from "./quotes.actions.ts";
import { findDocument, findQuote, listQuotes, pageSize } from "./quotes.store.ts";

/** A quote's orders as they stand: those of a draft at the day's prices, one after the other on one connection. */
async function readOrders(asking: Context, quoteId: string, isDraft: boolean) {
  const rows = await listQuoteOrders(asking.db, asking.actor, [quoteId]);
  const found: ({ row: (typeof rows)[number] } & Awaited<ReturnType<typeof priceAgain>>)[] = [];
  for (const row of rows) {
    const { customer_id: customerId, product_id: productId, details, lines, reason } = row;
    found.push({
      row,
      ...(isDraft
        ? await priceAgain(asking, row)
        : { order: { customerId, productId, details, lines }, missing: [], reason }),
    });
  }
  return found;
}

async function readQuote(asking: Context, id: string): Promise<Quote> {
  const { actor, db, today } = asking;
  const row = orNotFound(await findQuote(db, actor, id));
  const priced = seesPrices(actor);
  const found = await readOrders(asking, id, row.state === "draft");
  const failed = found.flatMap(({ row: of }) => (of.state === "failed" ? [of.order_id!] : []));
  const lost = await findLost(db, actor.resellerId, failed, asking.now);
  const shown = {
    customers: [...new Set(found.map((each) => each.row.customer_name))],
    sums: quoteSums(
      found.flatMap(({ order }) => order.lines),
      row.currency,
    ),
  };
  return {
    ...toItem(row, shown, today, priced),
    Version: row.version,
    Message: row.message,
    RecipientEmail: row.recipient_email,
    Currency: row.currency,
    Hash: priced
      ? hashOfQuote(
          asking.platform,
          row.valid_until,
          found.map(({ order }) => order),
        )
      : null,
    Orders: found.map(({ row: of, order, missing, reason }) => ({
      Position: of.position,
      CustomerId: of.customer_id,
      CustomerName: of.customer_name,
      ProductId: of.product_id,
      ProductName: of.product_name,
      Details: { ...order.details },
      Lines: order.lines.map((line) => toLine(line, row.currency, priced)),
      State: of.state,
      Reason: lost.get(of.order_id!) === "late" ? `${reason ?? ""} ${errors.retryTooLate[1]}`.trim() : reason,
      Again: of.state === "refused" || lost.get(of.order_id!) === "lost",
      Missing: missing,
      OrderId: of.order_id,
      InstanceId: of.instance_id,
    })),
    SentBy: row.sent_by_name,
    SentAt: row.sent_at?.toISOString() ?? null,
    OpenedAt: row.opened_at?.toISOString() ?? null,
    EndedAt: row.ended_at?.toISOString() ?? null,
    Signer: toSigner(row),
    DeclineReason: row.decline_reason,
    DocumentHash: row.document_hash,
    MaySellBelowCost: actor.rights.has("billing"),
  };
}

export const quotesRoutes = [
  answer(quotes.list, async ({ db, actor, today }, { query }) => {
    if (query.CustomerId !== undefined) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const wanted = { state: query.State, customerId: query.CustomerId, search: query.Search.trim() };
    const rows = await listQuotes(db, actor, wanted, today, readCursor(query.After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, (last) => ({ id: last.id }));
    const ids = page.map(({ id }) => id);
    const [sums, customers] = await Promise.all([sumQuoteOrders(db, actor, ids), listQuoteCustomers(db, actor, ids)]);
    const priced = seesPrices(actor);
    return {
      Items: page.map((row) => {
        const shown = {
          customers: customers.filter((each) => each.quote_id === row.id).map(({ name }) => name),
          sums: sumsAdded(
            sums.filter((each) => each.quote_id === row.id),
            row.currency,
          ),
        };
        return toItem(row, shown, today, priced);
      }),
      Next: next,
    };
  }),
  answer(quotes.offers, async (asking, { query }) => ({ Items: await listOffers(asking, query) })),
  answer(quotes.questions, async (asking, { query }) => ({ Steps: await readQuestions(asking, query) })),
  answer(quotes.byId, (asking, { params }) => readQuote(asking, params.quoteId)),
  answer(quotes.document, async (asking, { params }) => {
    const { db, actor } = asking;
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    const row = orNotFound(await findQuote(db, actor, params.quoteId));
    const name = `${quoteNumber(row.number)}.pdf`;
    const kept = await findDocument(db, actor.resellerId, row.id);
    if (kept) return { file: kept.bytes, name };
    const found = await readOrders(asking, row.id, true);
    const orders = found.map((each) => ({ customerName: each.row.customer_name, lines: each.order.lines }));
    const drawn = await documentOf(db, actor.resellerId, row, asking, orders, true);
    return { file: () => inThread(actor.resellerId, drawQuote, drawn), name };
  }),
  answer(quotes.make, (doing, { body }) => makeQuote(doing, body)),
  answer(quotes.save, async (doing, { params, body }) => {
    await saveQuote(doing, params.quoteId, body);
    return readQuote(doing, params.quoteId);
  }),
  answerPrepared(
    quotes.send,
    (call, { params, body }) => prepareSend(call, params.quoteId, body.Hash),
    (doing, { params, body }, drawn) => sendQuote(doing, params.quoteId, body.Hash, drawn),
  ),
  answerPrepared(
    quotes.remake,
    (call, { params, body }) => prepareLink(call, params.quoteId, body.Mail),
    (doing, { params, body }) => remakeLink(doing, params.quoteId, body.Mail),
  ),
  answer(quotes.withdraw, async (doing, { params }) => {
    await withdrawQuote(doing, params.quoteId);
    return readQuote(doing, params.quoteId);
  }),
  answer(quotes.copy, (doing, { params }) => copyQuote(doing, params.quoteId)),
  answer(quotes.retry, async (doing, { params, body }) => {
    await retryQuoteOrder(doing, params.quoteId, Number(params.position), body.Details);
    return readQuote(doing, params.quoteId);
  }),
];

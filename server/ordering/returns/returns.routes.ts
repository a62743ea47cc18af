import { returns } from "@tradewind/contract/ordering/returns.ts";
import { returnableUntil, returnNumber } from "@tradewind/domain/ordering/returns.ts";
import { seesPrices } from "../../platform/actor.ts";
import { answer } from "../../platform/http.ts";
import { ordersToWire } from "../orders/order-wire.reads.ts";
import { askReturn, receiveReturn, refuseReturn, withdrawReturn } from "./returns.actions.ts";
import { proposeReturn, readSentLine } from "./returns.reads.ts";
import { listReturns, type ReturnRow } from "./returns.store.ts";

const toItem = (row: ReturnRow) => ({
  Id: row.id,
  Number: returnNumber(row.id),
  ResellerName: row.reseller_name,
  CustomerName: row.customer_name,
  Name: row.name,
  Quantity: row.quantity,
  Reason: row.reason,
  Wants: row.wants,
  State: row.state,
  Note: row.note,
  Serials: row.serials,
  Restocked: row.restocked,
  WrittenOff: row.written_off,
  Answer: row.answer,
  AskedBy: row.asked_by,
  AskedAt: row.asked_at.toISOString(),
  SettledAt: row.settled_at?.toISOString() ?? null,
});

export const returnsRoutes = [
  answer(returns.ofLine, async ({ actor, db }, { params, query }) => {
    const { line, units } = await readSentLine(db, actor, params.orderId, query.Key);
    return {
      Parts: line.parts
        .filter((part) => part.returned < part.quantity)
        .map((part) => ({
          Quantity: part.quantity - part.returned,
          SentAt: part.at,
          Until: {
            faulty: returnableUntil(line.policy, "faulty", part.at),
            unwanted: returnableUntil(line.policy, "unwanted", part.at),
          },
        })),
      Serials: units.map(({ id, text }) => ({ Id: id, Text: text })),
    };
  }),
  answer(returns.propose, async (asking, { params, body }) => {
    const { line, terms, hash } = await proposeReturn(asking, params.orderId, body);
    const priced = (minor: bigint) =>
      seesPrices(asking.actor) ? { Minor: String(minor), Currency: line.currency } : null;
    return {
      Parts: terms.parts.map(({ of, quantity, amountMinor }) => ({
        Quantity: quantity,
        SentAt: of.at,
        Amount: priced(amountMinor),
        // Its invoices are the reseller's, and nothing to its customers.
        Invoice: asking.actor.customerId === null ? of.invoice : null,
      })),
      Fee: priced(terms.feeMinor),
      FeePercent: body.Reason === "unwanted" ? (line.policy.restockingPercent ?? 0) : 0,
      Total: priced(terms.parts.reduce((sum, part) => sum + part.amountMinor, -terms.feeMinor)),
      Hash: hash,
    };
  }),
  answer(returns.ask, async (doing, { params, body }) => {
    const order = await askReturn(doing, params.orderId, body);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
  answer(returns.withdraw, async (doing, { params }) => {
    const order = await withdrawReturn(doing, params.returnId);
    return (await ordersToWire(doing.tx, doing.actor, doing.platform.vendors, [order]))[0]!;
  }),
  answer(returns.list, async ({ db }, { query }) => ({
    Items: (await listReturns(db, query.Status === "finished")).map(toItem),
  })),
  answer(returns.receive, async (doing, { params, body }) =>
    toItem(
      await receiveReturn(doing, params.returnId, {
        restocked: body.Restocked,
        writtenOff: body.WrittenOff,
        condition: body.Condition || null,
        carrier: body.Carrier || null,
        tracking: body.Tracking || null,
      }),
    ),
  ),
  answer(returns.refuse, async (doing, { params, body }) =>
    toItem(await refuseReturn(doing, params.returnId, body.Why)),
  ),
];

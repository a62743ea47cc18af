import { stock } from "@tradewind/contract/ordering/stock.ts";
import { changeOf } from "@tradewind/domain/ordering/stock.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { adjustStock, receiveStock } from "./stock.actions.ts";
import { findStock, listMoves, listStock, pageSize, type MoveRow, type StockRow } from "./stock.store.ts";

const toItem = (row: StockRow) => ({
  Sku: row.sku,
  Name: row.name,
  Group: row.offer_group,
  IsCounted: row.free !== null,
  Free: row.free ?? 0,
  Reserved: row.reserved,
  Missing: row.missing,
  Short: row.short,
});

function toMove(row: MoveRow) {
  const move = { from: row.from_place, to: row.to_place, quantity: row.quantity };
  return {
    Id: row.id,
    Kind: row.kind,
    Quantity: row.quantity,
    Free: changeOf("free", move),
    Reserved: changeOf("reserved", move),
    ResellerName: row.reseller_name,
    CustomerName: row.customer_name,
    Reason: row.reason,
    By: row.moved_by,
    At: row.moved_at.toISOString(),
  };
}

export const stockRoutes = [
  answer(stock.list, async ({ db }, { query }) => {
    const rows = await listStock(db, query.Search ?? "", readCursor(query.After, ["name", "sku"]));
    const { page, next } = pageOf(rows, pageSize, ({ name, sku }) => ({ name, sku }));
    return { Items: page.map(toItem), Next: next };
  }),
  answer(stock.moves, async ({ db }, { params, query }) => {
    const { sku } = orNotFound(await findStock(db, params.sku));
    const rows = await listMoves(db, sku, readCursor(query.After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return { Items: page.map(toMove), Next: next };
  }),
  answer(stock.receive, async (doing, { params, body }) =>
    toItem(await receiveStock(doing, params.sku, { quantity: body.Quantity, reason: body.Reason || null })),
  ),
  answer(stock.adjust, async (doing, { params, body }) =>
    toItem(await adjustStock(doing, params.sku, { kind: body.Kind, quantity: body.Quantity, reason: body.Reason })),
  ),
];

import { adjustment, changeOf, type StockMove } from "@tradewind/domain/ordering/stock.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { findStock, giveStock, moveStock, takeStock, type StockRow } from "./stock.store.ts";

/** Takes goods into stock, counting them from now on, and gives them to the orders that wait for them. */
export async function receiveStock(
  doing: Doing<OperatorActor>,
  sku: string,
  { quantity, reason }: { quantity: number; reason: string | null },
): Promise<StockRow> {
  const { name } = orNotFound(await findStock(doing.tx, sku));
  await takeStock(doing.tx, sku);
  return bookMove(doing, sku, { kind: "received", from: "outside", to: "free", quantity }, reason, {
    action: "stock.receive",
    what: `Took ${quantity} × ${name} into stock${reason ? `. ${reason}` : ""}`,
  });
}

/** Corrects what is free after counting it, or writes some of it off. */
export async function adjustStock(
  doing: Doing<OperatorActor>,
  sku: string,
  { kind, quantity, reason }: { kind: "adjusted" | "writtenOff"; quantity: number; reason: string },
): Promise<StockRow> {
  const { name } = orNotFound(await findStock(doing.tx, sku));
  const move = adjustment(kind, quantity);
  if (!move) throw new AppError("invalidRequest", { fields: { Quantity: "Must be how many more or fewer" } });
  const free = await takeStock(doing.tx, sku);
  if (free + changeOf("free", move) < 0) throw new AppError("stockTooLow", { details: { Limit: free } });
  const what =
    kind === "writtenOff"
      ? `Wrote ${quantity} × ${name} off`
      : `Corrected the stock of ${name} by ${quantity > 0 ? "+" : "−"}${Math.abs(quantity)}`;
  return bookMove(doing, sku, move, reason, { action: "stock.adjust", what: `${what}. ${reason}` });
}

async function bookMove(
  { tx, actor, now, doer }: Doing<OperatorActor>,
  sku: string,
  move: StockMove,
  reason: string | null,
  entry: { action: string; what: string },
): Promise<StockRow> {
  await moveStock(tx, sku, move, { by: actor.displayName, reason }, now);
  const given = move.to === "free" ? await giveStock(tx, sku, now) : [];
  for (const each of given) await announce(tx, each.reseller_id, ["orders", "services", "work"], each.customer_id);
  await recordActivity(tx, doer, { ...entry, object: ["stock", null] });
  return (await findStock(tx, sku))!;
}

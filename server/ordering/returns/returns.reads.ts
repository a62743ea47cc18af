import { judgeReturn, type ReturnReason, type ReturnTerms } from "@tradewind/domain/ordering/returns.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { findOrder } from "../orders/orders.store.ts";
import { codeWords, listWantedOfLines } from "../resources/resources.store.ts";
import { findSentLine, listAwaitedUnits, type SentLine, type SentRow } from "./returns.store.ts";

export type ReturnWish = {
  Key: string;
  Quantity: number;
  Reason: ReturnReason;
  Wants: "credit" | "replacement";
  Serials: string[];
};

/** Reads what left of a line of goods, and which of its units are known one by one and still there. */
export async function readSentLine(db: Db, actor: TenantActor, orderId: string, subscriptionId: string) {
  const order = orNotFound(await findOrder(db, actor, orderId));
  const line = await findSentLine(db, actor.resellerId, { orderId, subscriptionId });
  if (!line) throw new AppError("nothingToReturn", { details: { Limit: 0 } });
  const awaited = await listAwaitedUnits(db, actor.resellerId, subscriptionId);
  const wanted = await listWantedOfLines(db, [{ reseller_id: actor.resellerId, order_id: orderId }]);
  const units = (wanted.find((each) => each.subscription_id === subscriptionId)?.standing ?? [])
    .filter(({ id }) => !awaited.includes(id))
    .map((unit) => ({ id: unit.id, text: codeWords(unit) }));
  return { order, line, units };
}

/** Works out what is given back for goods that are to come back. */
export async function proposeReturn(
  asking: { db: Db; actor: TenantActor; now: Date; platform: Pick<Platform, "config"> },
  orderId: string,
  wish: ReturnWish,
): Promise<{ line: SentLine; terms: ReturnTerms<SentRow>; hash: string }> {
  const { line, units } = await readSentLine(asking.db, asking.actor, orderId, wish.Key);
  const fields = faultsOfUnits(line, units, wish);
  if (fields) throw new AppError("invalidRequest", { fields });
  const { Quantity: quantity, Reason: reason, Wants } = wish;
  const isReplaced = Wants === "replacement";
  const today = asking.now.toISOString().slice(0, 10);
  const judged = judgeReturn(line.parts, line.policy, { quantity, reason, isReplaced }, today);
  if (!judged.ok) throw new AppError(judged.refusal, { details: { Limit: judged.details.limit } });
  const terms = judged.value;
  const parts = terms.parts.map(({ of, ...part }) => [of.id, part.quantity, String(part.amountMinor)]);
  const text = JSON.stringify([
    "return",
    wish.Key,
    quantity,
    reason,
    Wants,
    wish.Serials.toSorted(),
    parts,
    String(terms.feeMinor),
  ]);
  return { line, terms, hash: hashOfPromise(asking.platform, text) };
}

function faultsOfUnits(
  { parts }: SentLine,
  units: readonly { id: string }[],
  { Quantity, Reason, Wants, Serials }: ReturnWish,
): Record<string, string> | undefined {
  if (Wants === "replacement" && Reason !== "faulty") return { Wants: "Only faulty units are replaced" };
  const known = units.map(({ id }) => id);
  if (new Set(Serials).size < Serials.length || Serials.some((id) => !known.includes(id)))
    return { Serials: "Must be units of this order that are not coming back already" };
  const there = parts.reduce((sum, part) => sum + part.quantity - part.returned, 0);
  if (Serials.length > Quantity) return { Serials: `Choose ${Quantity} at most` };
  if (Quantity <= there && Serials.length < Quantity - Math.max(0, there - known.length))
    return { Serials: "Choose which of them come back" };
  return undefined;
}

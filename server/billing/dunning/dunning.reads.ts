import type { dunning as contract } from "@tradewind/contract/billing/dunning.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { type Dunning, type DunningPolicy, dunningOf, isOrderingPaused } from "@tradewind/domain/billing/dunning.ts";
import { format, type Currency } from "@tradewind/domain/values/money.ts";
import { type Orderer, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { type DunningItem, findPolicies, readOpenItems } from "./dunning.store.ts";

type Standing = Dunning & { policy: DunningPolicy; isPaused: boolean; oldest: DunningItem };

/** Works out at which step companies are on a day, from what is open then: what was paid meanwhile counts at once. */
export async function standingsOf(db: Db, resellerIds: readonly string[], day: string): Promise<Map<string, Standing>> {
  const open = [...(await readOpenItems(db, resellerIds, day))].filter(([, { items }]) => items.length > 0);
  if (open.length === 0) return new Map();
  const policies = await findPolicies(
    db,
    open.map(([resellerId]) => resellerId),
  );
  return new Map(
    open.flatMap(([resellerId, { items, credit }]): [string, Standing][] => {
      const policy = policies.get(resellerId)!;
      const found = dunningOf(items, credit, day, policy);
      if (!found) return [];
      const isPaused = isOrderingPaused(found.step, policy);
      return [[resellerId, { ...found, policy, isPaused, oldest: found.oldest as DunningItem }]];
    }),
  );
}

export const standingOf = async (db: Db, resellerId: string, day: string) =>
  (await standingsOf(db, [resellerId], day)).get(resellerId);

export async function readStanding(
  db: Db,
  actor: TenantActor,
  today: string,
): Promise<ResultOf<typeof contract.standing>> {
  const found = await standingOf(db, actor.resellerId, today);
  if (!found) return { Step: null, OrderingPaused: false, Owed: null, Oldest: null };
  const { id, number, dueOn, onItsWaySince } = found.oldest;
  return {
    Step: found.step,
    OrderingPaused: found.isPaused,
    Owed: seesPrices(actor) ? { Minor: String(found.owed), Currency: actor.currency } : null,
    Oldest: { Id: id, Number: number, DueOn: dueOn, OnItsWay: onItsWaySince !== null },
  };
}

/** Refuses what raises the company's cost while ordering is paused, and says to those who see it what to pay. */
export async function requireUnpaused(db: Db, actor: Orderer & { currency: Currency }, today: string): Promise<void> {
  const found = await standingOf(db, actor.resellerId, today);
  if (!found?.isPaused) return;
  if (actor.customerId !== null || !seesPrices(actor) || !actor.rights.has("billing"))
    throw new AppError("orderingPaused");
  const owed = format({ minor: found.owed, currency: actor.currency });
  const way = found.oldest.onItsWaySince === null ? "" : " A payment of it is on its way.";
  throw new AppError("orderingPaused", {
    message: `Ordering is paused, because ${owed} is overdue. Please pay invoice ${found.oldest.number}; ordering goes on as soon as the payment is confirmed.${way} You can still reduce and cancel.`,
  });
}

import type { automaticPayments } from "@tradewind/contract/billing/automatic-payments.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { collectOn, nextTaking, type Taking } from "@tradewind/domain/billing/autopay.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { readCredit } from "../credit/credit.store.ts";
import { findSettings } from "../payment-methods/payment-methods.store.ts";
import { findAutoMethod, listDue, sumGivenBack, sumOnItsWay } from "./autopay.store.ts";

/** Every invoice that was issued is due within so many days. */
const allDue = 400;

/** Reads what automatic payment takes next: as the next days' runs will find it, if nobody pays meanwhile. */
export async function readNext(
  db: Db,
  { actor, platform, today }: { actor: TenantActor; platform: Platform; today: string },
): Promise<ResultOf<typeof automaticPayments.next>> {
  const { resellerId, currency } = actor;
  const off = { State: "off" as const, OnItsWay: null, Next: null, Left: null };
  if (!(await findSettings(db, resellerId)).auto_pay) return off;
  const found = await findAutoMethod(db, resellerId, { vault: platform.vault?.id, debits: platform.debits?.id });
  const [items, { balance: credit }, way, back] = await Promise.all([
    listDue(db, { resellerId, currency, until: addDays(today, allDue) }),
    readCredit(db, actor),
    sumOnItsWay(db, resellerId),
    sumGivenBack(db, resellerId, today),
  ]);
  const wire = (taking: Taking | undefined) =>
    taking && taking.invoices > 0
      ? {
          On: taking.on,
          Amount: seesPrices(actor) ? { Minor: String(taking.minor), Currency: currency } : null,
          Invoices: taking.invoices,
        }
      : null;
  if (!found) return { ...off, State: "noMethod", OnItsWay: wire(way) };
  const { method } = found;
  const left = items.filter((item) => collectOn(item, method, currency) === undefined);
  return {
    State: "on",
    OnItsWay: wire(way),
    Next: wire(nextTaking(items, method, currency, { credit, from: addDays(today, 1) })),
    Left: wire({
      on: [...left.map(({ dueOn }) => dueOn), ...(back ? [back.on] : [])].toSorted()[0] ?? today,
      minor: left.reduce((sum, { open }) => sum + open, back?.minor ?? 0n),
      invoices: left.length + (back?.invoices ?? 0),
    }),
  };
}

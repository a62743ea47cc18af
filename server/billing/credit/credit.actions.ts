import { createHash } from "node:crypto";
import { plainCode } from "@tradewind/domain/billing/credit.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { countCallFor } from "../../access/attempts/sign-in-limit.actions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import type { Call, Doing } from "../../platform/http.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { findInvoice } from "../invoices/invoices.store.ts";
import { listDueWithCredit, readCredit, redeemCode, spendCredit } from "./credit.store.ts";

const topics: Topic[] = ["invoices", "dashboard"];
export const hashOfCode = (code: string): Buffer => createHash("sha256").update(plainCode(code)).digest();

/** Refuses whoever sees no prices, or only a part of the company: its credit belongs to all of it. */
export function expectsCredit(actor: TenantActor): void {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  if (actor.restriction) throw new AppError("onlyPartOfCompany");
}

const hour = 3600;
const triesAnHour = 20;

/** Counts a try of the company at a code. */
export async function countCode({ actor, platform }: Call<TenantActor>): Promise<void> {
  expectsCredit(actor);
  const wait = await platform.database.write({ role: "app_identity" }, (tx) =>
    countCallFor(tx, "credit-code", actor.resellerId, triesAnHour, hour),
  );
  if (wait !== undefined)
    throw tooMany(wait, `Too many codes were tried. A company can try ${triesAnHour} an hour; please try again later.`);
}

const refusals = {
  unknown: "creditCodeUnknown",
  redeemed: "creditCodeRedeemed",
  expired: "creditCodeExpired",
  currency: "creditCodeCurrency",
} as const;

export async function redeem({ tx, actor, doer, now, today }: Doing, code: string) {
  const { resellerId, currency } = actor;
  const { outcome, amount_minor: minor } = await redeemCode(tx, hashOfCode(code), actor.displayName, { today, now });
  if (outcome !== "done") throw new AppError(refusals[outcome]);
  await recordActivity(tx, doer, {
    action: "credit.redeem",
    what: `Redeemed a code for ${format({ minor, currency })} of credit, ending ${code.slice(-4)}`,
    object: ["reseller", resellerId],
  });
  await announce(tx, resellerId, topics);
  return { minor, balance: (await readCredit(tx, actor)).balance };
}

/** Pays an invoice out of the credit, as far as it goes. */
export async function spend({ tx, actor, doer, now, today }: Doing, invoiceId: string) {
  expectsCredit(actor);
  const { resellerId } = actor;
  const { number, currency } = orNotFound(await findInvoice(tx, resellerId, today, invoiceId));
  const minor = await spendCredit(tx, resellerId, invoiceId, { today, now });
  if (minor === 0n) throw new AppError("creditNotSpent");
  await recordActivity(tx, doer, {
    action: "credit.spend",
    what: `Used ${format({ minor, currency })} of credit on invoice ${number}`,
    object: ["invoice", invoiceId],
  });
  await announce(tx, resellerId, topics);
  return { minor, currency, balance: (await readCredit(tx, { resellerId, currency })).balance };
}

/** Uses credit on invoices that are due, as part of each business day's work, before anything else is asked for. */
export async function useCreditDue({ database, clock, committed }: Platform, day: string): Promise<void> {
  const worker = { role: "app_worker" } as const;
  for (const due of await database.read(worker, (db) => listDueWithCredit(db, day)))
    await database.write(worker, (tx) => spendCreditDue(tx, due, { today: day, now: clock.now() }));
  committed();
}

type Due = Awaited<ReturnType<typeof listDueWithCredit>>[number];

/** Uses credit on an invoice that is to be paid by itself, and returns how much. */
export async function spendCreditDue(
  tx: Tx,
  { reseller_id: resellerId, id, number, currency }: Due,
  { today, now }: { today: string; now: Date },
): Promise<bigint> {
  const minor = await spendCredit(tx, resellerId, id, { today, now });
  if (minor === 0n) return minor;
  await recordActivity(
    tx,
    { resellerId, actor: null, now },
    {
      action: "credit.spend",
      what: `Used ${format({ minor, currency })} of credit on invoice ${number}, which was due`,
      object: ["invoice", id],
    },
  );
  await announce(tx, resellerId, topics);
  return minor;
}

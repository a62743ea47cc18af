import { type AutoMethod, collectOn, takenOn } from "@tradewind/domain/billing/autopay.ts";
import { leastPayment } from "@tradewind/domain/billing/payments.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { spendCreditDue } from "../credit/credit.actions.ts";
import { insertPayment, lockAccount } from "../payments/payments.store.ts";
import { findAutoMethod, listDue } from "./autopay.store.ts";

/** No debit is asked for sooner than so many days ahead, whatever holidays lie between. */
export const farthestAhead = 14;

/**
 * Begins the payments of a company that are to be collected by now, after its credit has been used on them. Nothing is asked
 * for here: the worker asks for what is written down, under one key, as for every payment. Done again, it finds them on
 * their way.
 */
export async function collectDue(platform: Platform, tx: Tx, resellerId: string): Promise<number> {
  const { clock, jobs } = platform;
  const [now, today] = [clock.now(), clock.today()];
  await lockAccount(tx, resellerId);
  const found = await findAutoMethod(tx, resellerId, { vault: platform.vault?.id, debits: platform.debits?.id });
  if (!found) return 0;
  const { method, gateway, currency } = found;
  let begun = 0;
  for (const invoice of await listDue(tx, { resellerId, currency, until: addDays(today, farthestAhead) })) {
    const day = collectOn(invoice, method, currency);
    if (day === undefined || day > today) continue;
    const due = { reseller_id: resellerId, id: invoice.id, number: invoice.number, currency };
    const minor = invoice.open - (await spendCreditDue(tx, due, { today, now }));
    if (minor < leastPayment) continue;
    const id = newId();
    await insertPayment(tx, {
      reseller_id: resellerId,
      id,
      invoice_id: invoice.id,
      amount_minor: minor,
      currency,
      gateway,
      kind: method.kind,
      payment_method_id: method.id,
      charge_on: method.kind === "card" ? null : takenOn(method, currency, today, invoice.dueOn),
      auto_on: today,
      created_by: "Automatic payment",
      now,
    });
    await jobs.file(tx, "payments.look", { resellerId, paymentId: id });
    await recordActivity(
      tx,
      { resellerId, actor: null, now },
      {
        action: "payments.collect",
        what: `Began to collect ${format({ minor, currency })} for invoice ${invoice.number} by ${wordOf(method)}`,
        object: ["invoice", invoice.id],
      },
    );
    begun += 1;
  }
  if (begun > 0) await announce(tx, resellerId, ["invoices", "dashboard", "paymentMethods"]);
  return begun;
}

const wordOf = ({ kind }: AutoMethod): string => (kind === "card" ? "card" : "direct debit");

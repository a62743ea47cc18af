import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { DunningStep } from "@tradewind/domain/billing/dunning.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { type Currency, format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { findCompanyName } from "../notices/notices.store.ts";
import { tellBilling } from "../notices/tell-billing.actions.ts";
import { tellStaff } from "../notices/tell-staff.actions.ts";
import { standingOf } from "./dunning.reads.ts";
import { keepNotice, listLate } from "./dunning.store.ts";

const worker = { role: "app_worker" } as const;

/** Sends everybody who is late the notice of the step they are at, once for each step of an invoice. */
export async function sendNotices(platform: Platform, day: string): Promise<void> {
  const { database } = platform;
  for (const late of await database.read(worker, (db) => listLate(db, day)))
    await database.write(worker, (tx) => sendNotice(platform, tx, late, day));
  platform.committed();
}

async function sendNotice(
  platform: Platform,
  tx: Tx,
  { resellerId, currency }: { resellerId: string; currency: Currency },
  day: string,
): Promise<void> {
  const found = await standingOf(tx, resellerId, day);
  // What is being paid is not asked for.
  if (!found || found.oldest.onItsWaySince !== null) return;
  const { step, policy, owed, oldest, isPaused } = found;
  const pauses = policy.steps.some(({ id }) => id === "orderingPaused");
  const now = platform.clock.now();
  if (!(await keepNotice(tx, { resellerId, invoiceId: oldest.id, step, policy, owed, currency, day, now }))) return;
  const subject = subjects[step](oldest.number);
  await recordActivity(
    tx,
    { resellerId, actor: null, now },
    { action: "payments.remind", what: subject, object: ["invoice", oldest.id] },
  );
  await announce(tx, resellerId, ["invoices", "dashboard"]);
  await tellBilling(platform, tx, {
    resellerId,
    subject,
    words: [
      `${format({ minor: owed, currency })} is overdue in all; the oldest invoice was due on ${formatDate(oldest.dueOn)}.`,
      ...more(step, { pauses, isPaused }),
    ],
    link: linkTo(screens.invoice, { invoiceId: oldest.id }),
    label: "Pay the invoice",
    isOptional: step === "reminder" || step === "overdue",
    now,
  });
  if (step !== "escalated") return;
  const name = await findCompanyName(tx, resellerId);
  await tellStaff(platform, tx, {
    subject: `${name} has not paid invoice ${oldest.number}`,
    words: [
      `${format({ minor: owed, currency })} is overdue in all; the oldest invoice was due on ${formatDate(oldest.dueOn)}, and ${name} was reminded in vain.`,
      "Please talk to them: nothing stops their services by itself.",
    ],
    link: linkTo(screens.debtor, { resellerId }),
    label: "Open the debtor",
  });
}

const subjects: Readonly<Record<DunningStep, (number: string) => string>> = {
  reminder: (number) => `Reminder: invoice ${number} is open`,
  overdue: (number) => `Invoice ${number} is overdue`,
  lastWarning: (number) => `Last warning: invoice ${number} is overdue`,
  orderingPaused: (number) => `Ordering is paused until invoice ${number} is paid`,
  escalated: (number) => `Invoice ${number} was passed to our accounts team`,
};
const goOn = "All services go on, and you can still reduce and cancel.";
/** What to do, and what happens otherwise where something does. */
function more(step: DunningStep, { pauses, isPaused }: { pauses: boolean; isPaused: boolean }): string[] {
  const pay = "Please pay it by card, direct debit or bank transfer.";
  switch (step) {
    case "reminder":
      return ["If you have paid it already, there is nothing to do."];
    case "overdue":
      return [pay];
    case "lastWarning":
      return pauses ? [`Please pay it within a week: otherwise nothing more can be ordered. ${goOn}`] : [pay];
    case "orderingPaused":
      return [`Nothing that costs more can be ordered until then. ${goOn}`];
    case "escalated":
      return [`Please pay it, or talk to us.${isPaused ? ` Ordering stays paused until it is paid. ${goOn}` : ""}`];
  }
}

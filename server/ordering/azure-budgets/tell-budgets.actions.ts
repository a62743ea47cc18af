import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { percentOf, stepReached } from "@tradewind/domain/ordering/azure-budgets.ts";
import { azureRoute } from "@tradewind/domain/ordering/azure-spend.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { format, money } from "@tradewind/domain/values/money.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMails } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findCustomerName, findKnown, listBudgets, listTold, reachStep, type Owner } from "./azure-budgets.store.ts";

/**
 * Tells whom a customer's budgets name of the highest step that is reached in the month of the last day known, or in the one
 * before, whose last days are told late: once in a month for each step.
 */
export async function tellOfBudgets(platform: Platform, tx: Tx, of: Owner): Promise<void> {
  const known = await findKnown(tx, of);
  if (!known?.until) return;
  const { from } = monthOf(known.until);
  for (const month of [addMonths(from, -1), from])
    for (const budget of await listBudgets(tx, of, month)) {
      const percent = percentOf(budget.spent_minor, budget.amount_minor);
      const step = stepReached(percent, budget.steps);
      if (step === undefined || month < budget.since) continue;
      if (!(await reachStep(tx, { resellerId: of.resellerId, budgetId: budget.id, month, percent: step }))) continue;
      await tell(platform, tx, of, { ...budget, productId: known.productId, percent, month, until: known.until });
    }
}

type Reached = Awaited<ReturnType<typeof listBudgets>>[number] & {
  productId: string;
  percent: number;
  month: string;
  until: string;
};

async function tell(platform: Platform, tx: Tx, of: Owner, reached: Reached): Promise<void> {
  const { resellerId, customerId } = of;
  const { productId, percent, month, until, currency } = reached;
  const customer = await findCustomerName(tx, of);
  const what = reached.name ? `Azure subscription ${reached.name} of ${customer}` : `Azure of ${customer}`;
  const link = linkTo(screens.manageService, { ctx: customerId, name: azureRoute });
  const [spent, amount] = [reached.spent_minor, reached.amount_minor].map((minor) => format(money(minor, currency)));
  const upTo = until < addMonths(month, 1) ? `up to ${formatDate(until)}` : `in ${formatMonth(month)}`;
  const people = await listTold(tx, of, reached.told, productId);
  for (const { person_id: onlyPersonId } of people)
    await notify(tx, {
      resellerId,
      category: "Orders",
      content: `${what} cost ${spent} ${upTo}: ${percent}% of its budget of ${amount} for ${formatMonth(month)}.`,
      link,
      view: "customers",
      kinds: ["reseller", "engineer", "endUserAdmin"],
      customerId,
      productId,
      onlyPersonId,
      now: platform.clock.now(),
    });
  await fileMails(
    platform,
    tx,
    people.filter(({ mails }) => mails),
    "budgetReached",
    { what, percent: `${percent}%`, url: new URL(link, platform.config.PUBLIC_URL).href },
  );
  await announce(tx, resellerId, ["dashboard"], customerId);
}

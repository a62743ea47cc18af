import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { AzureBudgets, azureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { percentOf, type BudgetStep } from "@tradewind/domain/ordering/azure-budgets.ts";
import { monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { format, money } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { seesSales } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { findCustomer, lockCustomer } from "../../customers/customers/customers.store.ts";
import {
  findKnown,
  findOfCustomer,
  listBudgets,
  listTellable,
  removeBudget,
  saveBudget,
} from "./azure-budgets.store.ts";

type Reading = { db: Db; actor: TenantActor; today: CalendarDate };

/** Reads a customer's budgets, and what of each is spent in the month of the last day known. */
export async function readBudgets({ db, actor, today }: Reading, customerId: string): Promise<AzureBudgets> {
  orNotFound(await findCustomer(db, actor, customerId));
  if (!seesSales(actor)) throw new AppError("pricesHidden");
  const of = { resellerId: actor.resellerId, customerId };
  const known = await findKnown(db, of);
  const month = monthOf(known?.until ?? today).from;
  const [rows, people] = await Promise.all([
    known ? listBudgets(db, of, month) : [],
    known && actor.customerId === null ? listTellable(db, of, known.productId) : [],
  ]);
  return {
    Items: rows.map((row) => ({
      AzureSubscriptionId: row.subscription_id,
      Amount: Number(row.amount_minor / 100n),
      Steps: row.steps as BudgetStep[],
      Told: actor.customerId === null ? row.told : [],
      Spent: toWireMoney(money(row.spent_minor, row.currency)),
      Percent: percentOf(row.spent_minor, row.amount_minor),
      Version: row.version,
    })),
    Currency: known?.currency ?? actor.currency,
    Month: month,
    People: people.map(({ id, name, of_customer }) => ({ Id: id, Name: name, OfCustomer: of_customer })),
  };
}

/** Sets, changes or takes away a budget. */
export async function setBudget(
  doing: Doing,
  customerId: string,
  body: InputOf<typeof azureBudgets.save>["body"],
): Promise<AzureBudgets> {
  const { tx, actor, doer, today } = doing;
  const { AzureSubscriptionId: subscriptionId, Amount, Steps, Told, Version: version } = body;
  const customer = orNotFound(await lockCustomer(tx, actor, customerId));
  if (!seesSales(actor)) throw new AppError("pricesHidden");
  const of = { resellerId: actor.resellerId, customerId };
  const known = orNotFound(await findKnown(tx, of));
  const subscription = subscriptionId === null ? undefined : orNotFound(await findOfCustomer(tx, of, subscriptionId));
  const tellable = new Set((await listTellable(tx, of, known.productId, Told)).map(({ id }) => id));
  if (Told.some((each) => !tellable.has(each))) throw new AppError("notFound");
  const currency = subscription?.currency ?? known.currency ?? actor.currency;
  const saved =
    Amount === null
      ? await removeBudget(tx, of, { subscriptionId, version })
      : await saveBudget(tx, {
          ...of,
          subscriptionId,
          productId: known.productId,
          amountMinor: BigInt(Amount) * 100n,
          currency,
          steps: [...new Set(Steps)].toSorted((a, b) => a - b),
          told: [...new Set(Told)],
          since: monthOf(known.until ?? today).from,
          version,
        });
  if (!saved) throw new AppError("conflict");
  const what = subscription
    ? `the Azure subscription ${subscription.name} of ${customer.name}`
    : `Azure of ${customer.name}`;
  await recordActivity(tx, doer, {
    action: "azureBudgets.save",
    what:
      Amount === null
        ? `Took the budget of ${what} away`
        : `Set the budget of ${what} to ${format(money(BigInt(Amount) * 100n, currency))} a month`,
    customerId,
    object: ["customer", customerId],
  });
  await announce(tx, actor.resellerId, ["azureSpend", "dashboard"], customerId);
  return readBudgets({ db: tx, actor, today }, customerId);
}

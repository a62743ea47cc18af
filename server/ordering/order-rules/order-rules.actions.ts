import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { OrderRules, orderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { OrderMode } from "@tradewind/domain/ordering/order-rules.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { format, money, type Currency } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { findCustomer, lockCustomer } from "../../customers/customers/customers.store.ts";
import { findOrderRules, saveOrderRules, sumSpent } from "./order-rules.store.ts";

/** Reads a customer's rules, and what counts against them in this month. */
export async function readOrderRules(
  db: Db,
  actor: TenantActor,
  customerId: string,
  today: string,
): Promise<OrderRules> {
  orNotFound(await findCustomer(db, actor, customerId));
  const of = { resellerId: actor.resellerId, customerId };
  const [row, spent] = await Promise.all([findOrderRules(db, of), sumSpent(db, of, monthOf(today).from)]);
  const whole = (minor: bigint | null = null) => (minor === null ? null : Number(minor / 100n));
  return {
    Admins: row?.admins ?? "freely",
    AdminsLimit: whole(row?.admins_limit_minor),
    Colleagues: row?.colleagues ?? "freely",
    ColleaguesLimit: whole(row?.colleagues_limit_minor),
    SecondPerson: row?.second_person ?? false,
    Version: row?.version ?? 0,
    Currency: actor.currency,
    Spent: seesPrices(actor)
      ? {
          Admins: toWireMoney(money(spent.admins, actor.currency)),
          Colleagues: toWireMoney(money(spent.colleagues, actor.currency)),
        }
      : null,
  };
}

/** Saves rules, for orders after those under way: they hold the customer's row as this does. */
export async function setOrderRules(
  { tx, actor, doer, today }: Doing,
  customerId: string,
  rules: InputOf<typeof orderRules.save>["body"],
): Promise<OrderRules> {
  const customer = orNotFound(await lockCustomer(tx, actor, customerId));
  const minor = (limit: number | null) => (limit === null ? null : BigInt(limit) * 100n);
  const saved = await saveOrderRules(tx, {
    reseller_id: actor.resellerId,
    customer_id: customerId,
    version: rules.Version,
    admins: rules.Admins,
    admins_limit_minor: minor(rules.AdminsLimit),
    colleagues: rules.Colleagues,
    colleagues_limit_minor: minor(rules.ColleaguesLimit),
    second_person: rules.SecondPerson,
  });
  if (!saved) throw new AppError("conflict");
  const words = (mode: OrderMode, limit: number | null) => modeWords(mode, minor(limit), actor.currency);
  await recordActivity(tx, doer, {
    action: "orderRules.save",
    what: `Let the admins of ${customer.name} order ${words(rules.Admins, rules.AdminsLimit)}, and colleagues order for it ${words(rules.Colleagues, rules.ColleaguesLimit)}${rules.SecondPerson ? "; a second person approves" : ""}`,
    customerId,
    object: ["customer", customerId],
  });
  await announce(tx, actor.resellerId, ["customers", "requests"], customerId);
  return readOrderRules(tx, actor, customerId, today);
}

const modeWords = (mode: OrderMode, limit: bigint | null, currency: Currency): string =>
  mode === "freely"
    ? "freely"
    : mode === "byRequest"
      ? "only by request"
      : `up to ${format(money(limit!, currency))} a month without asking`;

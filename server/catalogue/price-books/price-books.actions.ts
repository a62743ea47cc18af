import type { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import type * as z from "zod/mini";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Db } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { findCustomer, lockCustomer } from "../../customers/customers/customers.store.ts";
import { findOffer } from "../offers/pricing.store.ts";
import { countComing, putRule } from "../offers/price-rules.store.ts";
import { findProduct } from "../products/products.store.ts";
import { deleteRule, findGroup, insertGroup, lockRule, putIntoGroup } from "./price-books.store.ts";

export function requirePrices(actor: TenantActor): void {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
}

export async function addGroup({ tx, actor, doer }: Doing, name: string) {
  requirePrices(actor);
  const id = await insertGroup(tx, actor.resellerId, name).catch((error: unknown) => {
    if (brokeUnique(error, "price_groups_name_once"))
      throw new AppError("priceGroupNameTaken", { fields: { Name: "A group with this name already exists" } });
    throw error;
  });
  await recordActivity(tx, doer, {
    action: "catalogue.priceGroup",
    what: `Added the price group ${name}`,
    object: ["price group", id],
  });
  return { Id: id };
}

/** Puts a customer into a group or into none. What it bought keeps its price until its term ends. */
export async function setGroup({ tx, actor, doer }: Doing, customerId: string, groupId: string | null) {
  requirePrices(actor);
  const customer = orNotFound(await lockCustomer(tx, actor, customerId));
  const group = groupId === null ? null : orNotFound(await findGroup(tx, actor.resellerId, groupId));
  await putIntoGroup(tx, { resellerId: actor.resellerId, customerId }, groupId);
  await recordActivity(tx, doer, {
    action: "catalogue.priceGroup",
    what: group
      ? `Put ${customer.name} into the price group ${group.name}`
      : `Took ${customer.name} out of its price group`,
    customerId,
    object: ["customer", customerId],
  });
  return { CustomerId: customerId, GroupId: groupId };
}

/** Each price is worked out for every day on which a rule begins, so there is an end to rules that have not begun. */
const mostComing = 24;

export type Put = z.output<typeof priceBooks.put.body>;

export function requireComing({ From }: Put, today: string): void {
  if (From < today) throw new AppError("invalidRequest", { fields: { From: "Must be today or later" } });
}

export async function putPrice({ tx, actor, doer, today }: Doing, rule: Put) {
  requirePrices(actor);
  requireComing(rule, today);
  const [whose, target] = await Promise.all([ownerOf(tx, actor, rule), targetOf(tx, actor, rule)]);
  await takeTurn(tx, `price rules ${actor.resellerId}`);
  const coming = await countComing(tx, actor.resellerId, { ...rule, productId: target.productId }, today);
  if (coming >= mostComing)
    throw new AppError("invalidRequest", {
      fields: { From: `${mostComing} rules of this price have not begun yet. Remove one of them first` },
    });
  const id = await putRule(tx, actor.resellerId, {
    customer_id: rule.CustomerId,
    group_id: rule.GroupId,
    offer_id: rule.OfferId,
    product_id: target.productId,
    from_date: rule.From,
    kind: rule.Kind,
    value: rule.Value,
  });
  await recordActivity(tx, doer, {
    action: "catalogue.price",
    what: `Set the price of ${target.name} for ${whose} from ${rule.From} to ${said(rule, actor.currency)}`,
    customerId: rule.CustomerId,
    object: ["price rule", id],
  });
  return { Id: id };
}

const said = ({ Kind, Value }: Put, currency: string): string =>
  ({
    fixed: `${Value} ${currency}`,
    markUp: `the cost and ${Value} %`,
    margin: `leave ${Value} %`,
    none: "what the next rule says",
  })[Kind];

export async function ownerOf(db: Db, actor: TenantActor, { CustomerId, GroupId }: Put): Promise<string> {
  if (CustomerId) return orNotFound(await findCustomer(db, actor, CustomerId)).name;
  if (GroupId) return `the group ${orNotFound(await findGroup(db, actor.resellerId, GroupId)).name}`;
  return "everyone";
}

export async function targetOf(db: Db, actor: TenantActor, { OfferId, ProductId }: Put) {
  const offer = OfferId === null ? null : orNotFound(await findOffer(db, OfferId));
  const productId = offer?.product_id ?? ProductId;
  if (productId && !mayUseProduct(actor, productId)) throw new AppError("notFound");
  const product = ProductId === null ? null : orNotFound(await findProduct(db, ProductId));
  return { productId, name: (offer ?? product)?.name ?? "everything" };
}

/** Removes a rule that has not begun; one that has is ended by a later one. */
export async function removePrice({ tx, actor, doer, today }: Doing, id: string) {
  requirePrices(actor);
  const rule = orNotFound(await lockRule(tx, actor, id));
  if (rule.from_date <= today) throw new AppError("priceRuleBegun");
  await deleteRule(tx, actor.resellerId, id);
  await recordActivity(tx, doer, {
    action: "catalogue.price",
    what: `Removed the price that was set from ${rule.from_date}`,
    customerId: rule.customer_id,
    object: ["price rule", id],
  });
  return { Id: id };
}

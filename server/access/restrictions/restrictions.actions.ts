import type { Restrictions } from "@tradewind/contract/access/restrictions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Context, Doing } from "../../platform/http.ts";
import type { Restriction } from "../../platform/restriction.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { reachable } from "../people/reach.reads.ts";
import {
  findRestrictions,
  listByIds,
  listChosen,
  listGivable,
  lockRestrictions,
  putCustomers,
  putProducts,
  renewSessionsOf,
  type RestrictionRow,
} from "./restrictions.store.ts";
import type { UserRow } from "../people/members.store.ts";

export async function restrictionsOf({ db, actor }: Context, userId: string): Promise<Restrictions> {
  const user = await reachable(db, actor, userId);
  const [givable, row, customers] = await Promise.all([
    listGivable(db, actor),
    findRestrictions(db, actor.resellerId, userId),
    listChosen(db, actor, userId),
  ]);
  return {
    Version: row.restrictions_version,
    IsBeyond: user.beyond,
    MayChooseCustomers: user.customer_id === null,
    MayGiveEveryCustomer: !actor.restriction?.customers,
    MayGiveEveryProduct: !actor.restriction?.products,
    EveryCustomer: !row.only_customers,
    Customers: customers.map(({ id, name, status }) => ({ Id: id, Name: name, Status: status })),
    EveryProduct: row.only_products === null,
    Products: givable.map(({ id, name, icon }) => ({
      Id: id,
      Name: name,
      Icon: icon,
      IsChosen: row.only_products?.includes(id) ?? false,
    })),
  };
}

type Choice = { Version: number; Every: boolean };

export async function restrictCustomers(
  doing: Doing,
  userId: string,
  choice: Choice & { CustomerIds: readonly string[] },
): Promise<Restrictions> {
  const ids = choice.Every ? null : [...new Set(choice.CustomerIds)];
  if (ids?.length === 0)
    throw new AppError("invalidRequest", { fields: { CustomerIds: "Choose at least one customer" } });
  await restrict(doing, userId, choice, async (tx, user, mine) => {
    if (user.customer_id !== null) throw new AppError("notFound");
    if (!ids && mine.only_customers) throw new AppError("PermissionNotFound");
    // The caller's restrictions may have changed a moment ago; use the current ones.
    const actor = { ...doing.actor, restriction: asRestriction(mine) };
    if (ids && (await listByIds(tx, actor, ids)).length !== ids.length) throw new AppError("notFound");
    await putCustomers(tx, actor.resellerId, userId, ids);
    return ids
      ? `Restricted ${user.name} to ${ids.length === 1 ? "1 customer" : `${ids.length} customers`}`
      : `Gave ${user.name} every customer`;
  });
  return restrictionsOf(doing, userId);
}

export async function restrictProducts(
  doing: Doing,
  userId: string,
  choice: Choice & { ProductIds: readonly string[] },
): Promise<Restrictions> {
  const ids = choice.Every ? null : [...new Set(choice.ProductIds)].toSorted();
  if (ids?.length === 0)
    throw new AppError("invalidRequest", { fields: { ProductIds: "Choose at least one product" } });
  const givable = await listGivable(doing.tx, doing.actor);
  await restrict(doing, userId, choice, async (tx, user, mine) => {
    if (!ids && mine.only_products) throw new AppError("PermissionNotFound");
    const may = (id: string) => givable.some((each) => each.id === id) && (mine.only_products?.includes(id) ?? true);
    if (ids && !ids.every(may)) throw new AppError("notFound");
    await putProducts(tx, doing.actor.resellerId, userId, ids);
    return ids
      ? `Restricted ${user.name} to ${ids.length === 1 ? "1 product" : `${ids.length} products`}`
      : `Gave ${user.name} every product`;
  });
  return restrictionsOf(doing, userId);
}

const asRestriction = ({ id, only_customers, only_products }: RestrictionRow): Restriction | null =>
  only_customers || only_products
    ? { membershipId: id, customers: only_customers, products: only_products && new Set(only_products) }
    : null;

/**
 * Restricts a user. Both memberships are locked, so that of two who restrict each other at the same moment only one
 * succeeds. Not allowed for oneself or for a user who sees more.
 */
async function restrict(
  doing: Doing,
  userId: string,
  { Version }: Choice,
  change: (tx: Tx, user: UserRow, mine: RestrictionRow) => Promise<string>,
): Promise<void> {
  const { tx, actor, doer } = doing;
  const user = await reachable(tx, actor, userId);
  const held = await lockRestrictions(tx, actor.resellerId, [actor.membershipId, userId]);
  const [mine, theirs] = [actor.membershipId, userId].map((id) => held.find((row) => row.id === id));
  if (!mine || !theirs || mine.status !== "Active") throw new AppError("conflict");
  if (theirs.restrictions_version !== Version) throw new AppError("conflict");
  if (user.beyond) throw new AppError("PermissionNotFound");
  const what = await change(tx, user, mine);
  await recordActivity(tx, doer, {
    action: "users.restrict",
    what,
    customerId: user.customer_id,
    object: ["person", user.person_id],
  });
  await announce(tx, actor.resellerId, ["session", "customers", "services", "dashboard"]);
  await renewSessionsOf(tx, actor.resellerId, userId);
  readAnew(doing);
}

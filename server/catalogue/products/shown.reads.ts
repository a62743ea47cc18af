import { isHiddenFromEndUserAdmin } from "@tradewind/domain/catalogue/products.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProduct, isStopped, listProducts, numbersOf, type Product } from "./products.store.ts";

/**
 * Tells whether a product is visible to this person: not hidden, among their products, its flag on, and not withheld
 * from customers.
 */
export const isShown = (product: Product, actor: TenantActor): boolean =>
  !product.hidden &&
  !isStopped(product, actor) &&
  mayUseProduct(actor, product.id) &&
  (product.feature_flag === null || actor.flags.get(product.feature_flag) === true) &&
  !(actor.customerId !== null && isHiddenFromEndUserAdmin(numbersOf(product)));

export const listShown = async (db: Db, actor: TenantActor): Promise<Product[]> =>
  (await listProducts(db)).filter((product) => isShown(product, actor));

export async function findShown(db: Db, actor: TenantActor, productId: string): Promise<Product> {
  const product = orNotFound(await findProduct(db, productId));
  return orNotFound(isShown(product, actor) ? product : undefined);
}

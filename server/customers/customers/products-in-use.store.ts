import { sql, type SqlBool } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

/** Selects customers' services as far as the caller may see them. */
export const instancesInUse = (db: Db, scope: Scope) =>
  db
    .selectFrom("service_instances as i")
    .where("i.reseller_id", "=", scope.resellerId)
    .where(sql<SqlBool>`i.status not in ('Deleted', 'Upgraded')`)
    .where(ofOwnCustomer(scope, "i.customer_id"))
    .where(ofOwnProduct(scope, "i.product_id"))
    .where(ofOneself(scope, "i.membership_id"));

/** Lists products with at least one service, by name: one lookup per product instead of one per service. */
export const listProductsInUse = (db: Db, scope: Scope) =>
  db
    .selectFrom("products as p")
    .where((where) =>
      where.exists(
        instancesInUse(db, scope)
          .where(sql<SqlBool>`i.product_id = p.id`)
          .select("i.id"),
      ),
    )
    .select(["p.id", "p.name"])
    .orderBy("p.name")
    .execute();

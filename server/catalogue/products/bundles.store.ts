import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Lists bundles with their products' ids, in their order. */
export const listBundles = (db: Db) =>
  db
    .selectFrom("bundles as b")
    .innerJoin("bundle_products as p", "p.bundle_id", "b.id")
    .groupBy("b.id")
    .select(["b.id", "b.name", "b.description"])
    .select(sql<string[]>`array_agg(p.product_id order by p.position)`.as("products"))
    .orderBy("b.position")
    .execute();

import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ServiceActions } from "../../platform/schema.gen.ts";

export type ServiceAction = Selectable<ServiceActions>;

const actionsOf = (db: Db, productId: string) =>
  db
    .selectFrom("service_actions")
    .where((either) => either.or([either("product_ids", "is", null), sql<boolean>`${productId} = any(product_ids)`]))
    .selectAll();

export const listServiceActions = (db: Db, productId: string) => actionsOf(db, productId).orderBy("position").execute();

export const findServiceAction = (db: Db, productId: string, id: string) =>
  actionsOf(db, productId).where("id", "=", id).executeTakeFirst();

import type { PopupSchema, SchemaItem } from "@tradewind/contract/catalogue/forms.ts";
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { ServiceActions } from "../../platform/schema.gen.ts";

/** A popup as stored: the same for every service, so without its values. */
export type KeptSchema = Omit<PopupSchema, "Items"> & { Items: Omit<SchemaItem, "Valid" | "Untouched">[] };
export type ServiceAction = Omit<Selectable<ServiceActions>, "schema"> & { schema: KeptSchema };

const actionsOf = (db: Db, productId: string) =>
  db
    .selectFrom("service_actions")
    .where((either) => either.or([either("product_ids", "is", null), sql<boolean>`${productId} = any(product_ids)`]))
    .selectAll();

export const listServiceActions = async (db: Db, productId: string) =>
  (await actionsOf(db, productId).orderBy("position").execute()) as ServiceAction[];

export const findServiceAction = async (db: Db, productId: string, id: string) =>
  (await actionsOf(db, productId).where("id", "=", id).executeTakeFirst()) as ServiceAction | undefined;

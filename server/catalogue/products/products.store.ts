import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

const columns = [
  "id",
  "name",
  "description",
  "agreement_service_id",
  "sub_id",
  "my_services_id",
  "route_name",
  "listing_id",
  "category",
  "level",
  "charging_model",
  "cardinality",
  "agreement_id",
  "feature_flag",
  "hidden",
  "managed_elsewhere",
  "new_journey",
  "journey_type",
  "fulfiller",
  "family",
  "icon",
  "popularity",
  "order_form",
] as const;

const products = (db: Db) => db.selectFrom("products").select(columns);
export type Product = Awaited<ReturnType<ReturnType<typeof products>["executeTakeFirstOrThrow"]>>;

/** How a rule knows a product. */
export const numbersOf = (product: Pick<Product, "id" | "agreement_service_id" | "sub_id">) => ({
  id: product.id,
  agreementServiceId: product.agreement_service_id,
  subId: product.sub_id,
});

export const listProducts = (db: Db): Promise<Product[]> => products(db).orderBy("name").execute();

export const findProduct = (db: Db, id: string): Promise<Product | undefined> =>
  products(db).where("id", "=", id).executeTakeFirst();

/** By our own id or its listing id, which cannot meet: one of them is a UUID. */
export const findProductByIdOrListing = (db: Db, name: string): Promise<Product | undefined> =>
  products(db)
    .where((either) =>
      either.or([either("id", "=", name), either(sql<string>`listing_id::text`, "=", name.toLowerCase())]),
    )
    .executeTakeFirst();

export const findProductByRoute = (db: Db, route: string): Promise<Product | undefined> =>
  products(db).where("route_name", "=", route).executeTakeFirst();

/** By the number of the agreement and marketplace scheme; where one number has several products, `subId` says which. */
export const findProductByServiceId = (
  db: Db,
  serviceId: number,
  subId: number | null = null,
): Promise<Product | undefined> =>
  products(db)
    .where("agreement_service_id", "=", serviceId)
    .$if(subId !== null, (query) => query.where("sub_id", "=", subId))
    .orderBy("sub_id")
    .limit(1)
    .executeTakeFirst();

import { sql } from "kysely";
import type { Actor } from "../../platform/actor.ts";
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
  "stopped_by_flag",
  "upgrade_product_id",
  "upgrade_flag",
  "hidden",
  "managed_elsewhere",
  "new_journey",
  "journey_type",
  "fulfiller",
  "family",
  "icon",
  "popularity",
  "order_form",
  "not_sold_in",
  "picture",
  "picture_alt",
] as const;

const products = (db: Db) => db.selectFrom("products").select(columns);
export type Product = Awaited<ReturnType<ReturnType<typeof products>["executeTakeFirstOrThrow"]>>;

/** The product's numbers as the rules need them. */
export const numbersOf = (product: Pick<Product, "id" | "agreement_service_id" | "sub_id">) => ({
  id: product.id,
  agreementServiceId: product.agreement_service_id,
  subId: product.sub_id,
});

export const listProducts = (db: Db): Promise<Product[]> => products(db).orderBy("name").execute();

export const findProduct = (db: Db, id: string): Promise<Product | undefined> =>
  products(db).where("id", "=", id).executeTakeFirst();

/**
 * Finds a product by our id, its listing id or its number in the scheme of agreements, of which it may be the first part.
 * They cannot collide: one is a word, one a UUID and one digits.
 */
export const findProductByIdOrListing = (db: Db, name: string): Promise<Product | undefined> =>
  products(db)
    .where((either) =>
      either.or([
        either("id", "=", name),
        either(sql<string>`listing_id::text`, "=", name.toLowerCase()),
        either(sql<string>`agreement_service_id::text`, "=", name),
      ]),
    )
    .orderBy("sub_id")
    .limit(1)
    .executeTakeFirst();

export const findProductByRoute = (db: Db, route: string): Promise<Product | undefined> =>
  products(db).where("route_name", "=", route).executeTakeFirst();

export const listPages = (db: Db) => db.selectFrom("product_pages").selectAll().execute();
export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

/** Finds the version of the catalogue, which changes with all that is shipped. */
export const findCatalogueVersion = async (db: Db): Promise<string> =>
  (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow()).version;

/** Tells whether a flag keeps a product from being ordered anew. */
export const isStopped = ({ stopped_by_flag }: Pick<Product, "stopped_by_flag">, { flags }: Pick<Actor, "flags">) =>
  stopped_by_flag !== null && flags.get(stopped_by_flag) === true;

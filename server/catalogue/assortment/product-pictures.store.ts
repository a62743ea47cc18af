import type { Db, Tx } from "../../platform/db.ts";

export type Picture = { name: string; bytes: Buffer };

/** Keeps a picture of a product, or none, in place of those that it had. */
export async function replacePictures(tx: Tx, productId: string, picture: Picture | null): Promise<void> {
  await tx.deleteFrom("product_pictures").where("product_id", "=", productId).execute();
  if (picture)
    await tx
      .insertInto("product_pictures")
      .values({ ...picture, product_id: productId })
      .execute();
}

export const findPicture = (db: Db, name: string) =>
  db.selectFrom("product_pictures").where("name", "=", name).select("bytes").limit(1).executeTakeFirst();

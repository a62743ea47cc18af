import type { ProductPage } from "@tradewind/domain/catalogue/product-page.ts";
import type { ShippedOffer, ShippedWords } from "@tradewind/domain/catalogue/product-words.ts";
import type pg from "pg";

type Product = Pick<ShippedWords, "name" | "description" | "category" | "hidden"> & { id: string };
type Page = Omit<ProductPage, "fit"> & { fit: unknown };
type Offer = ShippedOffer & { product_id: string };

/**
 * Keeps what is shipped beside what the operator says, and lays that over it again. Whoever edits what a release changed
 * meanwhile is told so by the version.
 */
export async function shipWords(
  owner: pg.ClientBase,
  products: readonly Product[],
  pages: readonly Page[],
  offers: readonly Offer[],
): Promise<void> {
  const offersOf = Map.groupBy(offers, ({ product_id }) => product_id);
  const rows = products.map(({ id: product_id, name, description, category, hidden }) => {
    const page = pages.find((each) => each.product_id === product_id);
    const shipped = { name, description, category, hidden, ...(page && saidOf(page)) };
    return { product_id, shipped: { ...shipped, offers: (offersOf.get(product_id) ?? []).map(toShipped) } };
  });
  await owner.query(
    `insert into product_words as w (product_id, shipped)
     select product_id, shipped from jsonb_populate_recordset(null::product_words, $1)
     on conflict (product_id) do update set shipped = excluded.shipped, version = w.version + 1
     where w.shipped <> excluded.shipped`,
    [JSON.stringify(rows)],
  );
  await owner.query("select lay_words(null)");
}

const saidOf = ({ product_id: _, vendor: _vendor, fit: _fit, ...said }: Page) => said;
const toShipped = ({ id, sku, name, position, for_sale }: Offer): ShippedOffer => ({
  id,
  sku,
  name,
  position,
  for_sale,
});

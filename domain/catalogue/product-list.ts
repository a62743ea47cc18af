import { categories, type Category, type CategoryFilter } from "./products.ts";

/** The fields of a product that the catalogue page filters and sorts by. */
export type ListedProduct = {
  name: string;
  category: Category;
  hidden: boolean;
  /** The product's feature flag; null for none. */
  featureFlag: string | null;
  added: boolean;
  /** How often this reseller has ordered it. */
  popularity: number;
};

export const inCategory = <P extends ListedProduct>(products: readonly P[], filter: CategoryFilter): P[] =>
  products.filter(({ category }) => filter === "all" || category === filter);

/** Returns the options of the filter, each with its number of products. */
export const filterOptions = (products: readonly ListedProduct[]): { option: CategoryFilter; amount: number }[] =>
  (["all", ...categories] as const).map((option) => ({ option, amount: inCategory(products, option).length }));

export type Sort = "name" | "relevance";

const byName = (a: ListedProduct, b: ListedProduct): number => a.name.localeCompare(b.name, "en-GB");

/** Sorts by name, or by relevance: search matches first, then added products, then the most ordered. */
export function sortProducts<P extends ListedProduct>(products: readonly P[], sort: Sort, search = ""): P[] {
  const wanted = search.trim().toLocaleLowerCase("en-GB");
  const match = ({ name }: P): number => {
    const lower = name.toLocaleLowerCase("en-GB");
    if (wanted === "" || !lower.includes(wanted)) return 0;
    return lower.startsWith(wanted) ? 2 : 1;
  };
  return products.toSorted(
    sort === "name"
      ? byName
      : (a, b) =>
          match(b) - match(a) || Number(b.added) - Number(a.added) || b.popularity - a.popularity || byName(a, b),
  );
}

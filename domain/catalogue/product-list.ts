import { categories, type Category, type CategoryFilter } from "./products.ts";

/** What the catalogue page needs of a product to filter and sort it. */
export type ListedProduct = {
  name: string;
  category: Category;
  hidden: boolean;
  /** The flag that gates it; null for none. */
  featureFlag: string | null;
  added: boolean;
  /** How often this reseller ordered it. */
  popularity: number;
};

export const inCategory = <P extends ListedProduct>(products: readonly P[], filter: CategoryFilter): P[] =>
  products.filter(({ category }) => filter === "all" || category === filter);

/** The choices of the filter, each with the number of products behind it. */
export const filterOptions = (products: readonly ListedProduct[]): { option: CategoryFilter; amount: number }[] =>
  (["all", ...categories] as const).map((option) => ({ option, amount: inCategory(products, option).length }));

export type Sort = "name" | "relevance";

const byName = (a: ListedProduct, b: ListedProduct): number => a.name.localeCompare(b.name, "en-GB");

/** By name, or by relevance: what matches the search first, then what is added, then what is ordered most. */
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

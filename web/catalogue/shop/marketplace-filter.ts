import type { SearchOf } from "@tradewind/contract/address.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import type { shop, ShopProduct } from "@tradewind/contract/catalogue/shop.ts";
import { categories, type CategoryFilter } from "@tradewind/domain/catalogue/products.ts";
import {
  filterOptions,
  inCategory,
  sortProducts,
  type ListedProduct,
  type Sort,
} from "@tradewind/domain/catalogue/product-list.ts";
import { searchProducts } from "@tradewind/domain/catalogue/product-search.ts";

type Asked = SearchOf<typeof screens.marketplace>;

const dashed = (category: string) => category.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const categoryOf = (text: string | undefined): CategoryFilter =>
  categories.find((category) => dashed(category) === text || category === text) ?? "all";
export const categoryText = (category: CategoryFilter): string | undefined =>
  category === "all" ? undefined : dashed(category);
export const sortOf = (text: string | undefined): Sort => (text === "name" ? "name" : "relevance");

/** A product as the marketplace shows it: with what the window tells of it, once that is known. */
export type Offered = ListedProduct & {
  service: MarketplaceService;
  told: ShopProduct | undefined;
  text: string;
  vendor: string;
  synonyms: readonly string[];
  plans: readonly { sku: string; name: string }[];
};

const toOffered = (service: MarketplaceService, told: ShopProduct | undefined): Offered => ({
  service,
  told,
  name: service.Name,
  text: service.Description,
  vendor: told?.Vendor ?? "",
  synonyms: told?.Synonyms ?? [],
  plans: (told?.Plans ?? []).map((plan) => ({ sku: plan.Sku, name: plan.Name })),
  category: service.Category,
  hidden: service.hidden,
  featureFlag: null,
  added: service.Added,
  popularity: service.Popularity,
});

/** Returns what the marketplace shows: matching products, and the number of search results in each category. */
export function arrange(
  services: readonly MarketplaceService[],
  window: ResultOf<typeof shop.window> | undefined,
  { Search, Category, Sort: order }: Asked,
) {
  const told = new Map(window?.Items.map((item) => [item.ProductId, item]));
  const all = services.map((service) => toOffered(service, told.get(service.ProductId)));
  const found = searchProducts(sortProducts(all, "relevance"), Search);
  const matching = found.map(({ product }) => product);
  const chosen = inCategory(matching, categoryOf(Category));
  const shown = Search.trim() !== "" && sortOf(order) === "relevance" ? chosen : sortProducts(chosen, sortOf(order));
  const marked = (ids: readonly string[]) =>
    ids.flatMap((id) => all.find(({ service }) => service.ProductId === id) ?? []);
  return {
    all,
    options: filterOptions(matching),
    shown,
    recent: marked(window?.Recent ?? []),
    favourites: sortProducts(all, "name").filter(({ told: item }) => item?.IsFavourite),
  };
}

import type { SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { categories, type CategoryFilter } from "@tradewind/domain/catalogue/products.ts";
import {
  filterOptions,
  inCategory,
  sortProducts,
  type ListedProduct,
  type Sort,
} from "@tradewind/domain/catalogue/product-list.ts";

type Asked = SearchOf<typeof screens.marketplace>;

const dashed = (category: string) => category.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const categoryOf = (text: string | undefined): CategoryFilter =>
  categories.find((category) => dashed(category) === text || category === text) ?? "all";
export const categoryText = (category: CategoryFilter): string | undefined =>
  category === "all" ? undefined : dashed(category);
export const sortOf = (text: string | undefined): Sort => (text === "name" ? "name" : "relevance");

type Listed = ListedProduct & { service: MarketplaceService };

/** Returns the matching products, sorted, and the number of search results in each category. */
export function arrange(services: readonly MarketplaceService[], { Search, Category, Sort: order }: Asked) {
  const text = Search.trim().toLocaleLowerCase("en-GB");
  const matching = services
    .filter(({ Name, Description }) => `${Name} ${Description}`.toLocaleLowerCase("en-GB").includes(text))
    .map((service): Listed => ({
      service,
      name: service.Name,
      category: service.Category,
      hidden: service.hidden,
      featureFlag: null,
      added: service.Added,
      popularity: service.Popularity,
    }));
  const shown = sortProducts(inCategory(matching, categoryOf(Category)), sortOf(order), Search);
  return { options: filterOptions(matching), shown: shown.map(({ service }) => service) };
}

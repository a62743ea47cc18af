import { serviceSorts, serviceStates } from "@tradewind/contract/ordering/service-lists.ts";
import type { ServiceFilter } from "./services.queries.ts";

type Search = Readonly<Record<string, string | undefined>>;

/** What the address asks for; anything it may not ask for counts as not asked. */
export function filterOf(search: Search): ServiceFilter {
  const state = serviceStates.find((each) => each === search["state"]);
  const product = (search["product"] ?? "").slice(0, 100);
  return {
    Search: (search["search"] ?? "").slice(0, 100),
    Sort: serviceSorts.find((each) => each === search["sort"]) ?? "customer",
    ...(state ? { State: state } : {}),
    ...(product ? { ProductId: product } : {}),
  };
}

/** The address of a filter, with what is usual left out. */
export const searchOf = ({ Search, Sort, State, ProductId }: ServiceFilter): Record<string, string> => ({
  ...(Search ? { search: Search } : {}),
  ...(Sort === "customer" ? {} : { sort: Sort }),
  ...(State ? { state: State } : {}),
  ...(ProductId ? { product: ProductId } : {}),
});

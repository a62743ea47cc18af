import { customerSorts, customerStatuses } from "@tradewind/contract/customers.ts";
import type { CustomerFilter } from "./customers.queries.ts";

type Search = Readonly<Record<string, string | undefined>>;

/** What the address asks for; anything it may not ask for counts as not asked. */
export function filterOf(search: Search): CustomerFilter {
  const sort = customerSorts.find((each) => each === search["sort"]) ?? "name";
  const status = customerStatuses.find((each) => each.toLowerCase() === search["status"]);
  return { Search: (search["search"] ?? "").slice(0, 100), Sort: sort, ...(status ? { Status: status } : {}) };
}

/** The address of a filter, with what is usual left out. */
export const searchOf = ({ Search, Sort, Status }: CustomerFilter): Record<string, string> => ({
  ...(Search ? { search: Search } : {}),
  ...(Sort === "name" ? {} : { sort: Sort }),
  ...(Status ? { status: Status.toLowerCase() } : {}),
});

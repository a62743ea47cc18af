import { ticketSorts } from "@tradewind/contract/support/support.ts";
import { ticketCategories, ticketStates } from "@tradewind/domain/support/tickets.ts";
import type { TicketFilter } from "./tickets.queries.ts";

type Search = Readonly<Record<string, string | undefined>>;
const someId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the address asks for; anything it may not ask for counts as not asked. */
export function filterOf(search: Search): TicketFilter {
  const State = ticketStates.find((each) => each === search["state"]);
  const Category = ticketCategories.find((each) => each === search["category"]);
  const Sort = ticketSorts.find((each) => each === search["sort"]);
  const CustomerId = someId.test(search["customer"] ?? "") ? search["customer"] : undefined;
  return {
    Search: (search["search"] ?? "").slice(0, 100),
    ...(State ? { State } : {}),
    ...(Category ? { Category } : {}),
    ...(CustomerId ? { CustomerId } : {}),
    ...(Sort ? { Sort } : {}),
  };
}

export const searchOf = ({ Search, State, Category, CustomerId, Sort }: TicketFilter): Record<string, string> => ({
  ...(Search ? { search: Search } : {}),
  ...(State ? { state: State } : {}),
  ...(Category ? { category: Category } : {}),
  ...(CustomerId ? { customer: CustomerId } : {}),
  ...(Sort ? { sort: Sort } : {}),
});

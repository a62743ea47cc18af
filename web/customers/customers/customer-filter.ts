import {
  customerSorts,
  customerStatuses,
  organisationTypes,
  servicesHeld,
} from "@tradewind/contract/customers/customers.ts";
import type { CustomerFilter, CustomerMarks } from "./customers.queries.ts";

type Search = Readonly<Record<string, string | undefined>>;

const named = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value.toLowerCase() === text);

/** What the address asks for; anything it may not ask for counts as not asked. */
export function filterOf(search: Search): CustomerFilter {
  const status = named(customerStatuses, search["status"]);
  const services = named(servicesHeld, search["services"]);
  const type = named(organisationTypes, search["type"]);
  const product = (search["product"] ?? "").slice(0, 100);
  return {
    Search: (search["search"] ?? "").slice(0, 100),
    Sort: customerSorts.find((each) => each === search["sort"]) ?? "name",
    ...(status ? { Status: status } : {}),
    ...(services ? { Services: services } : {}),
    ...(type ? { Type: type } : {}),
    ...(product ? { ProductId: product } : {}),
  };
}

/** The address of a filter, with what is usual left out. */
export const searchOf = ({
  Search,
  Sort,
  Status,
  Services,
  Type,
  ProductId,
}: CustomerFilter): Record<string, string> => ({
  ...(Search ? { search: Search } : {}),
  ...(Sort === "name" ? {} : { sort: Sort }),
  ...(Status ? { status: Status.toLowerCase() } : {}),
  ...(Services ? { services: Services } : {}),
  ...(Type ? { type: Type.toLowerCase() } : {}),
  ...(ProductId ? { product: ProductId } : {}),
});

export const noMarks: CustomerMarks = { Status: undefined, Services: undefined, Type: undefined, ProductId: undefined };

/** Two lists are of the same customers when all but their order is the same. */
export const sameCustomers = (one: CustomerFilter, other: CustomerFilter): boolean =>
  JSON.stringify(searchOf({ ...one, Sort: "name" })) === JSON.stringify(searchOf({ ...other, Sort: "name" }));

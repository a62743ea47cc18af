import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";

/**
 * The standing service that an address names by its product's route name, or by our id where no route is called so: that
 * of a user, or else the customer's own before those of its users.
 */
export function namedService(services: readonly ServiceItem[], name: string, userId?: string): ServiceItem | undefined {
  const standing = services
    .filter((each) => (userId === undefined || each.UserId === userId) && each.Status !== "Deleted")
    .toSorted((a, b) => Number(a.UserId !== null) - Number(b.UserId !== null));
  return standing.find((each) => each.RouteName === name) ?? standing.find((each) => each.ProductId === name);
}

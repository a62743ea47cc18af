import type { BasketLine } from "@tradewind/contract/ordering/basket.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";

/** Whether a line can be placed as it is shown: nothing stands in its way, and its prices are those agreed to. */
export const isReady = ({ State, Proposal, Items }: BasketLine): boolean =>
  State === "open" && Proposal !== null && Items.every((item) => item.UnitCostBefore === null);

/** Lines of each customer, in the order in which the server lists them. */
export const byCustomer = (lines: readonly BasketLine[]): Map<string, BasketLine[]> =>
  Map.groupBy(lines, ({ CustomerId }) => CustomerId);

/** Adds amounts of one currency. */
export const added = ([first, ...rest]: readonly [WireMoney, ...WireMoney[]]): WireMoney => ({
  ...first,
  Minor: String(rest.reduce((total, { Minor }) => total + BigInt(Minor), BigInt(first.Minor))),
});

export const countOrders = (count: number): string => (count === 1 ? "1 order" : `${count} orders`);

/** Parses an address segment: `{customerId}` or `{customerId}+{userId}`, optionally followed by `+modify`. */
import { linkTo } from "@tradewind/contract/address.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { screens } from "@tradewind/contract/screens.ts";
export type CustomerContext = { customerId: string; userId?: string; modify: boolean };

export function readContext(segment: string): CustomerContext {
  const [customerId = "", ...rest] = segment.split("+");
  const modify = rest.at(-1) === "modify";
  const userId = modify ? rest.at(-2) : rest.at(-1);
  return { customerId, ...(userId ? { userId } : {}), modify };
}

export const writeContext = ({ customerId, userId, modify }: CustomerContext): string =>
  [customerId, userId, modify ? "modify" : undefined].filter(Boolean).join("+");

export const customerAddress = (customerId: string): string => linkTo(screens.customer, { ctx: customerId });
export const serviceAddress = (customerId: string, instanceId: string): string =>
  linkTo(screens.service, { ctx: customerId, instanceId });
/** A link to an order by its number, for what says that it was placed. */
export const orderLink = (customerId: string, orderId: string) => ({
  label: `Order ${orderNumber(orderId)}`,
  href: orderAddress(customerId, orderId),
});
export const orderAddress = (customerId: string, orderId: string): string =>
  linkTo(screens.order, { ctx: customerId, orderId });

import type { DecimalString } from "../values/decimal.ts";
import { add, sum, times, type Currency, type Money } from "../values/money.ts";

/** The kinds of address goods go to (ORD-55). */
export const addressTypes = { Commercial: 0, Residential: 1 } as const;
export type AddressType = keyof typeof addressTypes;

export type HardwareProduct = { price: DecimalString; quantity: number };
export type DeliveryOption = { id: string; cost: DecimalString; description: string };

export type HardwareAddress = {
  address1: string;
  address2: string | null;
  address3: string | null;
  townCity: string;
  county: string | null;
  postCode: string;
  telephone: string;
  type: AddressType;
};

/** What someone wants sent: groups of products, how, and where to (ORD-53, ORD-54). */
export type HardwareOrder = {
  orderProducts: readonly { products: readonly HardwareProduct[] }[];
  /** Null where delivery is not requested. */
  deliveryOption: DeliveryOption | null;
  address: HardwareAddress;
};

/** The sum of price times quantity, plus the delivery cost if requested (ORD-56); net. */
export function hardwareTotal(
  order: Pick<HardwareOrder, "orderProducts" | "deliveryOption">,
  currency: Currency,
): Money {
  const goods = order.orderProducts
    .flatMap(({ products }) => products)
    .map(({ price, quantity }) => times(price, quantity, currency));
  const total = sum(goods, currency);
  return order.deliveryOption ? add(total, times(order.deliveryOption.cost, 1, currency)) : total;
}

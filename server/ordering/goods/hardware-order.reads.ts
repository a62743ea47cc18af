import type { FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { HardwareOrder, WireDelivery } from "@tradewind/contract/ordering/hardware-order.ts";

type Line = { group: string; name: string; price: string | null; quantity: number };

/** Shows what an order of goods holds, how it is delivered and where to. */
export function toHardwareOrder(
  lines: readonly Line[],
  { delivery, details }: { delivery: WireDelivery | null; details: FormValues },
  priced: boolean,
): HardwareOrder {
  const text = (name: string) => (typeof details[name] === "string" ? details[name] : null);
  return {
    OrderProducts: [...Map.groupBy(lines, ({ group }) => group)].map(([Group, goods]) => ({
      Group,
      Products: goods.map(({ name, price, quantity }) => ({ Name: name, Price: price, Quantity: quantity })),
    })),
    DeliveryOption: delivery && (priced ? delivery : { ...delivery, Cost: null }),
    Address:
      text("AddressType") === null
        ? null
        : {
            Type: text("AddressType") === "1" ? 1 : 0,
            Address1: text("Address1"),
            Address2: text("Address2"),
            Address3: text("Address3"),
            TownCity: text("TownCity"),
            County: text("County"),
            PostCode: text("PostCode"),
            Telephone: text("Telephone"),
          },
  };
}

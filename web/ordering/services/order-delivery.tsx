import type { HardwareOrder } from "@tradewind/contract/ordering/hardware-order.ts";
import { addressTypes } from "@tradewind/domain/values/contact-fields.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { Card } from "../../ui/page.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";

type Props = { hardware: HardwareOrder; currency: Currency | undefined };

/** Says how the goods of an order are delivered, what that costs, and where to. */
export function OrderDelivery({ hardware: { DeliveryOption: option, Address: address }, currency }: Props) {
  const lines = address
    ? [address.Address1, address.Address2, address.Address3, address.TownCity, address.County, address.PostCode]
    : [];
  const cost = option?.Cost && currency ? ` · ${formatUnitPrice(option.Cost, currency)} net` : "";
  return (
    <Card
      title="Delivery"
      about={option ? `${option.Description}${cost}` : address ? undefined : "The goods are collected"}
    >
      {address && (
        <address className="grid gap-0.5 not-italic">
          {lines.filter(Boolean).map((line, at) => (
            <span key={at} className="wrap-anywhere">
              {line}
            </span>
          ))}
          <span className="text-sm text-muted">
            {[addressTypes[address.Type].label, address.Telephone].filter(Boolean).join(" · ")}
          </span>
        </address>
      )}
    </Card>
  );
}

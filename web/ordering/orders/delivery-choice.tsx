import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { RadioGroup } from "../../ui/choice.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";

type Props = { journey: Journey; value: string | null; onValue: (value: string | null) => void };
const noDelivery = "none";

/** Chooses how goods are delivered, with the price of each option. */
export function DeliveryChoice({ journey, value, onValue }: Props) {
  return (
    <RadioGroup
      label="Delivery"
      quietLabel
      value={value ?? noDelivery}
      onValue={(next) => onValue(next === noDelivery ? null : next)}
      choices={[
        ...journey.Delivery.map((option) => ({
          value: option.Id,
          label: option.Description,
          hint:
            option.Cost === null ? undefined : `${formatUnitPrice(option.Cost, journey.Currency)} for the whole order`,
        })),
        { value: noDelivery, label: "No delivery", hint: "You collect the goods." },
      ]}
    />
  );
}

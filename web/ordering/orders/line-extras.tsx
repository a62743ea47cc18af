import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { lazy, Suspense } from "react";
import { StepFields } from "../../shared/step-fields.tsx";
import type { Line } from "./journey-answers.ts";

const EndChoice = lazy(async () => ({ default: (await import("../../shared/end-choice.tsx")).EndChoice }));

type Props = {
  journey: Pick<Journey, "Customer">;
  item: JourneyItem;
  offer: JourneyItem["Offers"][number];
  line: Line;
  onLine: (change: Partial<Omit<Line, "sku">>) => void;
  /** By name of the attribute. */
  problems: Readonly<Record<string, string>>;
};

/** Asks when a first term ends, where it can end earlier, and what the item asks of each line. */
export function LineExtras({ journey, item, offer, line, onLine, problems }: Props) {
  return (
    <>
      {offer.EndsEarlier && (
        <Suspense>
          <EndChoice
            label="First term until"
            asked={{ CustomerId: journey.Customer.Id, OfferId: offer.OfferId, Quantity: line.quantity }}
            value={line.termUntil ?? null}
            onValue={(termUntil) => onLine({ termUntil })}
          />
        </Suspense>
      )}
      {item.Attributes.length > 0 && (
        <StepFields
          fields={item.Attributes}
          values={line.attributes}
          problems={problems}
          onValue={(name, value) => onLine({ attributes: { ...line.attributes, [name]: value } })}
        />
      )}
    </>
  );
}

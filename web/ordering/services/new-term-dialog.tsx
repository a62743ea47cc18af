import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { termMonths } from "@tradewind/domain/pricing/terms.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { priceWords, termWords } from "../../shared/proposal/unit-price.ts";
import { journeyQuery } from "../journeys/journeys.queries.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** Begins a longer term at once; after extended service any term, also with another quantity. */
export function NewTermDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const { Id, Billing, Quantity, Sku, Term, TermUntil, Unit } = subscription;
  const isExtended = Billing === "daily";
  const [chosen, setChosen] = useState<string>();
  const [quantity, setQuantity] = useState(Quantity);
  const { data: journey } = useQuery(
    journeyQuery({
      by: "product",
      name: service.ProductId,
      customerId: service.CustomerId,
      action: "Modify",
      instanceId: service.Id,
    }),
  );
  const offers = (journey?.Steps.flatMap((step) => step.Items).find((item) => item.Sku === Sku)?.Offers ?? []).filter(
    (offer) => isExtended || (termMonths[offer.Term] ?? 0) > (termMonths[Term] ?? 0),
  );
  const OfferId = chosen ?? offers[0]?.OfferId;
  return (
    <ChangeDialog
      service={service}
      title={isExtended ? "Begin a new term" : "Change to a longer term"}
      subtitle={`${subscription.Name}${TermUntil ? `, until ${formatLastDay(TermUntil)}` : ""}`}
      change={
        OfferId === undefined
          ? undefined
          : { Kind: "newTerm", Targets: [{ Key: Id, OfferId, Quantity: isExtended ? quantity : null }] }
      }
      action="Begin this term"
      waiting={journey ? "There is no longer term for this." : "Looking for its terms."}
      done="The new term begins"
      onSchedule={TermUntil === null ? undefined : () => onAction({ kind: "schedule", id: Id, outcome: "renew" })}
      onClose={onClose}
    >
      {offers.length > 0 && (
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label="Term and billing from today"
            value={OfferId}
            onChange={(event) => setChosen(event.target.value)}
            choices={offers.map((offer) => ({
              value: offer.OfferId,
              label: [
                termWords[offer.Term],
                offer.Cost ? priceWords(offer.Cost, journey!.Currency, offer.Billing) : offer.Billing,
              ].join(", "),
            }))}
          />
          {isExtended && (
            <NumberField
              label={`${unitLabel(Unit)} from today`}
              value={quantity}
              present={Quantity}
              min={1}
              onValue={setQuantity}
            />
          )}
        </div>
      )}
    </ChangeDialog>
  );
}

import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../ui/choice.tsx";
import { priceWords } from "../../shared/proposal/unit-price.ts";
import { journeyQuery } from "../journeys/journeys.queries.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** Changes how a term is billed from its next charge on, or leaves it as it is. */
export function BillingDialog({ service, subscription, onAction, onClose }: DialogProps) {
  const { Id, Name, NextOfferId, OfferId, PeriodUntil, Sku, Term } = subscription;
  const [chosen, setChosen] = useState(NextOfferId);
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
    (offer) => offer.Term === Term,
  );
  const wanted = chosen ?? offers.find((offer) => offer.OfferId !== OfferId)?.OfferId ?? OfferId;
  return (
    <ChangeDialog
      service={service}
      title="Change the billing"
      subtitle={`${Name}, from the charge on ${formatDate(PeriodUntil!)}`}
      change={
        wanted === (NextOfferId ?? OfferId) ? undefined : { Kind: "billing", Targets: [{ Key: Id, OfferId: wanted }] }
      }
      action="Change billing"
      waiting={journey ? "It is billed so already." : "Looking for its prices."}
      done="The billing changes with the next charge"
      onSchedule={() => onAction({ kind: "schedule", id: Id, outcome: "renew" })}
      onClose={onClose}
    >
      {offers.length > 0 && (
        <Select
          label="Billing from then on"
          value={wanted}
          onChange={(event) => setChosen(event.target.value)}
          choices={offers.map((offer) => ({
            value: offer.OfferId,
            label: offer.Cost ? priceWords(offer.Cost, journey!.Currency, offer.Billing) : offer.Billing,
          }))}
        />
      )}
    </ChangeDialog>
  );
}

import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioGroup, Select } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { priceWords, termWords } from "../../shared/proposal/unit-price.ts";
import { journeyQuery } from "../journeys/journeys.queries.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps, SubscriptionAction } from "./subscription-action.ts";

type Props = DialogProps & { asked: Extract<SubscriptionAction, { kind: "schedule" }> };

/** What happens when the term ends: the same again, another quantity, another term or billing, or the end. */
export function ScheduleDialog({ service, subscription, asked, onClose }: Props) {
  const { TermEnd, TermUntil } = subscription;
  const [outcome, setOutcome] = useState(asked.outcome ?? TermEnd.Outcome);
  const [quantity, setQuantity] = useState(asked.quantity ?? TermEnd.Quantity ?? subscription.Quantity);
  const [offerId, setOfferId] = useState(TermEnd.OfferId ?? subscription.OfferId);
  const { data: journey } = useQuery(
    journeyQuery({
      by: "product",
      name: service.ProductId,
      customerId: service.CustomerId,
      action: "Modify",
      instanceId: service.Id,
    }),
  );
  const offers =
    journey?.Steps.flatMap((step) => step.Items).find((item) => item.Sku === subscription.Sku)?.Offers ?? [];

  const target = {
    Key: subscription.Id,
    Outcome: outcome,
    OfferId: outcome === "cancel" || offerId === subscription.OfferId ? null : offerId,
    Quantity: outcome === "cancel" || quantity === subscription.Quantity ? null : quantity,
  };
  const unchanged =
    target.Outcome === TermEnd.Outcome &&
    target.OfferId === TermEnd.OfferId &&
    (target.Quantity ?? subscription.Quantity) === (TermEnd.Quantity ?? subscription.Quantity);
  return (
    <ChangeDialog
      service={service}
      title="At the end of the term"
      subtitle={`${subscription.Name}${TermUntil ? `, until ${formatLastDay(TermUntil)}` : ""}`}
      change={unchanged ? undefined : { Kind: "schedule", Targets: [target] }}
      action={outcome === "cancel" ? "Schedule end" : "Schedule renewal"}
      danger={outcome === "cancel"}
      waiting="This is the current arrangement. Nothing is charged for scheduling."
      done={outcome === "cancel" ? "The end is scheduled" : "The renewal is scheduled"}
      onClose={onClose}
    >
      <RadioGroup
        label={TermUntil ? `On ${formatDate(TermUntil)}` : "At the end of the term"}
        value={outcome}
        onValue={setOutcome}
        choices={[
          { value: "renew", label: "Renew", hint: "At the price on that day." },
          { value: "cancel", label: "End", hint: "Access ends with the term. Nothing is charged after it." },
        ]}
      />
      {outcome === "renew" && (
        <div className="grid gap-4 md:grid-cols-2">
          <NumberField
            label={`${unitLabel(subscription.Unit)} from then on`}
            value={quantity}
            min={1}
            onValue={setQuantity}
          />
          {offers.length > 1 && (
            <Select
              label="Term and billing from then on"
              value={offerId}
              onChange={(event) => setOfferId(event.target.value)}
              choices={offers.map((offer) => ({
                value: offer.OfferId,
                label: [
                  termWords[offer.Term],
                  offer.Cost ? priceWords(offer.Cost, journey!.Currency, offer.Billing) : offer.Billing,
                ].join(", "),
              }))}
            />
          )}
        </div>
      )}
    </ChangeDialog>
  );
}

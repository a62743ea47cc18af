import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox, RadioGroup, Select } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { EndChoice } from "../../shared/end-choice.tsx";
import { priceWords, termWords } from "../../shared/proposal/unit-price.ts";
import { journeyQuery } from "../journeys/journeys.queries.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps, SubscriptionAction } from "./subscription-action.ts";

type Props = DialogProps & {
  subscriptions: readonly CurrentSubscription[];
  asked: Extract<SubscriptionAction, { kind: "schedule" }>;
};

const actions = {
  renew: { label: "Schedule renewal", done: "The renewal is scheduled" },
  extend: { label: "Schedule extension", done: "The extension is scheduled" },
  cancel: { label: "Schedule end", done: "The end is scheduled" },
} as const;

/** What happens when the term ends: the same again, another quantity, another term or billing, day by day, or the end. */
export function ScheduleDialog({ service, subscription, subscriptions, asked, onClose }: Props) {
  const { TermEnd, TermUntil } = subscription;
  const [outcome, setOutcome] = useState(asked.outcome ?? TermEnd.Outcome);
  const [quantity, setQuantity] = useState(asked.quantity ?? TermEnd.Quantity ?? subscription.Quantity);
  const [offerId, setOfferId] = useState(TermEnd.OfferId ?? subscription.OfferId);
  const [until, setUntil] = useState(TermEnd.Until);
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

  const endsEarlier = offers.find((offer) => offer.OfferId === offerId)?.EndsEarlier ?? false;

  const addOns = subscriptions.filter(
    (each) =>
      each.ParentId === subscription.Id &&
      each.Status !== "cancelled" &&
      each.AtVendor === "provided" &&
      each.TermUntil !== null &&
      each.TermEnd.Outcome !== "cancel",
  );
  const [withAddOns, setWithAddOns] = useState(true);

  const renews = outcome === "renew";
  const target = {
    Key: subscription.Id,
    Outcome: outcome,
    OfferId: !renews || offerId === subscription.OfferId ? null : offerId,
    Quantity: !renews || quantity === subscription.Quantity ? null : quantity,
    Until: renews ? until : null,
  };
  const others = outcome === "cancel" && withAddOns ? addOns.map(({ Id }) => ({ Key: Id, Outcome: outcome })) : [];
  const unchanged =
    target.Outcome === TermEnd.Outcome &&
    target.OfferId === TermEnd.OfferId &&
    target.Until === TermEnd.Until &&
    (target.Quantity ?? subscription.Quantity) === (TermEnd.Quantity ?? subscription.Quantity);
  return (
    <ChangeDialog
      service={service}
      title="At the end of the term"
      subtitle={`${subscription.Name}${TermUntil ? `, until ${formatLastDay(TermUntil)}` : ""}`}
      change={unchanged ? undefined : { Kind: "schedule", Targets: [target, ...others] }}
      action={actions[outcome].label}
      danger={outcome === "cancel"}
      waiting="This is the current arrangement. Nothing is charged for scheduling."
      done={actions[outcome].done}
      onClose={onClose}
    >
      <RadioGroup
        label={TermUntil ? `On ${formatDate(TermUntil)}` : "At the end of the term"}
        value={outcome}
        onValue={setOutcome}
        choices={[
          { value: "renew", label: "Renew", hint: "At the price on that day." },
          ...(subscription.IsExtendable
            ? [
                {
                  value: "extend" as const,
                  label: "Extend by the day",
                  hint: "No new commitment, at a higher price. Cancel on any day.",
                },
              ]
            : []),
          { value: "cancel", label: "End", hint: "Access ends with the term. Nothing is charged after it." },
        ]}
      />
      {outcome === "cancel" && addOns.length > 0 && (
        <Checkbox
          label={`End ${addOns.length === 1 ? "its add-on" : `its ${addOns.length} add-ons`} as well`}
          hint={`${addOns.map(({ Name }) => Name).join(", ")}: ${addOns.length === 1 ? "at the end of its own term. Otherwise it renews by itself." : "each at the end of its own term. Otherwise they renew by themselves."}`}
          checked={withAddOns}
          onChange={(event) => setWithAddOns(event.target.checked)}
        />
      )}
      {renews && (
        <div className="grid gap-4 md:grid-cols-2">
          <NumberField
            label={`${unitLabel(subscription.Unit)} from then on`}
            value={quantity}
            present={subscription.Quantity}
            min={1}
            onValue={setQuantity}
          />
          {offers.length > 1 && (
            <Select
              label="Term and billing from then on"
              value={offerId}
              onChange={(event) => {
                setOfferId(event.target.value);
                setUntil(null);
              }}
              choices={offers.map((offer) => ({
                value: offer.OfferId,
                label: [
                  termWords[offer.Term],
                  offer.Cost ? priceWords(offer.Cost, journey!.Currency, offer.Billing) : offer.Billing,
                ].join(", "),
              }))}
            />
          )}
          {endsEarlier && (
            <EndChoice
              label="That term until"
              asked={{
                CustomerId: service.CustomerId,
                OfferId: offerId,
                Quantity: quantity,
                SubscriptionId: subscription.Id,
              }}
              value={until}
              onValue={setUntil}
            />
          )}
        </div>
      )}
    </ChangeDialog>
  );
}

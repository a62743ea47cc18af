import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { counted, unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioGroup, Select } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { journeyQuery } from "../journeys/journeys.queries.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

type Props = DialogProps & {
  subscriptions: readonly CurrentSubscription[];
  /** The product that an address asks for. */
  asked: string | undefined;
};

/**
 * Moves all or some units to a better product with the same term and billing, or to a subscription of it that is there; all
 * of them in place, where its vendor knows only that.
 */
export function UpgradeDialog({ service, subscription, subscriptions, asked, onClose }: Props) {
  const { Id, Sku, Term, Billing, Name, Quantity, Unit, TermUntil, UpgradesWhole } = subscription;
  const [chosen, setChosen] = useState<string>();
  const [quantity, setQuantity] = useState(Quantity);
  const [valid, setValid] = useState(true);
  const [toKey, setToKey] = useState(own);
  const { data: journey } = useQuery(
    journeyQuery({
      by: "product",
      name: service.ProductId,
      customerId: service.CustomerId,
      action: "Modify",
      instanceId: service.Id,
    }),
  );
  const items = journey?.Steps.flatMap((step) => step.Items) ?? [];
  const better = items.find((item) => item.Sku === Sku)?.UpgradesTo ?? [];
  const choices = items
    .filter((item) => better.includes(item.Sku))
    .flatMap((item) =>
      item.Offers.filter((offer) => offer.Term === Term && offer.Billing === Billing).map((offer) => ({
        value: offer.OfferId,
        sku: item.Sku,
        label: item.Name,
        price: offer.Cost && perUnitWords(offer.Cost, journey!.Currency, { Unit: item.Unit, Billing }),
      })),
    );
  const choice =
    choices.find(({ value }) => value === chosen) ?? choices.find(({ sku }) => sku === asked) ?? choices[0];
  const standing = UpgradesWhole
    ? []
    : subscriptions.filter(
        (each) => each.OfferId === choice?.value && each.Status === "active" && each.AtVendor === "provided",
      );
  const target = standing.find((each) => each.Id === toKey);
  const isWhole = quantity === Quantity;
  const units = counted(quantity, Unit);
  return (
    <ChangeDialog
      service={service}
      title="Upgrade"
      subtitle={`${Name}${TermUntil ? `, until ${formatLastDay(TermUntil)}` : ""}`}
      change={
        valid && choice
          ? {
              Kind: "upgrade",
              Targets: [{ Key: Id, OfferId: choice.value, Quantity: quantity, ToKey: target?.Id ?? null }],
            }
          : undefined
      }
      action={valid ? `Upgrade ${units}` : "Upgrade"}
      waiting={
        journey && choices.length === 0
          ? "No better product has this term and billing at the moment."
          : "Choose how many to upgrade to see the charge."
      }
      done={`${units} of ${Name} are being upgraded`}
      onClose={onClose}
    >
      <div className={UpgradesWhole ? "grid" : "grid gap-4 md:grid-cols-[2fr_1fr]"}>
        <Select
          label="To"
          value={choice?.value ?? ""}
          onChange={(event) => {
            setChosen(event.target.value);
            setToKey(own);
          }}
          choices={choices}
        />
        {UpgradesWhole ? null : (
          <NumberField
            label={unitLabel(Unit)}
            value={quantity}
            min={1}
            max={Quantity}
            onValue={setQuantity}
            onValid={setValid}
          />
        )}
      </div>
      {choice && standing.length > 0 ? (
        <RadioGroup
          label="Where they go"
          value={target?.Id ?? own}
          onValue={setToKey}
          choices={[
            {
              value: own,
              label: ownWords(isWhole, choice),
              ...(TermUntil === null ? {} : { hint: "Until the same day." }),
            },
            ...standing.map((each) => ({
              value: each.Id,
              label: `To the ${counted(each.Quantity, each.Unit)} of ${each.Name}`,
              hint: `At their price${each.TermUntil ? `, until ${formatLastDay(each.TermUntil)}` : ""}.`,
            })),
          ]}
        />
      ) : (
        choice && (
          <p className="text-sm text-muted">
            {ownWords(isWhole, choice)}
            {TermUntil === null ? "." : ", until the same day."}
            {UpgradesWhole ? ` All ${units} are upgraded together.` : null}
          </p>
        )
      )}
    </ChangeDialog>
  );
}

const own = "own";

const ownWords = (isWhole: boolean, { label, price }: { label: string; price: string | null }): string =>
  `${isWhole ? "This subscription becomes" : "They become a subscription of their own:"} ${label}${price ? ` at ${price}` : ""}`;

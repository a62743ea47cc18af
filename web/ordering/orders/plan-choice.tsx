import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { belowWords, marginWords, sellOf } from "../../shared/price-words.ts";
import { billingWords, formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { shortName } from "../../shared/short-name.ts";

type Offer = JourneyItem["Offers"][number];
type Props = {
  journey: Journey;
  plans: readonly JourneyItem[];
  chosen: JourneyItem;
  offer: Offer;
  onPlan: (item: JourneyItem) => void;
};

/** Plans that are shown before all are asked for. */
const few = 4;

/** Chooses the plan, each with its price for the chosen term as far as it has one. */
export function PlanChoice({ journey, plans, chosen, offer, onPlan }: Props) {
  const [all, setAll] = useState(false);
  const near = plans.filter(({ Group }) => Group === chosen.Group);
  const first = near.slice(0, few);
  const shown = all
    ? plans
    : first.includes(chosen)
      ? first
      : [chosen, ...near.filter((each) => each !== chosen)].slice(0, few);
  return (
    <div className="grid justify-items-start gap-2 *:w-full">
      <ChoiceCards
        label="Plan"
        value={chosen.Sku}
        onValue={(sku) => onPlan(plans.find(({ Sku }) => Sku === sku)!)}
        choices={shown.map((plan) => {
          const priced =
            plan.Offers.find(({ Term, Billing }) => Term === offer.Term && Billing === offer.Billing) ?? plan.Offers[0];
          return {
            value: plan.Sku,
            title: shortName(plan, shown),
            figure: priced && <Cost offer={priced} journey={journey} />,
            note: priced?.Cost ? sellNote({ ...priced, Cost: priced.Cost }, journey) : plan.Text,
          };
        })}
      />
      {shown.length < plans.length && (
        <Button variant="link" size="small" className="w-fit!" onClick={() => setAll(true)}>
          All {plans.length} plans
        </Button>
      )}
    </div>
  );
}

/** What a unit costs who orders, with how often: the customer's people see its own price, if any. */
export function Cost({ offer, journey }: { offer: Offer; journey: Pick<Journey, "Currency"> }) {
  const each = offer.Cost ?? offer.CustomerPrice;
  return (
    each && (
      <>
        <span className="font-semibold">{formatUnitPrice(each, journey.Currency)}</span>{" "}
        <span className="text-sm text-muted">
          {offer.Billing === "once" ? "once" : `each ${billingWords[offer.Billing]}`}
        </span>
      </>
    )
  );
}

/** Writes what the customer is asked, and what of it stays: `RRP £17.75, margin £2.66, 15.0 %`. */
export function sellNote(offer: Offer & { Cost: string }, { Currency }: Pick<Journey, "Currency">): string | undefined {
  const { amount, label } = sellOf(offer);
  const margin = marginWords(offer, Currency);
  return amount === null
    ? undefined
    : `${label} ${formatUnitPrice(amount, Currency)}${margin ? `, margin ${margin}` : ""}${belowWords(offer, amount)}`;
}

import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { times } from "@tradewind/domain/values/money.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { billingWords, perUnitWords, termWords } from "../../shared/proposal/unit-price.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import type { Line } from "./journey-answers.ts";
import { LineExtras } from "./line-extras.tsx";

type Offer = JourneyItem["Offers"][number];
type Props = {
  journey: Pick<Journey, "Currency" | "SeesPrices" | "Customer">;
  item: JourneyItem;
  line: Line;
  onLine: (change: Partial<Omit<Line, "sku">>) => void;
  onRemove?: () => void;
  /** By name of the attribute. */
  problems: Readonly<Record<string, string>>;
};

const billingChoices = {
  monthly: "Monthly",
  annual: "Yearly",
  triennial: "Every three years",
  daily: "By the day",
  once: "Once",
} as const;
const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];

/** Term, billing and quantity of one chosen thing, each with what it costs. */
export function LineEditor({ journey, item, line, problems, onLine, onRemove }: Props) {
  const offer = item.Offers.find((each) => each.OfferId === line.offerId) ?? item.Offers[0];
  if (!offer) return null;
  const terms = distinct(item.Offers.map((each) => each.Term));
  const billings = distinct(item.Offers.filter((each) => each.Term === offer.Term).map((each) => each.Billing));
  const choose = (wanted: Partial<Pick<Offer, "Term" | "Billing">>) => {
    const term = wanted.Term ?? offer.Term;
    const billing = wanted.Billing ?? offer.Billing;
    const same = item.Offers.filter((each) => each.Term === term);
    const next = same.find((each) => each.Billing === billing) ?? same[0];
    if (next) onLine({ offerId: next.OfferId, termUntil: null });
  };
  return (
    <div role="group" aria-label={item.Name} className="grid gap-4">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {terms.length > 1 && (
          <Segmented
            label="Term"
            value={offer.Term}
            onValue={(Term) => choose({ Term })}
            choices={terms.map((term) => ({ value: term, label: termWords[term] }))}
          />
        )}
        {billings.length > 1 && (
          <Segmented
            label="Billed"
            value={offer.Billing}
            onValue={(Billing) => choose({ Billing })}
            choices={billings.map((billing) => ({ value: billing, label: billingChoices[billing] }))}
          />
        )}
        {item.IsUnlimited ? (
          <p className="grid gap-1.5">
            <span className="text-sm font-medium">Storage</span>
            <span className="flex min-h-9 items-center">Unlimited</span>
          </p>
        ) : (
          <NumberField
            label={unitLabel(item.Unit)}
            value={line.quantity}
            present={line.quantity}
            min={Math.max(1, item.Minimum)}
            max={item.Maximum ?? 100_000}
            onValue={(quantity) => onLine({ quantity })}
          />
        )}
      </div>
      <LineExtras {...{ journey, item, offer, line, onLine, problems }} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line pt-3">
        <span className="figures text-sm text-muted">
          {journey.SeesPrices && offer.Cost !== null
            ? perUnitWords(offer.Cost, journey.Currency, { Unit: item.Unit, Billing: offer.Billing })
            : [termWords[offer.Term], billingChoices[offer.Billing]].join(", ")}
          {terms.length === 1 && offer.Term !== "none" && ` · ${termWords[offer.Term]} term`}
        </span>
        <span className="flex items-center gap-2">
          {journey.SeesPrices && offer.Cost !== null && <LinePrice offer={offer} line={line} journey={journey} />}
          {onRemove && <IconButton icon="trash" size="small" label={`Remove ${item.Name}`} onClick={onRemove} />}
        </span>
      </div>
    </div>
  );
}

function LinePrice({ offer, line, journey }: { offer: Offer; line: Line; journey: Pick<Journey, "Currency"> }) {
  const { minor } = times(offer.Cost!, line.quantity, journey.Currency);
  return (
    <span>
      <MoneyText className="font-medium" value={{ Minor: String(minor), Currency: journey.Currency }} />{" "}
      <span className="text-sm text-muted">
        {offer.Billing === "once" ? "once" : `each ${billingWords[offer.Billing]}`}
      </span>
    </span>
  );
}

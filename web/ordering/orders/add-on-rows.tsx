import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { termName } from "../../shared/price-words.ts";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { chooseItem, dropItem, setLine, type Answers } from "./journey-answers.ts";
import { LineExtras } from "./line-extras.tsx";
import { problemsOfLine } from "./line-problems.ts";

type Props = {
  journey: Journey;
  items: readonly JourneyItem[];
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onAnswers: (answers: Answers) => void;
};

/** Add-ons that are shown before all are asked for. */
const few = 4;

/** What goes with the plan, each added where it stands. */
export function AddOnRows({ items, ...rest }: Props) {
  const [all, setAll] = useState(false);
  const chosen = rest.answers.lines.map(({ sku }) => sku);
  const shown =
    all || items.length <= few + 1 ? items : items.filter(({ Sku }, at) => at < few || chosen.includes(Sku));
  return (
    <div className="grid justify-items-start gap-2">
      <ul className="-my-2.5 w-full divide-y divide-line">
        {shown.map((item) => (
          <AddOn key={item.Sku} item={item} {...rest} />
        ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="link" size="small" className="mt-2" onClick={() => setAll(true)}>
          All {items.length} add-ons
        </Button>
      )}
    </div>
  );
}

function AddOn({ item, journey, answers, problems, onAnswers }: Omit<Props, "items"> & { item: JourneyItem }) {
  const id = useId();
  const line = answers.lines.find(({ sku }) => sku === item.Sku);
  const offer = item.Offers.find(({ OfferId }) => OfferId === line?.offerId) ?? item.Offers[0];
  if (!offer) return null;
  const price = offer.Cost ?? offer.CustomerPrice;
  const onLine = (change: Parameters<typeof setLine>[2]) => onAnswers(setLine(answers, item.Sku, change));
  return (
    <li className="py-2.5">
      <div role="group" aria-labelledby={id} className="grid gap-3">
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="mt-[3px] size-4 shrink-0 max-md:size-5"
            checked={line !== undefined}
            disabled={item.IsHeld && !line}
            onChange={({ target }) =>
              onAnswers(target.checked ? chooseItem(journey, answers, item) : dropItem(journey, answers, item.Sku))
            }
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6">
            <span className="min-w-0">
              <span id={id} className="font-medium wrap-anywhere">
                {item.Name}
              </span>{" "}
              {item.Text && <span className="text-sm text-muted">{item.Text}</span>}{" "}
              {item.IsHeld && (
                <span className="text-sm text-muted">The customer has this already, and can have it once only.</span>
              )}
            </span>
            {price && (
              <span className="figures text-sm text-muted">
                {perUnitWords(price, journey.Currency, { Unit: item.Unit, Billing: offer.Billing })}
              </span>
            )}
          </span>
        </label>
        {line && (
          <div className="grid gap-3 pl-7">
            <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
              {!item.IsUnlimited && (
                <NumberField
                  label={unitLabel(item.Unit)}
                  min={Math.max(1, item.Minimum)}
                  max={item.Maximum ?? 100_000}
                  value={line.quantity}
                  present={line.quantity}
                  onValue={(quantity) => onLine({ quantity })}
                />
              )}
              {item.Offers.length > 1 && (
                <Select
                  label="Term and payment"
                  value={offer.OfferId}
                  choices={item.Offers.map((each) => ({ value: each.OfferId, label: termName(each) }))}
                  onChange={({ target }) => onLine({ offerId: target.value, termUntil: null })}
                />
              )}
            </div>
            <LineExtras
              {...{ journey, item, line, offer, onLine }}
              problems={problemsOfLine(problems, answers, line)}
            />
          </div>
        )}
      </div>
    </li>
  );
}

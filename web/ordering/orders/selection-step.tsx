import type { Journey, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { useId, useState } from "react";
import { EmptyState } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { priceWords } from "../../shared/proposal/unit-price.ts";
import { isConfiguredLater, offeredItems, type Answers, type Line } from "./journey-answers.ts";
import { LineEditor } from "./line-editor.tsx";
import { problemsOfLine } from "./line-problems.ts";
import { stockWords } from "./stock-note.tsx";

type Props = {
  journey: Journey;
  step: JourneyStep;
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onChoose: (item: JourneyItem) => void;
  onDrop: (sku: string) => void;
  onLine: (sku: string, change: Partial<Omit<Line, "sku">>) => void;
};

/** Lists of at least this many items get a search box. */
const searchFrom = 9;

/** Chooses items from one list, or by group in a nested list. Also asks what no later step asks. */
export function SelectionStep(props: Props) {
  const { journey, step, answers } = props;
  const [text, setText] = useState("");
  const offered = offeredItems(journey, answers, step);
  const words = text.trim().toLowerCase();
  const found = offered.filter((item) => `${item.Name} ${item.Text ?? ""}`.toLowerCase().includes(words));
  const groups = step.Kind === 5 ? Map.groupBy(found, (item) => item.Group) : new Map([["", found]]);
  return (
    <div className="grid gap-5">
      {offered.length >= searchFrom && (
        <SearchBox
          label={`Search ${offered.length} products`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {found.length === 0 && (
        <EmptyState tight icon="search" title="No products match">
          Check the spelling, or search for another product.
        </EmptyState>
      )}
      {[...groups].map(([group, items]) => (
        <section key={group} aria-label={group || step.Title}>
          {group && <h3 className="mb-2 text-sm font-medium text-muted">{group}</h3>}
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {items.map((item) => (
              <Choice key={item.Sku} item={item} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Choice({ item, journey, step, answers, problems, onChoose, onDrop, onLine }: Props & { item: JourneyItem }) {
  const id = useId();
  const line = answers.lines.find((each) => each.sku === item.Sku);
  const isGone = item.Stock?.RunsOut === true && item.Stock.Free === 0;
  return (
    <li className="first:rounded-t-card last:rounded-b-card has-checked:bg-accent-soft/40">
      <div className="relative flex items-start gap-3 px-4 py-3">
        <input
          id={id}
          type="checkbox"
          className="relative z-1 mt-[3px] size-4 shrink-0 max-md:size-5"
          checked={line !== undefined}
          disabled={(item.IsHeld || isGone) && !line}
          aria-describedby={`${id}-about`}
          onChange={(event) => (event.target.checked ? onChoose(item) : onDrop(item.Sku))}
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
          <div className="min-w-0">
            <label htmlFor={id} className="cursor-pointer font-medium wrap-anywhere after:absolute after:inset-0">
              {item.Name}
            </label>
            {(item.Text || item.IsHeld || item.Stock) && (
              <div id={`${id}-about`} className="text-sm text-muted">
                {item.Text && <p>{item.Text}</p>}
                {item.IsHeld && <p>The customer has this already, and can have it once only.</p>}
                {item.Stock && <p>{stockWords(item.Stock)}</p>}
              </div>
            )}
          </div>
          <span className="figures text-sm text-muted">{fromPrice(item, journey)}</span>
        </div>
      </div>
      {line && !isConfiguredLater(journey, step) && (
        <div className="px-4 pb-4 md:pl-11">
          <LineEditor
            journey={journey}
            item={item}
            line={line}
            problems={problemsOfLine(problems, answers, line)}
            onLine={(change) => onLine(item.Sku, change)}
          />
        </div>
      )}
    </li>
  );
}

/** Returns the lowest monthly price, or else the lowest price of any kind. */
function fromPrice(item: JourneyItem, { Currency, SeesPrices }: Journey): string {
  if (!SeesPrices) return "";
  const priced = item.Offers.filter((offer) => offer.Cost !== null);
  const monthly = priced.filter((offer) => offer.Billing === "monthly");
  const [least] = (monthly.length > 0 ? monthly : priced).toSorted((a, b) => Number(a.Cost) - Number(b.Cost));
  if (!least) return "";
  return `${priced.length > 1 ? "from " : ""}${priceWords(least.Cost!, Currency, least.Billing)}`;
}

import { quantityField } from "@tradewind/contract/ordering/attribute-words.ts";
import type { Journey, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/status.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { perUnitWords, termWords } from "../../shared/proposal/unit-price.ts";
import { itemsOf, linesOfList, type Answers, type Line } from "./journey-answers.ts";
import { LineEditor } from "./line-editor.tsx";
import { problemsOfLine } from "./line-problems.ts";
import { StockNote } from "./stock-note.tsx";

type Props = {
  journey: Journey;
  step: JourneyStep;
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onLine: (sku: string, change: Partial<Omit<Line, "sku">>) => void;
  onDrop: (sku: string) => void;
  onSwap: (sku: string, item: JourneyItem) => void;
  onQuantity: (subscriptionId: string, quantity: number) => void;
};

/** Lists each chosen item with its term, billing and quantity; for changes, each existing subscription. */
export function ListStep(props: Props) {
  return props.journey.Action === "Add" ? <ChosenLines {...props} /> : <StandingLines {...props} />;
}

function ChosenLines({ journey, step, answers, problems, onLine, onDrop, onSwap }: Props) {
  const items = itemsOf(journey);
  const lines = linesOfList(journey, answers, step);
  return (
    <ul className="grid gap-4">
      {lines.map((line) => {
        const item = items.get(line.sku);
        return (
          item && (
            <li key={line.sku} className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
              <h3 className="text-base wrap-anywhere">{item.Name}</h3>
              <StockNote
                {...{ journey, answers, item }}
                wanted={line.quantity}
                onSwap={(other) => onSwap(line.sku, other)}
              />
              <LineEditor
                journey={journey}
                item={item}
                line={line}
                problems={problemsOfLine(problems, answers, line)}
                onLine={(change) => onLine(line.sku, change)}
                onRemove={lines.length > 1 ? () => onDrop(line.sku) : undefined}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

function StandingLines({ journey, answers, problems, onQuantity }: Props) {
  const standing = journey.Subscriptions.filter((each) => each.Status !== "cancelled");
  const changes = journey.Action === "Modify";
  const changed = Object.keys(answers.quantities).length > 0;
  return (
    <div className="grid gap-4">
      {journey.Action === "Delete" && (
        <Alert type="warning" title="This deletes the service">
          Everything below is cancelled at the vendor.
        </Alert>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {standing.map((each) => {
          const quantity = answers.quantities[each.Id] ?? each.Quantity;
          return (
            <li
              key={each.Id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4"
            >
              <div className="grid min-w-0">
                <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  {each.Name}
                  {quantity !== each.Quantity && (
                    <Badge tone="accent">
                      {quantity > each.Quantity ? "+" : "−"}
                      {Math.abs(quantity - each.Quantity).toLocaleString("en-GB")}
                    </Badge>
                  )}
                </span>
                <span className="figures text-sm text-muted">
                  {[
                    journey.SeesPrices && each.UnitCost && perUnitWords(each.UnitCost, journey.Currency, each),
                    each.Term !== "none" && `${termWords[each.Term]} term`,
                    each.TermUntil && `until ${formatLastDay(each.TermUntil)}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </div>
              {changes && each.Billing !== "once" ? (
                <NumberField
                  quietLabel
                  label={`${unitLabel(each.Unit)} of ${each.Name}`}
                  value={quantity}
                  present={each.Quantity}
                  min={1}
                  error={problems[quantityField(Object.keys(answers.quantities).indexOf(each.Id))]}
                  onValue={(value) => onQuantity(each.Id, value)}
                />
              ) : (
                <span className="figures text-muted">{each.Quantity.toLocaleString("en-GB")}</span>
              )}
            </li>
          );
        })}
      </ul>
      {changes && changed && journey.Steps.some((step) => step.Items.length > 0 && !step.Hidden) && (
        <p className="text-sm text-muted">To add products too, place this change first and add them afterwards.</p>
      )}
    </div>
  );
}

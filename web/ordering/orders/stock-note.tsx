import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { Button } from "../../ui/button.tsx";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";
import { itemsOf, type Answers } from "./journey-answers.ts";

/** More than this are not counted out. */
const many = 50;
/** The most goods that are named in place of others. */
const mostOthers = 3;

type Stock = NonNullable<JourneyItem["Stock"]>;

/** Says how many are in stock, against what is wanted. */
export function stockWords({ Free, RunsOut }: Stock, wanted = 1): string {
  if (Free >= wanted) return `${Free > many ? `More than ${many}` : Free} in stock`;
  if (Free === 0) return RunsOut ? "Sold out: no more come in" : "Out of stock: follows as soon as it comes in";
  return RunsOut
    ? `Only ${Free} left: no more come in`
    : `${Free} in stock: the other ${wanted - Free} follow as they come in`;
}

/** Returns the goods of the same group that are all there at once, in place of what is not. */
export function insteadOf(
  journey: Pick<Journey, "Steps">,
  { lines }: Pick<Answers, "lines">,
  item: JourneyItem,
  wanted: number,
) {
  if (!item.Stock || item.Stock.Free >= wanted) return [];
  const isThere = ({ Stock, Maximum }: JourneyItem) => Stock && Stock.Free >= wanted && wanted <= (Maximum ?? wanted);
  return [...itemsOf(journey).values()]
    .filter((each) => each.Group === item.Group && isThere(each) && !lines.some(({ sku }) => sku === each.Sku))
    .slice(0, mostOthers);
}

type Props = {
  journey: Journey;
  answers: Answers;
  item: JourneyItem;
  wanted: number;
  onSwap: (item: JourneyItem) => void;
};

/** Says what is in stock of chosen goods and, where that is too little, what can be had at once in their place. */
export function StockNote({ journey, answers, item, wanted, onSwap }: Props) {
  if (!item.Stock) return null;
  const others = insteadOf(journey, answers, item, wanted);
  return (
    <div className="grid gap-2 text-sm">
      <p className={item.Stock.Free < wanted ? "text-warning" : "text-muted"}>{stockWords(item.Stock, wanted)}</p>
      {others.length > 0 && (
        <ul aria-label={`In stock in place of ${item.Name}`} className="grid gap-1">
          {others.map((other) => (
            <li key={other.Sku} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <span>
                {other.Name}{" "}
                <span className="text-muted">
                  {[stockWords(other.Stock!, wanted), priceOf(other, journey)].filter(Boolean).join(" · ")}
                </span>
              </span>
              <Button size="small" onClick={() => onSwap(other)} aria-label={`Take instead: ${other.Name}`}>
                Take instead
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function priceOf({ Offers: [offer], Unit }: JourneyItem, { SeesPrices, Currency }: Journey): string {
  return SeesPrices && offer?.Cost ? perUnitWords(offer.Cost, Currency, { Unit, Billing: offer.Billing }) : "";
}

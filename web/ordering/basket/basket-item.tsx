import { basket, type BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { unitLabel } from "@tradewind/domain/catalogue/units.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useEffect, useState } from "react";
import { NumberField } from "../../ui/number-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { termName } from "../../shared/price-words.ts";
import { perUnitWords } from "../../shared/proposal/unit-price.ts";

type Props = { line: BasketLine; item: BasketLine["Items"][number]; currency: Currency };

/** Milliseconds without a change after which a quantity is sent. */
const rest = 400;

/** What is ordered of one thing; another quantity is kept at once, and the price follows. */
export function BasketItem({ line, item, currency }: Props) {
  const [typed, setTyped] = useState<number>();
  const { mutate, isPending } = useWrite(basket.change, { refreshes: ["basket"] });
  useEffect(() => {
    if (typed === undefined || isPending || typed === item.Quantity) return;
    const timer = setTimeout(() => {
      const sent = { params: { basketLineId: line.Id }, body: { Items: [{ Key: item.Key, Quantity: typed }] } };
      mutate(sent, { onError: () => setTyped(undefined) });
    }, rest);
    return () => clearTimeout(timer);
  }, [typed, isPending, item.Quantity, item.Key, line.Id, mutate]);
  const name = `${unitLabel(item.Unit)} of ${item.Name} for ${line.CustomerName}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <span className="grid min-w-0 flex-1 max-md:basis-full">
        <span className="wrap-anywhere">{item.Name}</span>
        <span className="figures text-sm text-muted">
          {[termName(item), item.UnitCost && perUnitWords(item.UnitCost, currency, item)].filter(Boolean).join(" · ")}
        </span>
      </span>
      {line.State === "open" ? (
        <NumberField
          quietLabel
          label={name}
          value={typed ?? item.Quantity}
          present={item.Quantity}
          min={Math.max(1, item.Minimum)}
          max={item.Maximum ?? 100_000}
          onValue={setTyped}
        />
      ) : (
        <span className="figures font-medium">{item.Quantity.toLocaleString("en-GB")}</span>
      )}
    </li>
  );
}

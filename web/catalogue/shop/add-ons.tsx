import type { ShopPage } from "@tradewind/contract/catalogue/shop.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { termsOf } from "./plan-model.ts";
import { marginWords, sellOf, termName } from "../../shared/price-words.ts";

/** Add-ons shown before somebody asks for all of them. */
const few = 6;

/** Lists what can be added to plans, and to which, at the most common term. */
export function AddOns({ page: { AddOns: addOns, Currency } }: { page: ShopPage }) {
  const [all, setAll] = useState(false);
  const shown = all ? addOns : addOns.slice(0, few);
  return (
    <Card title="Add-ons" about="Chosen together with a plan, or added to it later." flush>
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((addOn) => {
          const offer = termsOf([addOn])[0]!;
          const sell = offer.Price && sellOf(offer.Price);
          return (
            <li key={addOn.Sku} className="flex justify-between gap-x-6 px-5 py-2.5 max-md:px-4">
              <div className="grid min-w-0 content-start">
                <span className="font-medium">{addOn.Name}</span>
                <span className="text-sm text-muted">{addOn.Text}</span>
                <span className="text-sm text-muted">{goesWithWords(addOn.GoesWith)}</span>
              </div>
              {offer.YouPay && (
                <span className="figures shrink-0">
                  <span className="font-semibold">{formatUnitPrice(offer.YouPay, Currency)}</span>{" "}
                  <span className="text-sm text-muted">you pay · {termName(offer)}</span>
                </span>
              )}
              {offer.Price && sell && (
                <div className="figures grid shrink-0 content-start text-end">
                  <span>
                    <span className="font-semibold">
                      {sell.amount === null ? "–" : formatUnitPrice(sell.amount, Currency)}
                    </span>{" "}
                    <span className="text-sm text-muted">{sell.label}</span>
                  </span>
                  <span className="text-sm">Cost {formatUnitPrice(offer.Price.Cost, Currency)}</span>
                  <span className="text-sm text-muted max-md:hidden">
                    Margin {marginWords(offer.Price, Currency) ?? "–"} · {termName(offer)}
                  </span>
                  <BelowCost cost={offer.Price.Cost} price={sell.amount} currency={Currency} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {addOns.length > few && !all && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button variant="link" onClick={() => setAll(true)}>
            All {addOns.length} add-ons
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Names two plans, and how many more there are. */
function goesWithWords(plans: readonly string[]): string {
  if (plans.length === 0) return "Goes with any plan";
  const [more, named] = [plans.length - 2, plans.slice(0, 2)];
  return `Goes with ${more > 0 ? `${named.join(", ")} and ${more} more` : named.join(" or ")}`;
}

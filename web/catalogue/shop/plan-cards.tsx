import type { ShopPlan } from "@tradewind/contract/catalogue/shop.ts";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { useSeesPrices } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { leadingPlan, offerFor, termKey, termsOf } from "./plan-model.ts";
import { shortName } from "../../shared/short-name.ts";
import { noPrice } from "./plan-price.tsx";
import type { PlansProps } from "./plan-table.tsx";
import { marginWords, sellOf, termName } from "../../shared/price-words.ts";

type Props = Omit<PlansProps, "order"> & {
  onOrder: ((plan: ShopPlan) => void) | undefined;
  /** The address of a quote that begins with a plan. */
  quote: ((plan: ShopPlan) => string) | undefined;
};

/** Compares plans on a phone: the term is chosen once, each plan is a card, and the order is docked below. */
export function PlanCards({ page, plans, holdings, onOrder, quote }: Props) {
  const name = useId();
  const seesPrices = useSeesPrices();
  const terms = termsOf(plans);
  const [asked, setTerm] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const term = terms.find((each) => termKey(each) === asked) ?? terms[0]!;
  const offered = plans.filter((plan) => offerFor(plan, termKey(term)));
  const plan = offered.find(({ Sku }) => Sku === chosen) ?? leadingPlan(offered, holdings)!;
  return (
    <>
      {terms.length > 1 && (
        <Select
          label="Term"
          className="mb-3"
          value={termKey(term)}
          choices={terms.map((each) => ({ value: termKey(each), label: termName(each) }))}
          onChange={(event) => setTerm(event.target.value)}
        />
      )}
      <fieldset className="grid gap-2">
        <legend className="sr-only">Plan</legend>
        {offered.map((each) => {
          const { Price: price, YouPay } = offerFor(each, termKey(term))!;
          const sell = YouPay ? { amount: YouPay, label: "you pay" } : price && sellOf(price);
          return (
            <label
              key={each.Sku}
              className="grid cursor-pointer gap-0.5 rounded-card border border-line bg-surface px-4 py-3 has-checked:border-accent-text has-checked:ring-1 has-checked:ring-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-semibold">{shortName(each, plans)}</span>
                {sell && sell.amount !== null && (
                  <span className="figures shrink-0">
                    <span className="font-semibold">{formatUnitPrice(sell.amount, page.Currency)}</span>{" "}
                    <span className="text-sm text-muted">{sell.label}</span>
                  </span>
                )}
              </span>
              <span className="text-sm text-muted">{each.Text}</span>
              <span className="flex items-center justify-between gap-3">
                <span className="figures text-sm">
                  {price ? `Cost ${formatUnitPrice(price.Cost, page.Currency)}` : seesPrices && noPrice}
                  {price && marginWords(price, page.Currency) && ` · margin ${marginWords(price, page.Currency)}`}
                </span>
                {onOrder && (
                  <input
                    type="radio"
                    name={name}
                    className="size-5 shrink-0"
                    checked={each === plan}
                    onChange={() => setChosen(each.Sku)}
                  />
                )}
              </span>
            </label>
          );
        })}
      </fieldset>
      {onOrder && (
        <div className="fixed inset-x-0 bottom-0 z-10 flex items-center justify-between gap-3 border-t border-line bg-raised px-4 py-2.5 shadow-float">
          <p className="min-w-0 text-sm text-muted">
            <span className="block truncate font-medium text-ink">{shortName(plan, plans)}</span>
            {termName(term)}
          </p>
          <span className="flex shrink-0 items-center gap-4">
            {quote && <TextLink to={quote(plan)}>Quote</TextLink>}
            <Button variant="primary" onClick={() => onOrder(plan)}>
              Order
            </Button>
          </span>
        </div>
      )}
    </>
  );
}

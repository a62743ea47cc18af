import type { ShopPage, ShopPlan } from "@tradewind/contract/catalogue/shop.ts";
import { counted, unitWord } from "@tradewind/domain/catalogue/units.ts";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { holdingOf, leadingPlan, offerFor, termKey, termsOf, type Holding } from "./plan-model.ts";
import { shortName } from "../../shared/short-name.ts";
import { PlanPrice } from "./plan-price.tsx";
import { termName, termNote } from "../../shared/price-words.ts";

export type PlansProps = {
  page: ShopPage;
  plans: readonly ShopPlan[];
  holdings: readonly Holding[] | undefined;
  /** Draws the button that orders a plan; nothing where it cannot be ordered. */
  order: (plan: ShopPlan, isLeading: boolean) => ReactNode;
};

/** Compares plans side by side: a column is read downwards, a term across. */
export function PlanTable({ page, plans, holdings, order }: PlansProps) {
  const leading = leadingPlan(plans, holdings);
  const features = page.Features.filter(({ Of }) => plans.some(({ Sku }) => Sku in Of));
  const units = [...new Set(plans.map(({ Unit }) => unitWord(Unit)))];
  const sees = plans.some(({ Offers }) => Offers.some(({ Price, YouPay }) => Price ?? YouPay));
  const tint = (plan: ShopPlan) => (plan === leading && plans.length > 1 ? "bg-accent-soft/35" : undefined);
  const cells = (cell: (plan: ShopPlan) => ReactNode) =>
    plans.map((plan) => (
      <td key={plan.Sku} className={cx("px-4 py-2.5 align-top", tint(plan))}>
        {cell(plan)}
      </td>
    ));
  return (
    <div
      role="region"
      aria-label="Plans side by side"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full table-fixed border-collapse text-start" style={{ minWidth: 170 + plans.length * 190 }}>
        <thead>
          <tr className="border-b border-line">
            <td className={`${first} w-42 text-sm text-muted`}>
              {sees && `Per ${units.length === 1 ? units[0] : "unit"} and period paid for, before VAT.`}
            </td>
            {plans.map((plan) => (
              <th key={plan.Sku} scope="col" className={cx("px-4 py-3 text-start align-top font-normal", tint(plan))}>
                <span className="block text-md font-semibold">{shortName(plan, plans)}</span>
                <span className="block text-sm text-muted">{plan.Text}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <tr>
            <th scope="row" className={first}>
              <span className="sr-only">Order</span>
            </th>
            {cells((plan) => order(plan, plan === leading))}
          </tr>
          {termsOf(plans).map((term) => (
            <tr key={termKey(term)}>
              <th scope="row" className={first}>
                <span className="block font-medium">{termName(term)}</span>
                <span className="block text-sm font-normal text-muted">{termNote(term.Term)}</span>
              </th>
              {cells((plan) => (
                <PlanPrice offer={offerFor(plan, termKey(term))} currency={page.Currency} />
              ))}
            </tr>
          ))}
          {holdings && (
            <tr>
              <th scope="row" className={first}>
                Your customers
              </th>
              {cells((plan) => holdingWords(holdingOf(holdings, plan)))}
            </tr>
          )}
          {plans.some(({ Maximum }) => Maximum) && (
            <tr>
              <th scope="row" className={first}>
                At most
              </th>
              {cells(({ Maximum, Unit }) => (Maximum ? counted(Maximum, Unit) : "–"))}
            </tr>
          )}
        </tbody>
        {features.length > 0 && (
          <tbody className="divide-y divide-line border-t border-line">
            <tr className="bg-canvas">
              <th
                scope="rowgroup"
                colSpan={plans.length + 1}
                className="px-4 py-1.5 text-start text-sm font-medium text-muted"
              >
                What it contains
              </th>
            </tr>
            {features.map(({ Name, Of }) => (
              <tr key={Name}>
                <th scope="row" className={first}>
                  {Name}
                </th>
                {cells(({ Sku }) => (
                  <FeatureMark value={Of[Sku]} />
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

const first = "sticky left-0 z-1 w-42 bg-surface px-4 py-2.5 text-start align-top font-normal";

export const holdingWords = (holding: Holding | undefined): string =>
  holding ? `${holding.Customers.toLocaleString("en-GB")}, ${counted(holding.Quantity, holding.Unit)}` : "None yet";

function FeatureMark({ value }: { value: string | undefined }) {
  if (value === undefined)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">No</span>
      </span>
    );
  if (value !== "yes") return value;
  return (
    <span className="text-success">
      <Icon name="check" />
      <span className="sr-only">Yes</span>
    </span>
  );
}

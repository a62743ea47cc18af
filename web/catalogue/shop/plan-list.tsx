import { cx } from "../../ui/class-names.ts";
import { holdingOf, leadingPlan, offerFor, termKey, termsOf } from "./plan-model.ts";
import { PlanPrice } from "./plan-price.tsx";
import { holdingWords, type PlansProps } from "./plan-table.tsx";
import { termName } from "../../shared/price-words.ts";

/** Lists many plans that have one term each. */
export function PlanList({ page, plans, holdings, order }: PlansProps) {
  const leading = leadingPlan(plans, holdings);
  const term = termKey(termsOf(plans)[0]!);
  return (
    <div className="rounded-card border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-sm text-muted">{termName(termsOf(plans)[0]!)}, before VAT.</p>
      <ul className="divide-y divide-line">
        {plans.map((plan) => (
          <li
            key={plan.Sku}
            className={cx(
              "grid items-center gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_190px_130px]",
              plan === leading && plans.length > 1 && "bg-accent-soft/35",
            )}
          >
            <div className="min-w-0">
              <h2 className="text-base font-semibold">{plan.Name}</h2>
              <p className="text-sm text-muted">{plan.Text}</p>
              {holdings && (
                <p className="text-sm text-muted">Your customers: {holdingWords(holdingOf(holdings, plan))}</p>
              )}
            </div>
            <PlanPrice offer={offerFor(plan, term)} currency={page.Currency} />
            {order(plan, plan === leading)}
          </li>
        ))}
      </ul>
    </div>
  );
}

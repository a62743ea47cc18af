import { acts } from "@tradewind/contract/acts.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { useAllowed } from "../../platform/session.ts";
import { azureBudgetsQuery } from "./azure-budgets.queries.ts";
import { nameOfBudget, type Budget, type Subscriptions } from "./azure-budget-names.ts";

const BudgetDialog = lazy(async () => ({ default: (await import("./azure-budget-dialog.tsx")).BudgetDialog }));

/** What a customer's Azure may cost in a month, how much of it is spent, and a way to change it. */
export function AzureBudgetsCard({ customerId, subscriptions }: { customerId: string; subscriptions: Subscriptions }) {
  const { data } = useQuery(azureBudgetsQuery(customerId));
  const mayChange = useAllowed(acts.setAzureBudgets);
  const [open, setOpen] = useState<{ budget: Budget | undefined }>();
  if (!data || (data.Items.length === 0 && !mayChange)) return null;
  const free = [null, ...subscriptions.map(({ Value }) => Value)].filter(
    (id) => !data.Items.some(({ AzureSubscriptionId }) => AzureSubscriptionId === id),
  );
  return (
    <Card
      title="Budgets"
      about={`${formatMonth(data.Month)}, up to the last day known`}
      className="mt-4"
      actions={
        mayChange &&
        free.length > 0 && (
          <Button size="small" icon="add" onClick={() => setOpen({ budget: undefined })}>
            Set a budget
          </Button>
        )
      }
    >
      {data.Items.length === 0 ? (
        <p className="text-muted">No budget is set. With one, whoever you name is told when a part of it is spent.</p>
      ) : (
        <ul className="grid gap-4">
          {data.Items.map((budget) => (
            <li key={budget.AzureSubscriptionId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Spent budget={budget} name={nameOfBudget(subscriptions, budget.AzureSubscriptionId)} />
              {mayChange && (
                <Button size="small" variant="light" onClick={() => setOpen({ budget })}>
                  Change
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <BudgetDialog
            {...{ customerId, subscriptions, free }}
            budgets={data}
            budget={open.budget}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Spent({ budget: { Spent: spent, Amount, Percent }, name }: { budget: Budget; name: string }) {
  const amount = formatMoney({ Minor: String(Amount * 100), Currency: spent.Currency });
  const isPassed = Percent >= 100;
  return (
    <div className="grid min-w-52 flex-1 gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere">{name}</span>
        <span className={cx("figures text-sm", isPassed ? "font-medium text-danger" : "text-muted")}>
          {formatMoney(spent)} of {amount}, {Percent}%
        </span>
      </div>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={cx("h-full rounded-full", isPassed ? "bg-danger" : "bg-accent-text")}
          style={{ width: `${Math.min(100, Math.max(0, Percent))}%` }}
        />
      </div>
    </div>
  );
}

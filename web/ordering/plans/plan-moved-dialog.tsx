import type { Plan } from "@tradewind/contract/ordering/plans.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { planChanges, type SeenPlan } from "./plan-changes.ts";
import { linesIn } from "./plan-words.ts";
import { planLinesQuery, planQuery } from "./plans.queries.ts";

type Props = { seen: SeenPlan; busy: boolean; onOrder: (plan: Plan) => void; onClose: () => void };

/** Shows what has changed since the plan was seen, old and new side by side, and orders it as it is now. */
export function PlanMovedDialog({ seen, busy, onOrder, onClose }: Props) {
  const { Id } = seen.plan;
  const fresh = { staleTime: 0, refetchOnMount: "always" } as const;
  const plan = useQuery({ ...planQuery(Id), ...fresh });
  const list = useInfiniteQuery({ ...planLinesQuery(Id, { State: undefined, Search: "" }), ...fresh });
  const isRead = plan.data && list.data && !plan.isFetching && !list.isFetching;
  const now = isRead ? { plan: plan.data, lines: list.data.pages.flatMap((page) => page.Items) } : undefined;
  const moved = now && planChanges(seen, now);
  const count = now ? linesIn(now.plan, "planned", "changed") : 0;
  const error = plan.error ?? list.error;
  return (
    <TaskDialog
      title="This plan has changed since you looked"
      subtitle={seen.plan.Name}
      size="medium"
      action={now ? `Order ${count.toLocaleString("en-GB")} as they are now` : "Order"}
      leave="Not now"
      busy={busy}
      disabled={!now || count === 0}
      onConfirm={() => now && onOrder(now.plan)}
      onClose={onClose}
    >
      <div className="grid gap-4" role="status">
        <p>Nothing was ordered. This is what has changed meanwhile:</p>
        {error && !now ? (
          <QueryError error={error} onRetry={() => void Promise.all([plan.refetch(), list.refetch()])} />
        ) : !moved ? (
          <Skeleton className="h-32" />
        ) : moved.length === 0 ? (
          <p className="text-muted">
            The lines on your page are as they were; others were worked out anew. The sums above are those of now.
          </p>
        ) : (
          <table className="w-full">
            <thead>
              <tr className="text-left text-sm text-muted">
                <th className="py-1 font-medium">What</th>
                <th className="py-1 pl-4 text-right font-medium">Before</th>
                <th className="py-1 pl-4 text-right font-medium">Now</th>
              </tr>
            </thead>
            <tbody>
              {moved.map((each, at) => (
                <tr key={at} className="border-t border-line align-top">
                  <td className="py-1.5 wrap-anywhere">{each.what}</td>
                  <td className="figures py-1.5 pl-4 text-right text-muted line-through decoration-1">{each.before}</td>
                  <td className="figures py-1.5 pl-4 text-right font-medium">{each.after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </TaskDialog>
  );
}

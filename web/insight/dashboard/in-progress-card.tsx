import { formatDate, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { serviceAddress } from "../../shared/customer-context.ts";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { inProgressQuery } from "./dashboard.queries.ts";

/** Orders that somebody is at work on, each leading to its service. */
export function InProgressCard() {
  const { data, error, refetch } = useQuery(inProgressQuery);
  if (error && !data)
    return (
      <Card title="In progress">
        <QueryError tight error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton className="h-40 rounded-card" />;
  if (data.Items.length === 0) return null;
  return (
    <Card title="In progress" flush>
      <ul className="border-t border-line">
        {data.Items.map((order) => (
          <li key={order.Id} className="border-b border-line last:border-0">
            {appLink({
              href: serviceAddress(order.CustomerId, order.InstanceId),
              className:
                "grid gap-0.5 px-5 py-3 transition-colors last:rounded-b-card hover:bg-canvas -outline-offset-2 max-md:px-4",
              onClick: () => {},
              children: (
                <>
                  <span className="flex min-w-0 flex-wrap items-start justify-between gap-x-3">
                    <span className="font-medium wrap-anywhere">
                      {order.ProductName} for {order.CustomerName}
                    </span>
                    <span className="max-w-full shrink-0">
                      <StatusDot tone="warning" moving>
                        {order.What}
                      </StatusDot>
                    </span>
                  </span>
                  <span className="text-sm text-muted wrap-anywhere">
                    {order.PlacedBy}, {formatMoment(order.PlacedAt)}
                    {order.ExpectedOn && `, expected by ${formatDate(order.ExpectedOn)}`}
                  </span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { SalesOrder } from "@tradewind/contract/psa/reconciliation.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { orderAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";

type Props = { calls: PsaCalls; orders: readonly SalesOrder[]; ignored: number };

/** Lists what was ordered here and the PSA does not bill, until it is ignored. */
export function SalesOrders({ calls, orders, ignored }: Props) {
  const { mutate, isPending, variables } = useWrite(calls.ignoreSalesOrders, { refreshes: ["psa"] });
  const opensOrders = useAllowed(screens.order);
  if (orders.length === 0 && ignored === 0) return null;
  const leaveOut = (ids: string[]) =>
    mutate(
      { body: { orderIds: ids, ignored: true } },
      { onSuccess: () => toast(ids.length === 1 ? "The order is ignored" : `${ids.length} orders are ignored`) },
    );
  return (
    <Card
      title="Sales orders"
      about="Done this month or the last, and not billed by the PSA as far as can be seen. Ignore what you bill otherwise."
      flush
      actions={
        <span className="flex flex-wrap justify-end gap-2">
          {ignored > 0 && (
            <Button
              size="small"
              busy={isPending && variables.body.orderIds === null}
              onClick={() => mutate({ body: { orderIds: null, ignored: false } })}
            >
              {`Bring back ${ignored.toLocaleString("en-GB")} ignored`}
            </Button>
          )}
          {orders.length > 1 && (
            <Button size="small" disabled={isPending} onClick={() => leaveOut(orders.map(({ id }) => id))}>
              Ignore all
            </Button>
          )}
        </span>
      }
    >
      {orders.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-muted max-md:px-4">
          Every order is billed by the PSA or ignored.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {orders.map((order) => (
            <li
              key={order.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 max-md:px-4"
            >
              <div className="grid min-w-0 gap-0.5">
                <span className="font-medium wrap-anywhere">{order.cmCustomer.name}</span>
                <p className="text-sm wrap-anywhere">
                  {order.lines.map(({ name, quantity }) => `${quantity.toLocaleString("en-GB")} x ${name}`).join(", ")}
                  {order.amount && `, ${formatMoney(order.amount)} once`}
                </p>
                <p className="text-sm text-muted">
                  {opensOrders ? (
                    <TextLink to={orderAddress(order.cmCustomer.id, order.id)}>{`Order ${order.number}`}</TextLink>
                  ) : (
                    `Order ${order.number}`
                  )}
                  {`, ${formatMoment(order.completedAt)}, ${order.placedBy}`}
                </p>
              </div>
              <Button
                size="small"
                aria-label={`Ignore order ${order.number}`}
                disabled={isPending}
                onClick={() => leaveOut([order.id])}
              >
                Ignore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

import { linkTo } from "@tradewind/contract/address.ts";
import type { BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { Card } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { orderAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { countOrders } from "./basket-words.ts";

/** What was ordered of the basket in the last day, or asked for, each with its number. */
export function PlacedOrders({ lines, waiting }: { lines: readonly BasketLine[]; waiting: number }) {
  const asked = lines.filter(({ RequestId }) => RequestId !== null).length;
  const ordered = lines.length - asked;
  return (
    <Card
      title="Ordered from the basket today"
      about={[
        ordered > 0 && `${countOrders(ordered)} placed`,
        asked > 0 && `${asked} sent as ${asked === 1 ? "a request" : "requests"}`,
        waiting > 0 && `${waiting} still in the basket`,
      ]
        .filter(Boolean)
        .join(", ")}
    >
      <ul className="divide-y divide-line">
        {lines.map(({ Id, OrderId, RequestId, ProductName, CustomerId, CustomerName, Items }) => (
          <li key={Id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="grid min-w-0">
              <span className="wrap-anywhere">
                {ProductName} for {CustomerName}
              </span>
              <span className="figures text-sm text-muted">
                {Items.map(({ Quantity, Name }) => `${Quantity} × ${Name}`).join(", ")}
              </span>
            </span>
            <span className="flex items-baseline gap-4">
              {RequestId === null ? (
                <>
                  <StatusDot tone="success">Placed</StatusDot>
                  <TextLink to={orderAddress(CustomerId, OrderId!)}>Order {orderNumber(OrderId!)}</TextLink>
                </>
              ) : (
                <>
                  <StatusDot tone="information">Needs approval</StatusDot>
                  <TextLink to={linkTo(screens.request, { requestId: RequestId })}>Request</TextLink>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

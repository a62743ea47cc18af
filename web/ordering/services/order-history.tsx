import { dayOf } from "@tradewind/domain/values/dates.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import type { orderItem } from "@tradewind/contract/ordering/order-item.ts";
import { orders as endpoints } from "@tradewind/contract/ordering/orders.ts";
import { formatDateTime, formatMoment, formatShortDate } from "@tradewind/domain/values/date-formats.ts";
import type * as z from "zod/mini";
import { Button } from "../../ui/button.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { orderAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { lazy, Suspense } from "react";
import { detailFacts } from "./service-details.ts";
import { VoiceOrderButton } from "./voice-order-button.tsx";

const OrderGoods = lazy(async () => ({ default: (await import("./order-goods.tsx")).OrderGoods }));

type Order = z.output<typeof orderItem>;
const tones: Record<Order["Status"], Tone> = { Working: "information", Completed: "success", Failed: "fail" };
const words: Record<Order["Journey"], string> = {
  Add: "Order",
  Modify: "Change",
  Delete: "Deletion",
  Upgrade: "Upgrade",
  Suspend: "Suspension",
  Resume: "Reactivation",
};

/** Whether its vendor did some of it and refused the rest. */
const isPartlyDone = (order: Order) => order.Status === "Failed" && order.Lines.some(({ State }) => State === "done");

/** How many of what; of a change what it adds or takes away, and what that makes. */
function thingWords({ Quantity, Added, IsEnd, Name, Given }: Order["Lines"][number]): string {
  if (IsEnd) return `${Name} ends`;
  if (Given.length > 0) return Name;
  const now = Quantity.toLocaleString("en-GB");
  return Added === 0
    ? `${now} × ${Name}`
    : `${Added > 0 ? "+" : "−"}${Math.abs(Added).toLocaleString("en-GB")} × ${Name}, now ${now}`;
}

const lineWords = (line: Order["Lines"][number]) => {
  const { Attributes, Given, Taken } = line;
  return [
    thingWords(line),
    Attributes.length > 0 && `(${Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(", ")})`,
    Given.length > 0 && `for ${Given.join(", ")}`,
    Taken.length > 0 && `${Given.length > 0 ? "instead of" : "and taken back from"} ${Taken.join(", ")}`,
  ]
    .filter(Boolean)
    .join(" ");
};

/** Describes an order: details by name, or items by number. */
const about = (order: Order): string =>
  order.Details
    ? detailFacts(order.Details)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(", ")
    : order.Lines.map((line) => lineWords(line)).join(", ");

/** The numbers that the vendor's support asks for. */
const ForSupport = ({ support }: { support: NonNullable<Order["Support"]> }) => (
  <details className="text-sm text-muted">
    <summary className="min-h-6 w-fit hover:text-ink">Reference for {support.Vendor} support</summary>
    <ul>
      {support.References.map(({ Label, Value }) => (
        <li key={Label + Value} className="wrap-anywhere">
          {Label} {Value}
        </li>
      ))}
    </ul>
  </details>
);

/** Lists a service's orders, newest first: what, by whom, how far, and the amount charged immediately. */
export function OrderHistory({ orders, mayRetry }: { orders: readonly Order[]; mayRetry: boolean }) {
  const write = useWrite(endpoints.retry, {
    refreshes: ["services", "orders", "dashboard"],
    onDone: () => toast("The order is being retried"),
  });
  const look = useWrite(endpoints.look, { refreshes: ["services", "orders"] });
  return (
    <Card title="Orders" flush>
      {orders.length === 0 ? (
        <EmptyState tight icon="document" title="No orders yet">
          Orders and changes to this service appear here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {orders.map((order) => (
            <li
              key={order.Id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-4 max-md:px-4"
            >
              <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <TextLink
                    to={orderAddress(order.CustomerId, order.Id)}
                  >{`${words[order.Journey]} ${orderNumber(order.Id)}`}</TextLink>
                  <StatusDot
                    tone={isPartlyDone(order) ? "warning" : tones[order.Status]}
                    moving={order.Status === "Working"}
                  >
                    {isPartlyDone(order) ? "Partly done" : order.Status}
                  </StatusDot>
                </p>
                {about(order) && <p className="figures wrap-anywhere">{about(order)}</p>}
                {order.Message && order.Status !== "Completed" && (
                  <p className={`text-sm wrap-anywhere ${order.Status === "Failed" ? "text-danger" : "text-muted"}`}>
                    {order.Message}
                  </p>
                )}
                {order.Lines.some(({ Goods }) => Goods !== null) && (
                  <Suspense fallback={null}>
                    <OrderGoods order={order} mayCancel={mayRetry} />
                  </Suspense>
                )}
                {order.Unanswered && (
                  <p className="text-sm text-muted">
                    No answer since {formatDateTime(order.Unanswered.Since)} ·{" "}
                    {order.Unanswered.NextLook
                      ? `next look at ${formatDateTime(order.Unanswered.NextLook)}`
                      : "looking now"}
                  </p>
                )}
                {order.Support && order.Status !== "Completed" && <ForSupport support={order.Support} />}
                <p className="text-sm text-muted">
                  {order.PlacedBy} ·{" "}
                  <time dateTime={order.PlacedAt} title={formatMoment(order.PlacedAt)}>
                    {formatShortDate(dayOf(order.PlacedAt))}
                  </time>
                  {order.Status === "Working" &&
                    order.EstimatedCompletion &&
                    ` · expected by ${formatShortDate(order.EstimatedCompletion)}`}
                </p>
              </div>
              <div className="flex items-center gap-4">
                {order.ChargedNow && (
                  <span className="text-sm text-muted">
                    <MoneyText value={order.ChargedNow} credit className="font-medium text-ink" /> net
                  </span>
                )}
                <VoiceOrderButton
                  order={order}
                  name={`${words[order.Journey].toLowerCase()} ${orderNumber(order.Id)}`}
                  size="small"
                />
                {mayRetry && order.Retryable && (
                  <Button
                    size="small"
                    icon="refresh"
                    busy={write.isPending}
                    onClick={() => write.mutate({ params: { orderId: order.Id } })}
                  >
                    Retry
                  </Button>
                )}
                {mayRetry && order.Unanswered && (
                  <Button
                    size="small"
                    icon="refresh"
                    busy={look.isPending}
                    onClick={() => look.mutate({ params: { orderId: order.Id } })}
                  >
                    Look now
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

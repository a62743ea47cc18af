import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { orders as endpoints } from "@tradewind/contract/ordering/orders.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime, formatLastDay, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, serviceAddress, writeContext } from "../../shared/customer-context.ts";
import { appLink, TextLink } from "../../shared/link-render.tsx";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { sentence } from "../../shared/service-status.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { detailFacts } from "./service-details.ts";
import { orderQuery } from "./services.queries.ts";
import { VoiceOrderButton } from "./voice-order-button.tsx";

const OrderGoods = lazy(async () => ({ default: (await import("./order-goods.tsx")).OrderGoods }));
const OrderDelivery = lazy(async () => ({ default: (await import("./order-delivery.tsx")).OrderDelivery }));
const OrderUndo = lazy(async () => ({ default: (await import("./order-undo.tsx")).OrderUndo }));
const Resources = lazy(async () => ({ default: (await import("./resource-list.tsx")).ResourceList }));

/** `orders/{orderId}` of a customer: what was ordered, what became of it, what comes, and what can be undone. */
export function OrderScreen() {
  const { ctx, orderId } = useParamsOf(screens.order);
  const { data: order, error, refetch } = useQuery(orderQuery(orderId));
  const mayOrder = useAllowed(acts.order);
  const mayView = useAllowed(screens.customer);
  const maySeeService = useAllowed(screens.service);
  const mayAsk = useAllowed(acts.openTicket);
  useCrumb(order && `Order ${order.Number}`, order?.CustomerName);
  if (error && !order)
    return <QueryError page list={customerAddress(ctx)} error={error} onRetry={() => void refetch()} />;
  if (!order) return <OrderSkeleton />;
  const { tone, word } = stateOf(order);
  const facts = detailFacts(order.Details ?? {});
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <ProductIcon icon={order.Icon} name={order.ProductName} image={order.ImageSrc} alt={order.ImageAlt} />
            Order {order.Number}
          </span>
        }
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusDot tone={tone} moving={order.Status === "Working"}>
              {word}
            </StatusDot>
            <span>
              {order.ProductName} for{" "}
              {mayView ? (
                <TextLink to={customerAddress(order.CustomerId)}>{order.CustomerName}</TextLink>
              ) : (
                order.CustomerName
              )}
            </span>
            <span>{formatMoment(order.PlacedAt)}</span>
          </span>
        }
        actions={
          <>
            <Retry order={order} mayOrder={mayOrder} />
            <VoiceOrderButton order={order} name={`order ${order.Number}`} />
            {mayOrder &&
              order.Form &&
              appLink({
                href: linkTo(screens.fulfilService, { ctx: order.CustomerId, orderId: order.Id }),
                className: buttonClass("secondary"),
                onClick: () => {},
                children: "Complete the details",
              })}
            {mayOrder &&
              order.Again &&
              appLink({
                href: againAddress(order, order.Again),
                className: buttonClass("secondary"),
                onClick: () => {},
                children: "Order again",
              })}
            {maySeeService &&
              appLink({
                href: serviceAddress(order.CustomerId, order.InstanceId),
                className: buttonClass("secondary"),
                onClick: () => {},
                children: "Open the service",
              })}
          </>
        }
      />
      {order.Status === "Failed" && (
        <div className="mb-5">
          <Alert type="error" title={word === "Partly done" ? "Part of it was refused" : "It was refused"}>
            {order.Message && !order.Lines.some(({ Reason }) => Reason) && `${sentence(order.Message)} `}
            What was refused is not charged.{" "}
            {mayAsk && (
              <TextLink
                to={linkTo(screens.orderRequest, {}, { CustomerId: order.CustomerId, ServiceId: order.InstanceId })}
              >
                Ask support about this order
              </TextLink>
            )}
          </Alert>
        </div>
      )}
      {order.Note && (
        <div className="mb-5">
          <Alert type="info" title={`Note from ${order.VendorName ?? "the vendor"}, ${formatDateTime(order.Note.At)}`}>
            {order.Note.Text}
          </Alert>
        </div>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="grid min-w-0 gap-4 max-xl:contents">
          {order.Lines.length > 0 && <OrderLines order={order} isUnsure={order.Unanswered !== null} />}
          {facts.length > 0 && (
            <Card title="Changed details">
              <Pairs pairs={facts.map(({ label, value }) => ({ label, value }))} />
            </Card>
          )}
          {order.Hardware && (
            <Suspense fallback={null}>
              <OrderDelivery hardware={order.Hardware} currency={order.ChargedNow?.Currency} />
            </Suspense>
          )}
          {order.Lines.some(({ Goods }) => Goods !== null) && (
            <Card title="Dispatch">
              <Suspense fallback={null}>
                <OrderGoods order={order} mayCancel={mayOrder} />
              </Suspense>
            </Card>
          )}
          <div className="min-w-0 max-xl:order-2">
            <OrderSteps steps={order.Steps} />
          </div>
        </div>
        <div className="grid min-w-0 gap-4 max-xl:contents">
          {mayOrder && order.Undo.length > 0 && (
            <div className="min-w-0 max-xl:order-1">
              <Suspense fallback={<Skeleton className="h-32" />}>
                <OrderUndo order={order} />
              </Suspense>
            </div>
          )}
          <div className="grid min-w-0 gap-4 max-xl:order-3">
            {order.Made.length > 0 && (
              <Card title="Where it is" about={order.VendorName ? `at ${order.VendorName}` : undefined}>
                <Pairs
                  pairs={order.Made.map(({ Label, Text }) => ({
                    label: Label,
                    value: Text,
                    copy: <Copy label={Label} text={Text} />,
                  }))}
                />
              </Card>
            )}
            {order.Resources.length > 0 && (
              <Suspense fallback={null}>
                <Resources
                  resources={order.Resources}
                  subscriptions={order.Lines.map(({ SubscriptionId: Id, Name }) => ({ Id, Name }))}
                />
              </Suspense>
            )}
            {order.Charges && <Charges charges={order.Charges} />}
            {order.Support && (
              <Card title={`For ${order.Support.Vendor} support`} about="The numbers that they ask for">
                <Pairs
                  pairs={order.Support.References.map(({ Label, Value }) => ({
                    label: Label,
                    value: Value,
                    copy: <Copy label={Label} text={Value} />,
                  }))}
                />
              </Card>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function stateOf(order: OrderPage): { tone: Tone; word: string } {
  if (order.Status === "Completed") return { tone: "success", word: order.Journey === "Add" ? "Active" : "Done" };
  if (order.Unanswered) return { tone: "warning", word: "Unknown: the vendor does not answer" };
  if (order.Status === "Working") return { tone: "information", word: "At work" };
  return order.Lines.some(({ State }) => State === "done")
    ? { tone: "warning", word: "Partly done" }
    : { tone: "fail", word: "Refused" };
}

/** The journey by which it was ordered, in which the same is chosen. */
function againAddress(order: OrderPage, { UserId: userId }: NonNullable<OrderPage["Again"]>): string {
  const { CustomerId: customerId, InstanceId: instanceId, ProductId, Journey, Id: again } = order;
  const ctx = writeContext({ customerId, ...(userId ? { userId } : {}), modify: false });
  return Journey === "Add"
    ? linkTo(screens.addListing, { ctx, listingGuid: ProductId }, { again })
    : linkTo(screens.modifyService, { ctx, instanceId, listingId: ProductId }, { again });
}

/** Tries what was refused again, or asks about what was not answered. */
function Retry({ order, mayOrder }: { order: OrderPage; mayOrder: boolean }) {
  const retry = useWrite(endpoints.retry, {
    refreshes: ["services", "orders", "dashboard"],
    onDone: () => toast("The order is being retried"),
  });
  const look = useWrite(endpoints.look, { refreshes: ["services", "orders"] });
  const params = { orderId: order.Id };
  if (!mayOrder) return null;
  return (
    <>
      {order.Retryable && (
        <Button variant="primary" icon="refresh" busy={retry.isPending} onClick={() => retry.mutate({ params })}>
          Retry
        </Button>
      )}
      {order.Unanswered && (
        <Button variant="primary" icon="refresh" busy={look.isPending} onClick={() => look.mutate({ params })}>
          Look now
        </Button>
      )}
    </>
  );
}

const Copy = ({ label, text }: { label: string; text: string }) => (
  <CopyButton
    text={text}
    label={
      <>
        Copy<span className="sr-only"> {label}</span>
      </>
    }
  />
);

const Pairs = ({ pairs }: { pairs: readonly { label: string; value: ReactNode; copy?: ReactNode }[] }) => (
  <dl className="grid gap-3">
    {pairs.map(({ label, value, copy }) => (
      <div key={label} className="grid">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="flex items-start justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{value}</span>
          {copy}
        </dd>
      </div>
    ))}
  </dl>
);

/** What the order charged and gave back, and on which invoice it stands or will. */
function Charges({ charges }: { charges: NonNullable<OrderPage["Charges"]> }) {
  const maySeeInvoices = useAllowed(screens.invoice);
  return (
    <Card title="On your invoice">
      {charges.length === 0 ? (
        <p className="text-muted">Nothing is charged.</p>
      ) : (
        <ul className="grid gap-3">
          {charges.map((charge) => (
            <li key={charge.Id} className="grid gap-0.5">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">{charge.Description}</span>
                <span className="whitespace-nowrap">
                  <MoneyText value={charge.Amount} credit className="font-medium" />
                  <span className="text-sm text-muted"> net</span>
                </span>
              </span>
              <span className="text-sm text-muted">
                {charge.From < charge.Until && `${formatDate(charge.From)} to ${formatLastDay(charge.Until)} · `}
                {charge.State === "held" ? (
                  "Counts once the vendor has done it"
                ) : charge.Invoice && maySeeInvoices ? (
                  <TextLink to={linkTo(screens.invoice, { invoiceId: charge.Invoice.Id })}>
                    {`Invoice ${charge.Invoice.Number}`}
                  </TextLink>
                ) : (
                  `${charge.Invoice ? "On" : "Will be on"} the invoice of ${formatDate(charge.InvoicedOn)}`
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OrderSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="w-48" />
      </div>
      <Skeleton className="h-28" />
      <Skeleton className="h-72" />
    </div>
  );
}

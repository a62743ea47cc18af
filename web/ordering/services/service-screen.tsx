import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { azureSpend } from "@tradewind/contract/ordering/azure-spend.ts";
import { azureRoute } from "@tradewind/domain/ordering/azure-spend.ts";
import { voiceProduct } from "@tradewind/domain/ordering/voice.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useAllowed, useMayTransfer } from "../../platform/session.ts";
import { chargingWords } from "../../shared/charging-words.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, readContext } from "../../shared/customer-context.ts";
import { namedService } from "../../shared/named-service.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { RetryButton } from "../../shared/retry-button.tsx";
import { hasFailed, sentence, ServiceStatus } from "../../shared/service-status.tsx";
import type { SubscriptionAction } from "./subscription-action.ts";
import { detailFacts } from "./service-details.ts";
import { OrderHistory } from "./order-history.tsx";
import { ServiceActions } from "./service-actions.tsx";
import { ServiceHistory } from "./service-history.tsx";
import { customerServicesQuery, serviceQuery } from "./services.queries.ts";
import { SubscriptionList } from "./subscription-list.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";

const Dialogs = lazy(async () => ({ default: (await import("./subscription-dialogs.tsx")).SubscriptionDialogs }));
const TransferNotice = lazy(async () => ({
  default: (await import("../../shared/transfer-notice.tsx")).TransferNotice,
}));
const AzureHistory = lazy(async () => ({ default: (await import("./azure-panel.tsx")).AzureHistory }));
const AzurePanel = lazy(async () => ({ default: (await import("./azure-panel.tsx")).AzurePanel }));
const Usage = lazy(async () => ({ default: (await import("./service-usage.tsx")).ServiceUsage }));
const People = lazy(async () => ({ default: (await import("./service-people.tsx")).ServicePeople }));
const Ports = lazy(async () => ({ default: (await import("./number-ports.tsx")).NumberPorts }));
const Resources = lazy(async () => ({ default: (await import("./resource-list.tsx")).ResourceList }));

/** `services/{instanceId}` of a customer. */
export function ServiceScreen() {
  const { instanceId } = useParamsOf(screens.service);
  return <ServicePage instanceId={instanceId} />;
}

/** `manage-service/{name}`: the customer's, or the user's, service of that product. */
export function ManageServiceScreen() {
  const { ctx, name } = useParamsOf(screens.manageService);
  const { customerId, userId } = readContext(ctx);
  const { data, error, refetch } = useQuery(customerServicesQuery(customerId));
  const seesSpend = useAllowed(azureSpend.total);
  if (error && !data)
    return <QueryError page list={screens.services.path} error={error} onRetry={() => void refetch()} />;
  if (!data) return <ServiceSkeleton />;
  const service = namedService(data, routeNames[name] ?? name, userId);
  if (service) return <ServicePage instanceId={service.Id} />;
  if (seesSpend && name === azureRoute)
    return (
      <Suspense fallback={<ServiceSkeleton />}>
        <AzureHistory customerId={customerId} otherwise={<NoSuchService customerId={customerId} />} />
      </Suspense>
    );
  return <NoSuchService customerId={customerId} />;
}

/** Stands where an address names a product of which nothing runs. */
export const NoSuchService = ({ customerId }: { customerId: string }) => (
  <EmptyState
    page
    icon="cloud"
    title="The customer does not have this service"
    action={<TextLink to={customerAddress(customerId)}>Back to the customer</TextLink>}
  >
    It may have been deleted, or not ordered yet.
  </EmptyState>
);

/** Where this address spells a route otherwise than the one that adds the product. */
const routeNames: Readonly<Record<string, string>> = { "app-interact": "appinteract" };

const areas = ["subscriptions", "people", "usage", "history", "orders"] as const;
type Area = (typeof areas)[number];

export function ServicePage({ instanceId, begin }: { instanceId: string; begin?: SubscriptionAction }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(serviceQuery(instanceId));
  const mayOrder = useAllowed(acts.order);
  const mayView = useAllowed(screens.customer);
  const mayAsk = useAllowed(acts.openTicket);
  const mayTransfer = useMayTransfer();
  const seesSpend = useAllowed(azureSpend.total);
  const [area, setArea] = useState<Area>("subscriptions");
  const [action, setAction] = useState(begin);
  useCrumb(data?.Service.ProductName, data?.Service.CustomerName);
  if (error && !data)
    return <QueryError page list={screens.services.path} error={error} onRetry={() => void refetch()} />;
  if (!data) return <ServiceSkeleton />;

  const { Service: service, Subscriptions, History, Orders } = data;
  const standing = Subscriptions.filter((each) => each.Status !== "cancelled");
  const ctx = service.CustomerId;
  const settled = service.Status === "Active";
  const failed = hasFailed(service.Status);
  const unanswered = Orders.filter((order) => order.Unanswered);
  const isUnsure = unanswered.length > 0;
  const isGone = service.Status === "Deleted" || service.Status === "Upgraded";
  const removable = standing.length > 0 && standing.every((each) => each.AtVendor !== "changing" && each.IsCancellable);
  const more: MenuItem[] =
    mayOrder && !isGone
      ? [
          ...(data.Changeable
            ? [
                {
                  label: "Change several",
                  icon: "edit" as const,
                  hint: "The quantities of all subscriptions at once",
                  onSelect: () =>
                    void navigate({
                      to: linkTo(screens.modifyService, { ctx, instanceId: service.Id, listingId: service.ProductId }),
                    }),
                },
              ]
            : []),
          ...(removable
            ? [
                {
                  label: "Delete service",
                  icon: "trash" as const,
                  danger: true,
                  onSelect: () => void navigate({ to: linkTo(screens.deleteService, { ctx, instanceId: service.Id }) }),
                },
              ]
            : []),
        ]
      : [];
  const facts = [
    ...(data.ChargingModel === "OneTime" ? [{ label: "Charging model", value: chargingWords.OneTime }] : []),
    ...detailFacts(data.Details),
  ];

  return (
    <>
      <PageHeader
        title={service.ProductName}
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <ServiceStatus service={service} />
            <span>
              for{" "}
              {mayView ? (
                <TextLink to={customerAddress(service.CustomerId)}>{service.CustomerName}</TextLink>
              ) : (
                service.CustomerName
              )}
              {service.UserName && `, ${service.UserName}`}
            </span>
          </span>
        }
        actions={
          <>
            {more.length > 0 && (
              <Menu label="More actions" groups={[{ items: more }]} align="end" triggerClass={moreClass} />
            )}
            {mayOrder && failed && Orders.some((order) => order.Retryable) && (
              <RetryButton instanceId={service.Id} name={service.ProductName} />
            )}
            {mayOrder && data.Changeable && service.Status !== "Deleting" && (
              <Button
                variant="primary"
                icon="add"
                onClick={() =>
                  void navigate({ to: linkTo(screens.addListing, { ctx, listingGuid: service.ProductId }) })
                }
              >
                Add to this service
              </Button>
            )}
          </>
        }
      />
      {service.Reason && !settled && (
        <div className="mb-5">
          <Alert
            type={failed ? "error" : isUnsure ? "warning" : "info"}
            title={
              failed
                ? "The vendor refused the order"
                : isUnsure
                  ? "What became of a change is not known yet"
                  : "The vendor is processing this"
            }
          >
            {sentence(service.Reason)} {isUnsure && "Nothing is charged or given back until it answers. "}
            <span className="text-muted">Since {formatDateTime(service.Since)}.</span>{" "}
            {mayAsk && failed && (
              <TextLink
                to={linkTo(screens.orderRequest, {}, { CustomerId: service.CustomerId, ServiceId: service.Id })}
              >
                Ask support about this order
              </TextLink>
            )}
          </Alert>
        </div>
      )}
      {data.TransferVendor && mayTransfer && (
        <Suspense fallback={null}>
          <TransferNotice customerId={ctx} vendor={data.TransferVendor} />
        </Suspense>
      )}
      {data.Differences.length > 0 && (
        <div className="mb-5">
          <Alert type="warning" title="The vendor has something else">
            {data.Differences.map(({ Name, Text }) => `${Name}: ${Text}.`).join(" ")}{" "}
            <TextLink to={screens.differences.path}>See differences</TextLink>
          </Alert>
        </div>
      )}
      {seesSpend && (service.RouteName ?? service.ProductId) === azureRoute && (
        <Suspense fallback={<Skeleton className="mb-6 h-96" />}>
          <AzurePanel customerId={ctx} />
        </Suspense>
      )}
      <Tabs
        label="Parts of this service"
        value={area}
        onValue={setArea}
        tabs={[
          { id: "subscriptions", label: "Subscriptions", count: standing.length },
          ...(data.HasPeople ? [{ id: "people" as const, label: "People" }] : []),
          ...(data.IsMetered ? [{ id: "usage" as const, label: "Usage" }] : []),
          { id: "history", label: "History", count: History.length },
          { id: "orders", label: "Orders", count: Orders.length },
        ]}
      >
        {area === "subscriptions" && (
          <div className="grid gap-4">
            <SubscriptionList
              subscriptions={Subscriptions}
              intents={data.Intents}
              unsure={new Set(unanswered.flatMap(({ Lines }) => Lines.map((line) => line.SubscriptionId)))}
              mayChange={mayOrder}
              onAction={setAction}
            />
            {data.Resources.length > 0 && (
              <Suspense fallback={null}>
                <Resources resources={data.Resources} subscriptions={Subscriptions} />
              </Suspense>
            )}
            {service.ProductId === voiceProduct && (
              <Suspense fallback={null}>
                <Ports instanceId={service.Id} mayChange={mayOrder && !isGone} />
              </Suspense>
            )}
            {mayOrder && <ServiceActions instanceId={service.Id} />}
            {facts.length > 0 && (
              <Card title="Details">
                <Facts facts={facts} />
              </Card>
            )}
          </div>
        )}
        {area === "people" && (
          <Suspense fallback={null}>
            <People service={service} mayChange={mayOrder} />
          </Suspense>
        )}
        {area === "usage" && (
          <Suspense fallback={null}>
            <Usage instanceId={service.Id} />
          </Suspense>
        )}
        {area === "history" && <ServiceHistory instanceId={service.Id} entries={History} />}
        {area === "orders" && <OrderHistory orders={Orders} mayRetry={mayOrder} />}
      </Tabs>
      {action && (
        <Suspense fallback={null}>
          <Dialogs
            action={action}
            service={service}
            subscriptions={Subscriptions}
            onAction={setAction}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

const moreClass =
  "inline-flex size-9 max-w-11 items-center justify-center rounded-control border border-line bg-surface text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken max-md:size-11";

export function ServiceSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="w-48" />
      </div>
      <Skeleton className="h-10 w-80" />
      <Skeleton className="h-52" />
    </div>
  );
}

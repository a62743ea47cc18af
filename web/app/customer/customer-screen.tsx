import { linkTo } from "@tradewind/contract/address.ts";
import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Customer } from "@tradewind/contract/customers/customers.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { productsOfPortal } from "@tradewind/domain/portal/partner-systems.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  useAllowed,
  useMaySuspendCustomers,
  useMayTransfer,
  useSeesPrices,
  useSession,
} from "../../platform/session.ts";
import { AsOfButton } from "../../shared/as-of/as-of-button.tsx";
import { openAddProduct } from "../../shared/add-product.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, readContext } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { customerOverviewQuery, customerServicesQuery } from "../../ordering/services/services.queries.ts";
import { useParamsOf } from "../../shared/screen-address.ts";
import { areaOf, shownAreas, type AccountArea } from "../../customers/customers/account-areas.ts";
import { ActivityArea } from "../../customers/customers/activity-area.tsx";
import type { CustomerAction } from "../../customers/customers/customer-dialogs.tsx";
import { CustomerHead } from "./customer-head.tsx";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { DetailsArea } from "../../customers/customers/details-area.tsx";
import { ServicesArea } from "../../ordering/services/services-area.tsx";

const CustomerFigures = lazy(async () => ({ default: (await import("./customer-figures.tsx")).CustomerFigures }));
const CustomerRail = lazy(async () => ({ default: (await import("./customer-rail.tsx")).CustomerRail }));
const HeldList = lazy(async () => ({ default: (await import("../../ordering/services/held-list.tsx")).HeldList }));
const CustomerAsOf = lazy(async () => ({
  default: (await import("../../ordering/services/customer-as-of.tsx")).CustomerAsOf,
}));
const TransferNotice = lazy(async () => ({
  default: (await import("../../shared/transfer-notice.tsx")).TransferNotice,
}));
const UsersArea = lazy(async () => ({ default: (await import("../../access/users/users-area.tsx")).UsersArea }));
const CustomerPrices = lazy(async () => ({
  default: (await import("../../catalogue/price-books/customer-prices.tsx")).CustomerPrices,
}));
const OrderRulesCard = lazy(async () => ({
  default: (await import("../../ordering/order-rules/order-rules-card.tsx")).OrderRulesCard,
}));
const CustomerDialogs = lazy(async () => ({
  default: (await import("../../customers/customers/customer-dialogs.tsx")).CustomerDialogs,
}));

const BillingArea = lazy(async () => ({
  default: (await import("../../billing/customer-charges/billing-area.tsx")).BillingArea,
}));
const SignInAccess = lazy(async () => ({
  default: (await import("../../access/portal-access/portal-access.tsx")).SignInAccess,
}));
const StreamAccess = lazy(async () => ({
  default: (await import("../../access/portal-access/portal-access.tsx")).StreamAccess,
}));
const TenantLinksArea = lazy(async () => ({
  default: (await import("../../ordering/tenants/tenant-links-area.tsx")).TenantLinksArea,
}));

export function CustomerScreen() {
  const { ctx } = useParamsOf(screens.customer);
  const flow = /\/view\/(\w+)$/.exec(useLocation().pathname)?.[1];
  const { customerId } = readContext(ctx);
  const mayView = useAllowed(screens.customer);
  const { data: customer, error, refetch } = useQuery({ ...customerQuery(customerId), enabled: mayView });
  useCrumb(customer?.Name);
  const mayTransfer = useMayTransfer();
  if (!mayView)
    return (
      <>
        <PageHeader
          title="Services"
          actions={mayTransfer && <TextLink to={linkTo(screens.transfers, { ctx: customerId })}>Transfers</TextLink>}
        />
        <Transfers customerId={customerId} />
        <ServicesArea customerId={customerId} onAdd={undefined} />
      </>
    );
  if (error && !customer)
    return <QueryError page list={screens.customers.path} error={error} onRetry={() => void refetch()} />;
  return <CustomerPage customerId={customerId} customer={customer} flow={flow} />;
}

/** Tells of transfers under way whoever may see them. */
function Transfers({ customerId }: { customerId: string }) {
  const mayTransfer = useMayTransfer();
  return (
    mayTransfer && (
      <Suspense fallback={null}>
        <TransferNotice customerId={customerId} />
      </Suspense>
    )
  );
}

type PageProps = { customerId: string; customer: Customer | undefined; flow: string | undefined };

function CustomerPage({ customerId, customer, flow }: PageProps) {
  const navigate = useNavigate();
  const { data: services } = useQuery(customerServicesQuery(customerId));
  const { data: overview } = useQuery(customerOverviewQuery(customerId));
  const mayEdit = useAllowed(acts.editCustomer);
  const maySuspend = useMaySuspendCustomers();
  const mayAdd = useAllowed(acts.order);
  const mayQuote = useAllowed(screens.newQuote);
  const mayTransfer = useMayTransfer();
  const seesPrices = useSeesPrices();
  const maySetRules = useAllowed(acts.setOrderRules);
  const maySetPrices = useAllowed(screens.priceRules) && seesPrices;
  const [action, setAction] = useState<CustomerAction>();
  const isOpen = useOpenAreas(services);
  const areas = shownAreas.filter((each) => isOpen(each.area));
  const named = areaOf(flow).area;
  const area = isOpen(named) ? named : "services";
  const suspended = customer?.Status === "Suspended";
  const add =
    customer && mayAdd && !suspended
      ? () => openAddProduct({ customerId: customer.Id, customerName: customer.Name })
      : undefined;
  const items: (MenuItem | false)[] = customer
    ? [
        mayEdit && { label: "Edit details", icon: "edit", onSelect: () => setAction({ kind: "edit", customer }) },
        mayTransfer && {
          label: "Transfers",
          icon: "refresh",
          onSelect: () => void navigate({ to: linkTo(screens.transfers, { ctx: customer.Id }) }),
        },
        mayQuote &&
          !suspended && {
            label: "New quote",
            icon: "document",
            onSelect: () => void navigate({ to: screens.newQuote.path, search: { customer: customer.Id } }),
          },
        mayEdit && { label: "Rename", icon: "document", onSelect: () => setAction({ kind: "rename", customer }) },
        maySuspend &&
          !suspended && {
            label: "Suspend",
            icon: "pause",
            danger: true,
            onSelect: () => setAction({ kind: "suspend", customer }),
          },
      ]
    : [];
  /** What this customer pays: with what it costs, or with its details for who does not see that. */
  const prices = customer && maySetPrices && (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <CustomerPrices customerId={customer.Id} customerName={customer.Name} />
    </Suspense>
  );
  const more = items.filter((item) => item !== false);

  return (
    <>
      <PageHeader
        title={customer?.Name ?? <Skeleton className="h-7 w-64" />}
        about={
          customer ? (
            <CustomerHead customer={customer} troubles={overview?.Troubles ?? 0} />
          ) : (
            <Skeleton className="w-20" />
          )
        }
        actions={
          customer && (
            <>
              <AsOfButton>{(onClose) => <CustomerAsOf customerId={customerId} onClose={onClose} />}</AsOfButton>
              {more.length > 0 && (
                <Menu label="More actions" groups={[{ items: more }]} align="end" triggerClass={moreClass} />
              )}
              {suspended && maySuspend && (
                <Button variant="primary" icon="refresh" onClick={() => setAction({ kind: "reactivate", customer })}>
                  Reactivate
                </Button>
              )}
              {add && (
                <Button variant="primary" icon="add" onClick={add}>
                  Add product
                </Button>
              )}
            </>
          )
        }
      />
      {suspended && (
        <div className="mb-5">
          <Alert type="warning" title="This customer is suspended">
            Its services are suspended at their vendors and its users cannot sign in. Billing continues. Reactivate the
            customer to change or add services.
          </Alert>
        </div>
      )}
      <Transfers customerId={customerId} />
      {overview && (
        <Suspense fallback={<Skeleton className="mb-5 h-18" />}>
          <CustomerFigures customerId={customerId} overview={overview} />
        </Suspense>
      )}
      <Tabs
        label="Parts of this customer"
        value={area}
        onValue={(next) =>
          void navigate({
            to: `${customerAddress(customerId)}/view/${shownAreas.find((each) => each.area === next)!.flow}`,
            replace: true,
          })
        }
        tabs={areas.map(({ area: id, label }) => ({
          id,
          label,
          ...(id === "services" && services ? { count: services.length } : {}),
        }))}
      >
        {area === "users" && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <UsersArea customerId={customerId} suspended={suspended} />
          </Suspense>
        )}
        {area === "services" && (
          <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 content-start gap-4">
              {overview && overview.Subscriptions.length + overview.Ended.length > 0 && (
                <Suspense fallback={<Skeleton className="h-64" />}>
                  <HeldList customerId={customerId} overview={overview} />
                </Suspense>
              )}
              <ServicesArea customerId={customerId} onAdd={add} />
            </div>
            {overview && (
              <Suspense fallback={null}>
                <CustomerRail customerId={customerId} overview={overview} />
              </Suspense>
            )}
          </div>
        )}
        {area === "manage" &&
          (customer ? (
            <div className="grid gap-4">
              <DetailsArea
                customer={customer}
                onEdit={mayEdit ? () => setAction({ kind: "edit", customer }) : undefined}
              />
              {maySetRules && (
                <Suspense fallback={<Skeleton className="h-32" />}>
                  <OrderRulesCard customerId={customer.Id} customerName={customer.Name} />
                </Suspense>
              )}
              {!isOpen("billing") && prices}
            </div>
          ) : (
            <Skeleton className="h-48" />
          ))}
        {area === "activity" && <ActivityArea customerId={customerId} />}
        <Suspense fallback={<Skeleton className="h-64" />}>
          {area === "billing" && (
            <div className="grid gap-4">
              {prices}
              <BillingArea customerId={customerId} />
            </div>
          )}
          {area === "cloudMarketAccess" && (
            <SignInAccess customerId={customerId} customerName={customer?.Name ?? "this customer"} />
          )}
          {area === "editStreamAccess" && <StreamAccess customerId={customerId} portal="comms" />}
          {area === "m365AccountLink" && (
            <TenantLinksArea customerId={customerId} customerName={customer?.Name ?? "this customer"} />
          )}
        </Suspense>
      </Tabs>
      {action && (
        <Suspense fallback={null}>
          <CustomerDialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Tells which areas the person may open; that of the partner portal only if the customer has a service there. */
function useOpenAreas(services: readonly ServiceItem[] | undefined) {
  const { PartnerSystems } = useSession();
  const hasVoice =
    services?.some(({ ProductId }) => productsOfPortal.comms.includes(ProductId)) === true &&
    PartnerSystems.some(({ slug, linked }) => slug === "comms" && linked);
  const maySeeUsers = useAllowed(screens.customerUsers);
  const mayLetIn = useAllowed(acts.letUsersIn) && maySeeUsers;
  const open: Readonly<Record<AccountArea, boolean>> = {
    users: maySeeUsers,
    services: true,
    manage: true,
    activity: true,
    billing: useAllowed(acts.seeCharges),
    cloudMarketAccess: mayLetIn,
    editStreamAccess: mayLetIn && hasVoice,
    m365AccountLink: useAllowed(acts.linkTenants),
  };
  return (area: AccountArea) => open[area];
}

const moreClass =
  "inline-flex size-9 max-w-11 items-center justify-center rounded-control border border-line bg-surface text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken max-md:size-11";

import type { Screen } from "@tradewind/contract/screen.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import type { ResultOf, WireMoney } from "@tradewind/contract/endpoint.ts";
import { formatShortMonth } from "@tradewind/domain/values/date-formats.ts";
import type { NeedKind } from "@tradewind/domain/insight/dashboard.ts";
import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { mayUse, useSeesSpending, useSession } from "../../platform/session.ts";
import { appLink, TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { dashboardQuery } from "./dashboard.queries.ts";

type Figures = ResultOf<typeof dashboard.figures>;
const Chart = lazy(async () => ({ default: (await import("../../ui/chart.tsx")).Chart }));
const QuickLinks = lazy(async () => ({ default: (await import("./quick-links.tsx")).QuickLinks }));
const InProgress = lazy(async () => ({ default: (await import("./in-progress-card.tsx")).InProgressCard }));
const FirstSteps = lazy(async () => ({ default: (await import("./first-steps-card.tsx")).FirstStepsCard }));
const count = (number: number) => number.toLocaleString("en-GB");

export function DashboardScreen() {
  const { Reseller, User } = useSession();
  const { data, error, refetch } = useQuery(dashboardQuery);
  const prices = useSeesSpending();
  const ofCustomer = sideOf(User.Kind) === "customer";
  const twoColumns = prices || (data?.InProgress ?? 0) > 0;
  return (
    <>
      <PageHeader title="Dashboard" about={ofCustomer ? data?.Organisation : (Reseller?.Name ?? User.displayName)} />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-6">
          <Suspense fallback={<div className="h-8" />}>
            <QuickLinks />
          </Suspense>
          {data && isNew(data) && (
            <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
              <FirstSteps />
            </Suspense>
          )}
          <Tiles figures={data} prices={prices} ofCustomer={ofCustomer} />
          <div className={`grid items-start gap-6 ${twoColumns ? "lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]" : ""}`}>
            <div className="min-w-0 lg:order-last">
              <NeedsYou figures={data} />
            </div>
            <div className="grid min-w-0 items-start gap-6">
              {prices && <Spend figures={data} />}
              {data && data.InProgress > 0 && (
                <div className="min-w-0 max-lg:order-first">
                  <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
                    <InProgress />
                  </Suspense>
                </div>
              )}
            </div>
          </div>
        </div>
      )}
    </>
  );
}

/** Checks for a reseller with no customers yet, or with nothing sold. */
const isNew = ({ Customers, ActiveServices, InProgress: waiting, Failed }: Figures) =>
  Customers === 0 || ActiveServices + waiting + Failed === 0;

type TilesProps = { figures: Figures | undefined; prices: boolean; ofCustomer: boolean };

function Tiles({ figures, prices, ofCustomer }: TilesProps) {
  const loading = figures === undefined;
  const failed = figures?.Failed ?? 0;
  const overdue = figures?.OverdueInvoices ?? 0;
  const session = useSession();
  const tile = (screen: Screen, href: string = screen.path) => ({
    loading,
    href: mayUse(session, screen) ? href : undefined,
    renderLink: appLink,
  });
  const services = (State: "active" | "changing" | "failed") =>
    tile(screens.services, linkTo(screens.services, {}, { State }));
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 xl:grid-cols-6">
      {!ofCustomer && (
        <StatTile
          {...tile(screens.customers)}
          icon="building"
          label="Customers"
          value={count(figures?.Customers ?? 0)}
        />
      )}
      <StatTile
        {...services("active")}
        icon="cloud"
        label="Active services"
        value={count(figures?.ActiveServices ?? 0)}
      />
      <StatTile
        {...services("changing")}
        icon="clock"
        label="In progress"
        value={count(figures?.InProgress ?? 0)}
        tone={figures?.InProgress ? "information" : undefined}
      />
      <StatTile
        {...services("failed")}
        icon="cross"
        label="Failed"
        value={count(failed)}
        tone={failed > 0 ? "fail" : undefined}
      />
      {prices && (
        <StatTile
          {...tile(screens.billing)}
          icon="card"
          label="Cost this month"
          value={amount(figures?.SpendThisMonth)}
        />
      )}
      {prices && (
        <StatTile
          {...tile(screens.invoices, linkTo(screens.invoices, {}, { Status: "overdue" }))}
          icon="document"
          label="Overdue"
          value={amount(figures?.Overdue)}
          tone={overdue > 0 ? "warning" : undefined}
        />
      )}
    </div>
  );
}

const amount = (money: WireMoney | null | undefined) => (money ? <MoneyText value={money} /> : "–");

function Spend({ figures }: { figures: Figures | undefined }) {
  const months = figures?.SpendByMonth ?? [];
  const currency = months[0]?.Net.Currency ?? "GBP";
  const asMoney = (minor: number) => formatMoney({ Minor: String(Math.round(minor)), Currency: currency });
  return (
    <Card title="Cost" about="What your services cost you each month, before VAT. What customers pay is in Analytics.">
      {!figures ? (
        <Skeleton className="h-62" />
      ) : months.length === 0 ? (
        <EmptyState tight icon="chart" title="No cost yet">
          The first charge appears here as soon as an order is placed.
        </EmptyState>
      ) : (
        <Suspense fallback={<Skeleton className="h-62" />}>
          <Chart
            title="Net cost by month"
            points={months.map(({ Month, Net }) => ({ label: formatShortMonth(Month), value: Number(Net.Minor) }))}
            format={asMoney}
            heads={["Month", "Net cost"]}
          />
        </Suspense>
      )}
    </Card>
  );
}

type Mark = { icon: IconName; colour: string };
const kinds: Record<Figures["NeedsYou"][number]["Kind"], Mark> = {
  failedService: { icon: "cross", colour: "text-danger" },
  unansweredOrder: { icon: "clock", colour: "text-warning" },
  overdueInvoice: { icon: "alert", colour: "text-warning" },
  azureBudget: { icon: "chart", colour: "text-warning" },
  waitingRequest: { icon: "help", colour: "text-info" },
  waitingTicket: { icon: "help", colour: "text-info" },
  unsignedAgreement: { icon: "document", colour: "text-info" },
  mfaMissing: { icon: "alert", colour: "text-warning" },
  renewal: { icon: "calendar", colour: "text-muted" },
  invitationExpiring: { icon: "user", colour: "text-muted" },
};

/** Falls back for a kind that this page does not know yet, because the portal was updated meanwhile. */
const markOf = (kind: string): Mark =>
  (kinds as Partial<Record<string, Mark>>)[kind] ?? { icon: "alert", colour: "text-muted" };

function NeedsYou({ figures }: { figures: Figures | undefined }) {
  return (
    <Card title="Needs you" flush>
      {!figures ? (
        <div className="grid gap-4 px-5 pb-5">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-9" />
          ))}
        </div>
      ) : figures.NeedsYou.length === 0 ? (
        <EmptyState tight icon="checkCircle" title="Nothing is waiting for you">
          Failed services, orders that a vendor has not answered, overdue invoices, requests, tickets waiting for your
          answer, unsigned agreements, renewals and expiring invitations appear here.
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {figures.NeedsYou.map((item) => (
            <li key={item.Kind + item.Id} className="border-b border-line last:border-0">
              {appLink({
                href: item.Link,
                className:
                  "flex items-start gap-3 px-5 py-3 transition-colors last:rounded-b-card hover:bg-canvas -outline-offset-2 max-md:px-4",
                onClick: () => {},
                children: (
                  <>
                    <Icon name={markOf(item.Kind).icon} className={`mt-[3px] ${markOf(item.Kind).colour}`} />
                    <span className="grid min-w-0 flex-1">
                      <span className="line-clamp-2 font-medium wrap-anywhere">{item.Title}</span>
                      <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{item.Detail}</span>
                      <span className="text-sm font-medium text-accent-text md:hidden">{item.Action}</span>
                    </span>
                    <span className="shrink-0 font-medium text-accent-text max-md:hidden">{item.Action}</span>
                    <Icon name="chevronRight" className="mt-[3px] text-muted" />
                  </>
                ),
              })}
            </li>
          ))}
          <More figures={figures} />
        </ul>
      )}
    </Card>
  );
}

/** Leads to the failed services and overdue invoices that the list has no room for. */
function More({ figures: { NeedsYou: shown, Failed, OverdueInvoices } }: { figures: Figures }) {
  const session = useSession();
  const left = (all: number, kind: NeedKind) => all - shown.filter((need) => need.Kind === kind).length;
  const failed = left(Failed, "failedService");
  const overdue = left(OverdueInvoices, "overdueInvoice");
  const links = [
    [failed, "failed service", screens.services, linkTo(screens.services, {}, { State: "failed" })],
    [overdue, "overdue invoice", screens.invoices, linkTo(screens.invoices, {}, { Status: "overdue" })],
  ] as const;
  return links
    .filter(([more, , screen]) => more > 0 && mayUse(session, screen))
    .map(([more, word, , href]) => (
      <li key={word} className="border-b border-line px-5 py-2.5 last:border-0 max-md:px-4">
        <TextLink to={href}>{`${count(more)} more ${word}${more === 1 ? "" : "s"}`}</TextLink>
      </li>
    ));
}

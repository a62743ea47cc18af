import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { useAllowed, useSeesPrices, useSeesSpending, useSession } from "../../platform/session.ts";
import { ComingBillsCard } from "../../shared/coming-bills/coming-bills-card.tsx";
import { appLink, TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { invoiceListQuery, invoiceTotalsQuery } from "./invoices.queries.ts";
import { OverdueAlert } from "./overdue-alert.tsx";
import { invoiceColumns } from "./invoices-table.tsx";

const latest = 6;

/** Shows the reseller's account: the next invoice so far, the amount due, overdue invoices, and the coming bills. */
export function BillingScreen() {
  const { Reseller } = useSession();
  const prices = useSeesPrices();
  const maySetPrices = useAllowed(screens.priceRules);
  const seesList = useAllowed(screens.pricing);
  const seesAccount = useAllowed(screens.accountTotals);
  const maySeeComing = useAllowed(acts.seeComingBills);
  const seesComing = useSeesSpending() && maySeeComing;
  const seesCredit = useAllowed(screens.credit);
  const phone = useMedia(widths.phone);
  const totals = useQuery(invoiceTotalsQuery);
  const list = useInfiniteQuery(invoiceListQuery({ Search: "" }));
  const rows = list.data?.pages[0]?.Items.slice(0, latest) ?? [];
  const figures = totals.data;
  const loading = figures === undefined;
  const late = figures?.OverdueCount ?? 0;
  return (
    <>
      <PageHeader
        title="Billing"
        about={Reseller?.Name}
        actions={
          <>
            <TextLink to={screens.paymentOptions.path}>Payment options</TextLink>
            {prices && (
              <>
                {seesAccount && <TextLink to={screens.accountTotals.path}>Account totals</TextLink>}
                {seesCredit && <TextLink to={screens.credit.path}>Credit</TextLink>}
                {seesList && <TextLink to={screens.pricing.path}>Prices</TextLink>}
                {maySetPrices && <TextLink to={screens.priceRules.path}>Price rules</TextLink>}
              </>
            )}
          </>
        }
      />
      {totals.error && !figures ? (
        <QueryError error={totals.error} onRetry={() => void totals.refetch()} />
      ) : (
        <div className="grid gap-6">
          <OverdueAlert />
          {prices && (
            <div className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-4">
              <StatTile
                loading={loading}
                icon="clock"
                label="Next invoice so far"
                value={figures?.NextNet && <MoneyText value={figures.NextNet} />}
                note={figures && `Before VAT. Issued on ${formatDate(figures.NextOn)}`}
              />
              <StatTile
                loading={loading}
                href={screens.invoices.path}
                renderLink={appLink}
                icon="document"
                label="To pay"
                value={figures?.Owed && <MoneyText value={figures.Owed} credit />}
                note="All open invoices, less credit"
              />
              <StatTile
                loading={loading}
                href={linkTo(screens.invoices, {}, { Status: "overdue" })}
                renderLink={appLink}
                icon="alert"
                tone={late > 0 ? "fail" : undefined}
                label="Overdue"
                value={figures?.Overdue && <MoneyText value={figures.Overdue} />}
                note={
                  late === 0 ? "Nothing is overdue" : `${late} ${late === 1 ? "invoice is" : "invoices are"} past due`
                }
              />
            </div>
          )}
          {seesComing && <ComingBillsCard />}
          <section className="grid gap-3" aria-labelledby="latest">
            <div className="flex items-baseline justify-between gap-4">
              <h2 id="latest" className="text-md">
                Latest invoices
              </h2>
              <TextLink to={screens.invoices.path}>All invoices</TextLink>
            </div>
            <DataTable
              label="Latest invoices"
              columns={invoiceColumns(prices, phone)}
              rows={rows}
              rowKey={(row) => row.Id}
              href={invoiceAddress}
              renderLink={appLink}
              total={rows.length}
              loading={list.isPending}
              error={
                list.isError && rows.length === 0 ? (
                  <QueryError error={list.error} onRetry={() => void list.refetch()} />
                ) : undefined
              }
              empty={
                <EmptyState icon="document" title="No invoices yet">
                  Each month is invoiced on the first day of the next.
                </EmptyState>
              }
            />
          </section>
        </div>
      )}
    </>
  );
}

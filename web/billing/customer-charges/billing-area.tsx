import type { CustomerCharge } from "@tradewind/contract/billing/customer-charges.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSeesPrices } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { chargedMonthsQuery, chargesQuery } from "./customer-charges.queries.ts";

const plain: readonly Column<CustomerCharge>[] = [
  {
    id: "what",
    header: "Charge",
    width: "minmax(220px, 3fr)",
    cell: (row) => (
      <>
        {row.Description} {row.IsCredit && <Badge tone="information">Credit</Badge>}
      </>
    ),
  },
  {
    id: "product",
    header: "Product",
    width: "minmax(160px, 2fr)",
    card: "line",
    quiet: true,
    cell: (row) => row.ProductName,
  },
  {
    id: "quantity",
    header: "Quantity",
    width: "160px",
    align: "end",
    from: "large",
    cell: (row) => (row.Unit === null ? row.Quantity.toLocaleString("en-GB") : counted(row.Quantity, row.Unit)),
  },
  {
    id: "period",
    header: "Period",
    width: "230px",
    align: "end",
    from: "large",
    cell: (row) =>
      row.PeriodUntil > row.PeriodFrom
        ? `${formatDate(row.PeriodFrom)} – ${formatLastDay(row.PeriodUntil)}`
        : formatDate(row.PeriodFrom),
  },
  { id: "due", header: "Charged on", width: "120px", align: "end", quiet: true, cell: (row) => formatDate(row.DueOn) },
];
const amount: Column<CustomerCharge> = {
  id: "net",
  header: "Your cost",
  width: "130px",
  align: "end",
  card: "corner",
  cell: (row) => row.Net && <MoneyText value={row.Net} />,
};

/** What was charged for a customer: by month, and each charge. */
export function BillingArea({ customerId }: { customerId: string }) {
  const priced = useSeesPrices();
  const list = useInfiniteQuery(chargesQuery(customerId));
  return (
    <div className="grid gap-4">
      {priced && <Months customerId={customerId} />}
      <ListTable
        label="Charges"
        list={list}
        columns={priced ? [...plain, amount] : plain}
        rowKey={(row) => row.Id}
        empty={
          <EmptyState icon="document" title="Nothing was charged yet">
            What the services of this customer cost you appears here, before it is on an invoice.
          </EmptyState>
        }
      />
      <TextLink to={screens.invoices.path}>All invoices</TextLink>
    </div>
  );
}

function Months({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useQuery(chargedMonthsQuery(customerId));
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return null;
  return (
    <Card title="By month" about="What its services cost you, without VAT">
      {data ? (
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 pt-2 md:grid-cols-4 xl:grid-cols-6">
          {data.map(({ Month, Net }) => (
            <div key={Month} className="grid">
              <dt className="text-sm text-muted">{formatMonth(Month)}</dt>
              <dd className="figures">{Net && <MoneyText value={Net} />}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton className="h-12" />
      )}
    </Card>
  );
}

import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { notFound, rootRouteId } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { psaServiceQuery, type PsaService } from "./service.queries.ts";

type Line = PsaService["lines"][number];

const columns: readonly Column<Line>[] = [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(180px, 2fr)",
    cell: ({ cmCustomer, psaCustomer, agreement }) => (cmCustomer ?? psaCustomer ?? agreement).name,
  },
  {
    id: "match",
    header: "Company in the PSA",
    width: "minmax(160px, 2fr)",
    card: "line",
    cell: ({ cmCustomer, psaCustomer }) =>
      psaCustomer === null ? "–" : cmCustomer ? psaCustomer.name : `${psaCustomer.name}, not matched`,
  },
  { id: "agreement", header: "Agreement", width: "minmax(140px, 1fr)", cell: ({ agreement }) => agreement.name },
  { id: "from", header: "From", width: "120px", from: "large", cell: ({ from }) => (from ? formatDate(from) : "–") },
  {
    id: "until",
    header: "Until",
    width: "120px",
    from: "large",
    cell: ({ until }) => (until ? formatDate(until) : "–"),
  },
  {
    id: "price",
    header: "Price each",
    width: "110px",
    align: "end",
    from: "large",
    cell: ({ unitPrice }) => <span className="figures">{unitPrice ?? "–"}</span>,
  },
  {
    id: "quantity",
    header: "Quantity",
    width: "110px",
    align: "end",
    card: "corner",
    cell: ({ quantity }) => <span className="figures">{quantity}</span>,
  },
];

type Props = { calls: PsaCalls; service: string; ways: ReactNode };

/** Shows what a service is matched with in the PSA, and the lines by which that is billed there. */
export function ServiceLines({ calls, service, ways }: Props) {
  const { data, error, refetch } = useQuery(psaServiceQuery(calls, service));
  useCrumb(data?.name);
  if (error && asApiError(error).status === 404) throw notFound({ routeId: rootRouteId });
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const { name, selectedOption, ignored, lines } = data;
  return (
    <>
      <PageHeader title={name} about="As the PSA bills it" actions={ways} />
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              { label: "Number at the vendor", value: data.id },
              {
                label: "In the PSA",
                value: selectedOption
                  ? `${selectedOption.name}${ignored ? ", ignored" : ""}`
                  : ignored
                    ? "Ignored"
                    : "Not matched",
              },
              { label: "Lines there", value: lines.length.toLocaleString("en-GB") },
            ]}
          />
        </Card>
        <DataTable
          label="Lines in the PSA"
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          total={lines.length}
          actions={({ cmCustomer }) =>
            cmCustomer ? [{ label: "Open the customer", href: customerAddress(cmCustomer.id) }] : []
          }
          empty={
            <EmptyState icon="document" title="No lines in the PSA">
              {selectedOption
                ? "No agreement there has a line of this service."
                : "Match this service with one in the PSA to see the lines by which it is billed."}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

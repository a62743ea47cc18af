import { screens } from "@tradewind/contract/screens.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { acts } from "@tradewind/contract/acts.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { useAllowed, useSeesPrices } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { useSelection } from "../../shared/list/use-selection.ts";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { invoiceListQuery, invoiceTotalsQuery } from "./invoices.queries.ts";
import { invoiceColumns } from "./invoices-table.tsx";

const PaySeveralDialog = lazy(async () => ({
  default: (await import("./pay-several-dialog.tsx")).PaySeveralDialog,
}));
/** So many are paid at once. */
const most = 20;

export function InvoicesScreen() {
  const filter = useFilter(screens.invoices);
  const prices = useSeesPrices();
  const phone = useMedia(widths.phone);
  const list = useInfiniteQuery(invoiceListQuery(filter.asked));
  const totals = useQuery(invoiceTotalsQuery).data;
  const mayPay = useAllowed(acts.pay) && prices;
  const { rows } = useRows(list);
  const { selected, chosen, select } = useSelection(rows, ({ Id }) => Id, filter.name);
  const [paid, setPaid] = useState<typeof chosen>();
  const payable = chosen.filter(({ Kind, Status }) => Kind === "invoice" && Status !== "paid");
  const columns = useMemo(() => invoiceColumns(prices, phone), [prices, phone]);
  return (
    <>
      <ListScreen
        title="Invoices"
        words={["invoice", "invoices"]}
        filter={filter}
        about={
          totals ? (
            <span className="figures" role="status">
              {totals.Count.toLocaleString("en-GB")} {totals.Count === 1 ? "document" : "documents"}
              {totals.Owed && (
                <>
                  , <MoneyText value={totals.Owed} credit /> to pay
                </>
              )}
              {filter.isNarrowed && " in all"}
            </span>
          ) : undefined
        }
        headActions={
          prices && (
            <DownloadButton endpoint={invoices.csv} sent={{}} fileName="invoices.csv">
              Export CSV
            </DownloadButton>
          )
        }
        searchLabel="Search by number"
        filters={
          <Segmented
            label="Status"
            quietLabel
            value={filter.asked.Status ?? "all"}
            onValue={(value) => filter.ask({ Status: value === "all" ? undefined : value })}
            choices={[
              { value: "all", label: "All" },
              { value: "open", label: "Open" },
              { value: "overdue", label: totals?.OverdueCount ? `Overdue ${totals.OverdueCount}` : "Overdue" },
              { value: "paid", label: "Paid" },
            ]}
          />
        }
        settings="invoices"
        list={list}
        columns={columns}
        rowKey={(row) => row.Id}
        href={invoiceAddress}
        renderLink={rowLink}
        total={filter.isNarrowed ? undefined : totals?.Count}
        selected={mayPay ? selected : undefined}
        onSelect={mayPay ? select : undefined}
        rowName={({ Number }) => Number}
        bulk={
          <Button
            size="small"
            variant="primary"
            disabled={payable.length === 0 || payable.length > most}
            onClick={() => setPaid(payable)}
          >
            {payable.length === 0
              ? "Nothing to pay"
              : payable.length > most
                ? `Pay at most ${most}`
                : `Pay ${payable.length} ${payable.length === 1 ? "invoice" : "invoices"}`}
          </Button>
        }
        empty={
          <EmptyState icon="document" title="No invoices yet">
            Each month is invoiced on the first day of the next. What is charged until then is on the billing page.
          </EmptyState>
        }
      />
      {paid && (
        <Suspense fallback={null}>
          <PaySeveralDialog
            invoices={paid}
            onClose={() => {
              setPaid(undefined);
              select(new Set());
            }}
          />
        </Suspense>
      )}
    </>
  );
}

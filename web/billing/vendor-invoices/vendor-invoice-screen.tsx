import type { BillDifferenceItem } from "@tradewind/contract/billing/vendor-invoices.ts";
import { vendorInvoices } from "@tradewind/contract/billing/vendor-invoices.ts";
import { screens } from "@tradewind/contract/screens.ts";
import {
  billDifferenceKinds,
  type BillDecision,
  type BillDifferenceState,
} from "@tradewind/domain/billing/vendor-bills.ts";
import { formatDate, formatDateTime, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { formatMoney, MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { MoreButton } from "../../shared/more-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { sentence } from "../../shared/service-status.tsx";
import { causeWords, decisionWords } from "./bill-words.ts";
import {
  billDifferencesQuery,
  vendorInvoiceQuery,
  type BillFilter,
  type VendorInvoiceDetail,
} from "./vendor-invoices.queries.ts";

const DecisionDialog = lazy(async () => ({ default: (await import("./decision-dialog.tsx")).DecisionDialog }));

/** Shows an invoice of a vendor: its sums beside ours, what differs by its cause, and the lines that wait for a decision. */
export function VendorInvoiceScreen() {
  const { vendorInvoiceId } = useParamsOf(screens.vendorInvoice);
  const { data, error, refetch } = useQuery(vendorInvoiceQuery(vendorInvoiceId));
  useCrumb(data?.Invoice.Number);
  if (error && !data)
    return <QueryError page list={screens.vendorInvoices.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    );
  const { Invoice: invoice } = data;
  return (
    <>
      <PageHeader
        title={
          <>
            {invoice.VendorName}{" "}
            <span className="figures">{invoice.Source === "report" ? "report of use" : invoice.Number}</span>
          </>
        }
        about={`${formatMonth(invoice.PeriodFrom)}, ${invoice.Source === "report" ? "at our prices, made" : "issued"} ${formatDate(invoice.IssuedOn)}, ${invoice.Lines.toLocaleString("en-GB")} ${invoice.Lines === 1 ? "line" : "lines"}`}
        actions={
          <DownloadButton
            endpoint={vendorInvoices.csv}
            sent={{ params: { vendorInvoiceId } }}
            fileName={`${invoice.Number}.csv`}
          >
            Export CSV
          </DownloadButton>
        }
      />
      {invoice.Trouble && (
        <Alert type="error" title={`This ${invoice.Source} could not be read, and is tried again each day`}>
          {sentence(invoice.Trouble)}
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="min-w-0 lg:order-last">
          <Sums detail={data} />
        </div>
        <Lines vendorInvoiceId={vendorInvoiceId} isRead={invoice.ReadAt !== null} />
      </div>
    </>
  );
}

function Sums({ detail: { Invoice: invoice, Causes } }: { detail: VendorInvoiceDetail }) {
  return (
    <Card title="Compared">
      <dl className="grid gap-2">
        <Sum label={invoice.Source === "report" ? "They report" : "They ask"} value={invoice.Theirs} />
        <Sum label="We owe" value={invoice.Ours} />
        <div className="my-1 border-t border-line" />
        <Sum strong label="Difference" value={invoice.Apart} />
        {Causes.map(({ Kind, Count, Apart }) => (
          <Sum key={Kind} label={`${causeWords[Kind]}, ${Count.toLocaleString("en-GB")}`} value={Apart} />
        ))}
      </dl>
    </Card>
  );
}

type SumProps = { label: string; value: MoneyValue; strong?: boolean };

const Sum = ({ label, value, strong }: SumProps) => (
  <div className={`flex items-baseline justify-between gap-4 ${strong ? "text-md font-semibold" : ""}`}>
    <dt className={strong ? "" : "text-muted"}>{label}</dt>
    <dd className="figures">
      <MoneyText value={value} credit />
    </dd>
  </div>
);

const views = [
  { value: "open", label: "To decide" },
  { value: "disputed", label: "Disputed" },
  { value: "explained", label: "Explained" },
  { value: "all", label: "All" },
] as const;
type View = (typeof views)[number]["value"];

function Lines({ vendorInvoiceId, isRead }: { vendorInvoiceId: string; isRead: boolean }) {
  const [view, setView] = useState<View>("open");
  const [kind, setKind] = useState<BillFilter["Kind"]>();
  const [chosen, setChosen] = useState<{ difference: BillDifferenceItem; decision: BillDecision }>();
  const filter = { State: view === "all" ? undefined : view, Kind: kind };
  const list = useInfiniteQuery(billDifferencesQuery(vendorInvoiceId, filter));
  const items = list.data?.pages.flatMap((page) => page.Items);
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Segmented label="State" quietLabel value={view} onValue={setView} choices={views} />
        <Select
          label="Cause"
          quietLabel
          value={kind ?? ""}
          onChange={({ target }) => setKind(billDifferenceKinds.find((each) => each === target.value))}
          choices={[
            { value: "", label: "Every cause" },
            ...billDifferenceKinds.map((each) => ({ value: each, label: causeWords[each] })),
          ]}
        />
      </div>
      {list.error && !items ? (
        <QueryError error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <div aria-hidden="true" className="grid gap-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-32" />
          ))}
        </div>
      ) : items.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={isRead ? "checkCircle" : "refresh"}
            title={
              !isRead ? "This invoice is being read" : view === "open" && !kind ? "Nothing to decide" : "No such line"
            }
          >
            {!isRead
              ? "Its lines are compared once all of them are here."
              : view === "open" && !kind
                ? "Each line is what we owe, explains itself, or is settled."
                : "No line of this invoice is in this state for this cause."}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">
            {items.map((difference) => (
              <DifferenceCard
                key={difference.Id}
                difference={difference}
                onDecide={(decision) => setChosen({ difference, decision })}
              />
            ))}
          </ul>
          <MoreButton of={list} />
        </>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <DecisionDialog {...chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

const looks: Record<BillDifferenceState, { tone: Tone; word: string }> = {
  open: { tone: "warning", word: "To decide" },
  explained: { tone: "success", word: "Explains itself" },
  accepted: { tone: "disabled", word: "Accepted" },
  disputed: { tone: "information", word: "Disputed" },
  corrected: { tone: "success", word: "Corrected" },
};

type CardProps = { difference: BillDifferenceItem; onDecide: (decision: BillDecision) => void };

function DifferenceCard({ difference, onDecide }: CardProps) {
  const { tone, word } = looks[difference.State];
  const { Theirs, Ours, DecidedAt, DecidedBy } = difference;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base wrap-anywhere">{difference.Name}</h2>
            <StatusDot tone={tone}>{word}</StatusDot>
          </div>
          <p className="text-muted wrap-anywhere">
            {[difference.CustomerName, difference.ResellerName].filter(Boolean).join(" · ")}
          </p>
        </div>
        <p className="figures md:text-right">
          <MoneyText className="text-md font-semibold" value={difference.Apart} credit />
          <span className="block text-sm text-muted">
            {Theirs ? `They ask ${formatMoney(Theirs)}` : "Not billed"},{" "}
            {Ours ? `we owe ${formatMoney(Ours)}` : "nothing owed"}
          </span>
        </p>
      </div>
      <p className="wrap-anywhere">{sentence(difference.Text)}</p>
      {difference.Note && (
        <p className="text-sm wrap-anywhere text-muted">
          {[DecidedBy, DecidedAt && formatDateTime(DecidedAt)].filter(Boolean).join(", ")}: {difference.Note}
        </p>
      )}
      {difference.Decisions.length > 0 && (
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          {difference.Decisions.map((decision) => (
            <Button key={decision} onClick={() => onDecide(decision)}>
              {decisionWords[decision].button}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

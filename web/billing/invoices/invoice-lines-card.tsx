import type { Currency } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { useTypedSearch } from "../../shared/list/use-typed-search.ts";
import {
  groupLines,
  type CustomerLines,
  type InvoiceDetail,
  type PricedLine,
  type ServiceLines,
  joinedLines,
} from "./invoice-lines.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { periodWords } from "./invoice-words.tsx";
import { LineRow } from "./invoice-line-row.tsx";
import { invoiceLinesQuery } from "./invoices.queries.ts";

const LineProofPanel = lazy(async () => ({
  default: (await import("../../shared/line-proof/line-proof-panel.tsx")).LineProofPanel,
}));

/** Customers drawn at a time: an invoice may cover thousands. */
const batch = 50;
/** Above this number of customers the page starts as an overview of them. */
const few = 5;

/** Lists the lines under their customer and service, with subtotals; those of a long invoice page by page. */
export function InvoiceLinesCard({ detail }: { detail: InvoiceDetail }) {
  const [wanted, setWanted] = useState("");
  const [search, setSearch] = useTypedSearch(wanted, setWanted);
  const [shown, setShown] = useState(batch);
  const { pages, more, query } = useLinePages(detail, wanted);
  const groups = useMemo(() => groupLines(pages), [pages]);
  const [open, setOpen] = useState(groups.length <= few);
  const found =
    wanted === "" || detail.Next
      ? groups
      : groups.filter((group) => group.name.toLowerCase().includes(wanted.toLowerCase()));
  const [explained, setExplained] = useState<PricedLine>();
  const currency = detail.Invoice.Net?.Currency ?? "GBP";
  const left = found.length - shown;
  return (
    <Card
      flush
      title="Lines"
      about={
        groups.length > 0 && (
          <span className="figures">
            {more ? "The first " : ""}
            {count(sumOfLines(groups), "line")} for {count(groups.length, "customer")}
          </span>
        )
      }
      actions={
        (groups.length > few || detail.Next) && (
          <div className="flex items-center gap-3 max-md:w-full max-md:flex-wrap">
            <Button variant="link" className="shrink-0 max-md:order-last" onClick={() => setOpen(!open)}>
              {open ? "Hide all lines" : "Show all lines"}
            </Button>
            <SearchBox
              label="Search customers on this invoice"
              className="w-72! max-md:w-full!"
              value={search}
              maxLength={100}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        )
      }
    >
      {query.error && <QueryError error={query.error} onRetry={() => void query.refetch()} />}
      {found.length === 0 && query.isFetching && <Skeleton className="m-5 h-40" />}
      {found.length === 0 && !query.isFetching && !query.error && (
        <EmptyState tight icon="search" title="No customer matches">
          No customer on this invoice is called “{search.trim()}”.
        </EmptyState>
      )}
      {found.slice(0, shown).map((group) => (
        <CustomerSection
          key={`${group.customerId} ${open}`}
          invoiceId={detail.Invoice.Id}
          group={group}
          currency={currency}
          open={open}
          onExplain={setExplained}
        />
      ))}
      {(left > 0 || more) && (
        <div className="border-t border-line p-4 text-center">
          <Button
            busy={query.isFetching}
            onClick={() => {
              setShown(shown + batch);
              if (left <= batch) more?.();
            }}
          >
            {more
              ? "Show more customers"
              : `Show ${Math.min(batch, left)} more of ${left.toLocaleString("en-GB")} customers`}
          </Button>
        </div>
      )}
      {explained && (
        <Suspense>
          <LineProofPanel
            invoiceId={detail.Invoice.Id}
            line={explained}
            about={aboutLine(explained)}
            onClose={() => setExplained(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const aboutLine = ({ Description, CustomerName, PeriodFrom, PeriodUntil }: PricedLine) =>
  `${Description} for ${CustomerName}, ${periodWords(PeriodFrom, PeriodUntil)}`;

/**
 * Returns the pages of lines read so far, and what reads the next. The first comes with the invoice; a search is the
 * server's, unless that page is all.
 */
function useLinePages(detail: InvoiceDetail, wanted: string) {
  const [further, setFurther] = useState(false);
  const search = detail.Next ? wanted : "";
  const query = useInfiniteQuery({
    ...invoiceLinesQuery(detail.Invoice.Id, search, detail.Next),
    enabled: detail.Next !== null && (search !== "" || further),
    placeholderData: undefined,
  });
  const pages = useMemo(
    () => [...(search === "" ? [detail] : []), ...(query.data?.pages ?? [])],
    [detail, search, query.data],
  );
  const goesOn = pages.length === 0 ? false : pages.at(-1)!.Next !== null;
  const more = () => (query.data ? void query.fetchNextPage() : setFurther(true));
  return { pages, more: goesOn ? more : undefined, query };
}

const sumOfLines = (groups: readonly CustomerLines[]) =>
  groups.reduce((sum, { services }) => sum + services.reduce((own, { lines }) => own + lines.length, 0), 0);

const count = (number: number, word: string) => `${number.toLocaleString("en-GB")} ${word}${number === 1 ? "" : "s"}`;

type OnExplain = (line: PricedLine) => void;
type SectionProps = {
  invoiceId: string;
  group: CustomerLines;
  currency: Currency;
  open: boolean;
  onExplain: OnExplain;
};

function CustomerSection({ invoiceId, group, currency, open, onExplain }: SectionProps) {
  const [drawn, setDrawn] = useState(open);
  return (
    <details
      open={open}
      className="group border-t border-line"
      onToggle={(event) => event.currentTarget.open && setDrawn(true)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-5 py-2 hover:bg-sunken max-md:px-4 [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" size={12} className="shrink-0 text-muted transition-transform group-open:rotate-90" />
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{group.name}</span>
        {group.net && <MoneyText value={group.net} className="font-medium" />}
      </summary>
      {drawn &&
        group.services.map((service, at) => (
          <ServiceTable
            key={service.productId}
            invoiceId={invoiceId}
            service={service}
            currency={currency}
            headed={at === 0}
            onExplain={onExplain}
          />
        ))}
      <div className="h-3" />
    </details>
  );
}

/** Only the first table of a customer shows its headings: the columns of all are alike. */
type TableProps = {
  invoiceId: string;
  service: ServiceLines;
  currency: Currency;
  headed: boolean;
  onExplain: OnExplain;
};

function ServiceTable({ invoiceId, service, currency, headed, onExplain }: TableProps) {
  return (
    <table className="w-full">
      <caption className="px-5 pt-2 pb-1 pl-10 text-left text-sm font-medium text-muted max-md:px-4">
        {service.name}
      </caption>
      <thead className={headed ? "text-sm text-muted max-lg:sr-only" : "sr-only"}>
        <tr>
          <th scope="col" className="py-1 pr-3 pl-10 text-left font-medium">
            Description
          </th>
          <th scope="col" className="px-3 py-1 text-left font-medium max-lg:hidden">
            Period
          </th>
          <th scope="col" className="px-3 py-1 text-right font-medium max-lg:hidden">
            Quantity
          </th>
          <th scope="col" className="px-3 py-1 text-right font-medium max-lg:hidden">
            Unit price
          </th>
          <th scope="col" className="py-1 pr-5 pl-3 text-right font-medium">
            Net amount
          </th>
        </tr>
      </thead>
      <tbody>
        {joinedLines(service.lines).map(({ line, days }) => (
          <LineRow
            key={line.Id}
            invoiceId={invoiceId}
            line={line}
            days={days}
            currency={currency}
            onExplain={onExplain}
          />
        ))}
      </tbody>
    </table>
  );
}

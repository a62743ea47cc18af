import { linkTo } from "@tradewind/contract/address.ts";
import type { RequestItem } from "@tradewind/contract/ordering/requests.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Segmented } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useSession } from "../../platform/session.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { requestStateWords } from "./request-words.ts";
import { requestsQuery } from "./requests.queries.ts";

const what: Column<RequestItem> = {
  id: "what",
  header: "Request",
  width: "minmax(240px, 3fr)",
  twoLines: true,
  cell: (row) => (
    <span className="grid min-w-0">
      <span className="truncate">{row.What}</span>
      <span className="truncate text-sm text-muted">{row.ProductName}</span>
    </span>
  ),
};
const customer: Column<RequestItem> = {
  id: "customer",
  header: "Customer",
  width: "minmax(160px, 2fr)",
  card: "line",
  cell: (row) => row.CustomerName,
};
const state: Column<RequestItem> = {
  id: "state",
  header: "State",
  width: "140px",
  card: "corner",
  cell: ({ State }) => <StatusDot tone={requestStateWords[State].tone}>{requestStateWords[State].label}</StatusDot>,
};
const rest: readonly Column<RequestItem>[] = [
  {
    id: "amount",
    header: "Commits to, net",
    width: "150px",
    align: "end",
    card: "line",
    cell: ({ Amount }) => (Amount ? formatMoney(Amount) : "–"),
  },
  { id: "by", header: "Asked by", width: "minmax(140px, 1fr)", card: "line", quiet: true, cell: (row) => row.AskedBy },
  { id: "at", header: "Asked", width: "160px", align: "end", quiet: true, cell: (row) => formatDateTime(row.AskedAt) },
];
/** Of those that wait, whose state is that of the list. */
const until: Column<RequestItem> = {
  id: "until",
  header: "Open until",
  width: "120px",
  align: "end",
  from: "large",
  quiet: true,
  cell: (row) => formatDate(row.ExpiresOn),
};

/** Lists requests to order: those that wait for a decision, or all that were decided. */
export function RequestsScreen() {
  const filter = useFilter(screens.requests);
  const { isEndUserAdmin } = useSession().User;
  const list = useInfiniteQuery(requestsQuery(filter.asked));
  const shown = filter.asked.Shown ?? "open";
  const waiting = list.data?.pages[0]?.Waiting;
  return (
    <>
      <PageHeader
        title="Requests"
        about={
          isEndUserAdmin
            ? "Orders that your company asked for, and what became of them."
            : "Orders that somebody may not place without asking. Approve them as they are now, or say why not."
        }
        actions={
          <Segmented
            label="Shown"
            quietLabel
            value={shown}
            onValue={(Shown) => filter.ask({ Shown })}
            choices={[
              { value: "open", label: waiting ? `Waiting ${waiting.toLocaleString("en-GB")}` : "Waiting" },
              { value: "decided", label: "Decided" },
            ]}
          />
        }
      />
      <ListTable
        label="Requests"
        list={list}
        columns={[
          what,
          ...(isEndUserAdmin ? [] : [customer]),
          ...(shown === "open" ? [...rest, until] : [state, ...rest]),
        ]}
        rowKey={(row) => row.Id}
        href={(row) => linkTo(screens.request, { requestId: row.Id })}
        renderLink={rowLink}
        empty={
          shown === "open" ? (
            <EmptyState icon="checkCircle" title="Nothing waits for a decision">
              {isEndUserAdmin
                ? "What you ask for instead of ordering it appears here until it is decided."
                : "What customers’ admins and colleagues ask for appears here. Who has to ask is set with each customer, under Details."}
            </EmptyState>
          ) : (
            <EmptyState icon="document" title="No decisions yet">
              Requests that were approved, refused, taken back or too old appear here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

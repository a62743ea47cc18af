import type { GatewayPayoutItem } from "@tradewind/contract/billing/gateway-books.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { gatewayPayoutsQuery } from "./gateway-books.queries.ts";

const statuses = {
  onItsWay: { tone: "information", word: "On its way" },
  paid: { tone: "success", word: "Paid out" },
  failed: { tone: "fail", word: "Sent back by the bank" },
} as const;
const amount = { width: "140px", align: "end" } as const;
const columns: readonly Column<GatewayPayoutItem>[] = [
  { id: "day", header: "Made", width: "110px", cell: (row) => formatDate(row.MadeAt.slice(0, 10)) },
  {
    id: "gateway",
    header: "Gateway",
    width: "minmax(200px, 1.5fr)",
    card: "line",
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.Name}, {row.Ref}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "minmax(150px, 1fr)",
    card: "line",
    cell: ({ Status }) => <StatusDot tone={statuses[Status].tone}>{statuses[Status].word}</StatusDot>,
  },
  {
    id: "arrives",
    header: "At our bank",
    width: "120px",
    from: "large",
    cell: (row) => (row.ArrivesOn ? formatDate(row.ArrivesOn) : ""),
  },
  {
    id: "items",
    header: "Made of",
    width: "120px",
    align: "end",
    from: "large",
    cell: (row) => (row.Items === null ? "" : row.Items.toLocaleString("en-GB")),
  },
  { ...amount, id: "fees", header: "Fees", from: "large", cell: (row) => row.Fees && <MoneyText value={row.Fees} /> },
  { ...amount, id: "amount", header: "Amount", card: "corner", cell: (row) => <MoneyText value={row.Amount} /> },
];

/** Lists what payment gateways paid out to our bank. */
export function GatewayPayoutsScreen() {
  const list = useInfiniteQuery(gatewayPayoutsQuery);
  return (
    <>
      <PageHeader
        title="Pay-outs"
        about="What payment gateways paid to our bank, less their fees. Each comes as one line of a statement."
        actions={<TextLink to={screens.paymentGateways.path}>Payment gateways</TextLink>}
      />
      <ListTable
        label="Pay-outs"
        list={list}
        columns={columns}
        rowKey={({ Gateway, Ref }) => `${Gateway} ${Ref}`}
        rowName={(row) => `${row.Name}, ${row.Ref}`}
        empty={
          <EmptyState icon="document" title="Nothing was paid out yet">
            Pay-outs appear the day after they were made.
          </EmptyState>
        }
      />
    </>
  );
}

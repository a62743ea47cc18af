import { isSendable, obstacleWords, type ChargeState } from "@tradewind/domain/psa/azure-charges.ts";
import type { ReactNode } from "react";
import { customerAddress } from "../../shared/customer-context.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import type { AzureCharge } from "./service.queries.ts";

const looks: Readonly<Record<ChargeState, { label: string; tone: Tone }>> = {
  Ready: { label: "Not sent", tone: "disabled" },
  Sending: { label: "Being sent", tone: "information" },
  Sent: { label: "In the PSA", tone: "success" },
  Changed: { label: "Changed since", tone: "warning" },
  Removed: { label: "Removed in the PSA", tone: "warning" },
  Refused: { label: "Refused", tone: "fail" },
  Blocked: { label: "Cannot be sent", tone: "warning" },
};

/** What a row adds to its state: why it is refused or cannot be sent. */
const whyOf = ({ obstacle, message }: AzureCharge) => (obstacle ? obstacleWords[obstacle] : message);
const nameOf = ({ cmCustomer, subscription, part }: AzureCharge) =>
  [cmCustomer.name, subscription.name, part].filter((each) => each !== null).join(", ");

const columns: readonly Column<AzureCharge>[] = [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(180px, 2fr)",
    twoLines: true,
    cell: ({ cmCustomer }) => cmCustomer.name,
  },
  {
    id: "part",
    header: "Azure subscription",
    width: "minmax(180px, 2fr)",
    card: "line",
    cell: ({ subscription, part }) => (
      <span className="grid leading-5">
        <span className="truncate">{subscription.name}</span>
        {part !== null && <span className="truncate text-sm text-muted">{part}</span>}
      </span>
    ),
  },
  {
    id: "agreement",
    header: "Agreement",
    width: "minmax(120px, 1fr)",
    from: "large",
    cell: ({ agreement }) => agreement?.name ?? "–",
  },
  {
    id: "cost",
    header: "Cost",
    width: "110px",
    align: "end",
    from: "large",
    quiet: true,
    cell: ({ cost }) => <MoneyText value={cost} />,
  },
  { id: "price", header: "Price", width: "110px", align: "end", cell: ({ price }) => <MoneyText value={price} /> },
  { id: "sent", header: "In the PSA", width: "110px", align: "end", cell: ({ sent }) => <MoneyText value={sent} /> },
  {
    id: "difference",
    header: "To send",
    width: "110px",
    align: "end",
    card: "corner",
    cell: ({ difference }) => <MoneyText value={difference} className="font-medium" />,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(200px, 2fr)",
    card: "line",
    cell: (row) => {
      const { label, tone } = looks[row.state];
      const why = whyOf(row);
      return (
        <span className="grid leading-5">
          <StatusDot tone={tone} moving={row.state === "Sending"}>
            {label}
          </StatusDot>
          {why && (
            <span className="truncate text-sm text-muted" title={why}>
              {why}
            </span>
          )}
        </span>
      );
    },
  },
];

type Props = {
  rows: readonly AzureCharge[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSend: (row: AzureCharge) => void;
  bulk: ReactNode;
};

/** Lists the charges of a month; each is sent by itself, or several of them at once. */
export const ChargesTable = ({ rows, selected, onSelect, onSend, bulk }: Props) => (
  <DataTable
    label="Azure charges"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    rowName={nameOf}
    total={rows.length}
    selected={selected}
    onSelect={onSelect}
    bulk={bulk}
    actions={(row) => [
      { label: "Send to the PSA", disabled: !isSendable(row.state), onSelect: () => onSend(row) },
      { label: "Open the customer", href: customerAddress(row.cmCustomer.id) },
    ]}
    empty={
      <EmptyState icon="cloud" title="Nothing was spent in this month">
        Choose another month.
      </EmptyState>
    }
  />
);

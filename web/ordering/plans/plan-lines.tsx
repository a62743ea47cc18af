import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import type { PlanLine } from "@tradewind/contract/ordering/plans.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { changeOf, differenceWords, lineStateWords } from "./plan-words.ts";
import { orderAddress } from "../../shared/customer-context.ts";
import { rowLink } from "../../shared/link-render.tsx";

export const columns = (show: (line: PlanLine) => void): readonly Column<PlanLine>[] => [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(190px, 2fr)",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.CustomerName}</span>
        <span className="truncate text-sm text-muted">{row.Name}</span>
      </span>
    ),
  },
  { id: "change", header: "Change", width: "minmax(160px, 1fr)", card: "line", cell: (row) => <Change line={row} /> },
  {
    id: "monthly",
    header: "Each month",
    width: "130px",
    align: "end",
    from: "large",
    cell: (row) => <Monthly line={row} />,
  },
  {
    id: "now",
    header: "Charged now",
    width: "120px",
    align: "end",
    cell: (row) => <Charge line={row} />,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(150px, 1fr)",
    card: "corner",
    cell: (row) => <State line={row} onShow={() => show(row)} />,
  },
  {
    id: "undo",
    header: "Undo until",
    width: "170px",
    align: "end",
    from: "wide",
    quiet: true,
    cell: (row) => (row.UndoUntil ? formatDateTime(row.UndoUntil) : "–"),
  },
];

/**
 * A card has one line below its title, which says what changes and what it charges, or why it does not; its corner, which
 * takes the width that it needs, has no room for the reason.
 */
export const cardColumns = (show: (line: PlanLine) => void): readonly Column<PlanLine>[] =>
  columns(show).map((column) => {
    if (column.id === "change") return { ...column, cell: cardLine };
    if (column.id === "state")
      return { ...column, cell: (row) => <State line={{ ...row, Reason: null }} onShow={() => show(row)} /> };
    return column;
  });

function cardLine(line: PlanLine): string {
  const { ChargeNow, Reason } = line;
  if (Reason) return `${changeOf(line)}: ${Reason}`;
  return ChargeNow ? `${changeOf(line)}, ${formatMoney(ChargeNow)} now` : changeOf(line);
}

/** What a line changes, and below it what becomes of the term. */
function Change({ line }: { line: PlanLine }) {
  const [what, ...how] = changeOf(line).split(", ");
  return (
    <span className="grid min-w-0">
      {what}
      {how.length > 0 && <span className="truncate text-sm text-muted">{how.join(", ")}</span>}
    </span>
  );
}

/** What a line costs in a month from now on, and how much more or less that is. */
function Monthly({ line: { Before, After } }: { line: PlanLine }) {
  if (!After.Monthly) return "–";
  const more = Before.Monthly ? BigInt(After.Monthly.Minor) - BigInt(Before.Monthly.Minor) : 0n;
  return (
    <span className="grid">
      {formatMoney(After.Monthly)}
      {more !== 0n && <span className="text-sm text-muted">{differenceWords(more, After.Monthly.Currency)}</span>}
    </span>
  );
}

/** What a line charges now; of one that changed, also what it would have charged when it was shown. */
function Charge({ line: { ChargeNow, Was } }: { line: PlanLine }) {
  const before = Was?.ChargeNow && formatMoney(Was.ChargeNow.Net);
  const now = ChargeNow ? formatMoney(ChargeNow) : "–";
  return (
    <span className="grid">
      {before && before !== now && <s className="text-sm text-muted">{before}</s>}
      {now}
    </span>
  );
}

function State({ line, onShow }: { line: PlanLine; onShow: () => void }) {
  const { label, ...look } = lineStateWords[line.State];
  return (
    <span className="grid min-w-0">
      <StatusDot {...look}>{label}</StatusDot>
      {line.OrderId && (
        <span className="relative z-1 w-fit text-sm">
          {rowLink({
            href: orderAddress(line.CustomerId, line.OrderId),
            className: "rounded-control text-accent-text hover:underline",
            onClick: () => {},
            children: `Order ${orderNumber(line.OrderId)}`,
          })}
        </span>
      )}
      {line.Was && line.Is ? (
        <span className="relative z-1 w-fit">
          <Button variant="link" size="small" onClick={onShow}>
            What changed
          </Button>
        </span>
      ) : (
        line.Reason && (
          <span className="truncate text-sm text-muted" title={line.Reason}>
            {line.Reason}
          </span>
        )
      )}
    </span>
  );
}

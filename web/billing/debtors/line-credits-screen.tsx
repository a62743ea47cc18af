import type { LineCredit } from "@tradewind/contract/billing/line-credits.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { creditReasonWords, lineCreditStates, type LineCreditState } from "@tradewind/domain/billing/line-credits.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Select } from "../../ui/choice.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { creditStates } from "./debtor-line-credits.tsx";
import { DecideLineCreditDialog, type DecidingLineCredit } from "./decide-line-credit-dialog.tsx";
import { lineCreditsQuery } from "./line-credits.queries.ts";

const choices = [
  { value: "", label: "All credited lines" },
  ...lineCreditStates.map((value) => ({ value, label: creditStates[value].word })),
];

const Standing = ({ of }: { of: LineCreditState }) => (
  <StatusDot tone={creditStates[of].tone}>{creditStates[of].word}</StatusDot>
);

const Documents = ({ row }: { row: LineCredit }) => (
  <span className="grid min-w-0">
    <span className="figures">{row.MemoNumber ?? "Not issued"}</span>
    <span className="figures text-sm text-muted">for {row.Number}</span>
  </span>
);

const columns: readonly Column<LineCredit>[] = [
  { id: "reseller", header: "Reseller", width: "minmax(140px, 2fr)", twoLines: true, cell: (row) => row.Reseller },
  { id: "memo", header: "Credit memo", width: "150px", cell: (row) => <Documents row={row} /> },
  {
    id: "gross",
    header: "With VAT",
    width: "120px",
    align: "end",
    card: "corner",
    cell: (row) => <MoneyText value={row.Gross} />,
  },
  {
    id: "vat",
    header: "VAT in it",
    width: "110px",
    align: "end",
    from: "wide",
    quiet: true,
    cell: (row) => <MoneyText value={row.Vat} />,
  },
  {
    id: "why",
    header: "Why",
    width: "minmax(180px, 3fr)",
    cell: (row) => (
      <span className="grid min-w-0">
        <span>{creditReasonWords[row.Reason]}</span>
        <span className="truncate text-sm text-muted">{row.Words}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    width: "minmax(180px, 2fr)",
    cell: (row) => (
      <span className="grid">
        <Standing of={row.State} />
        <span className="truncate text-sm text-muted">
          {row.DecidedBy ?? row.EnteredBy}, {formatDate((row.DecidedAt ?? row.EnteredAt).slice(0, 10))}
        </span>
      </span>
    ),
  },
];

/** On a phone, the document and why stand above how it stands. */
const cardColumns: readonly Column<LineCredit>[] = [
  ...columns.filter(({ id }) => id === "reseller" || id === "gross"),
  {
    id: "about",
    header: "About",
    width: "1fr",
    card: "line",
    cell: (row) => (
      <span className="grid gap-0.5">
        <span className="truncate">
          <span className="figures">{row.MemoNumber ?? row.Number}</span>, {creditReasonWords[row.Reason].toLowerCase()}
          : {row.Words}
        </span>
        <Standing of={row.State} />
      </span>
    ),
  },
];

const limit = format({ minor: takenOffAlone, currency: "GBP" });

/** Lists what staff credited of lines of invoices; approves and refuses. */
export function LineCreditsScreen() {
  const [{ State, ResellerId }, ask] = useAsked(screens.lineCredits);
  const list = useInfiniteQuery(lineCreditsQuery({ State, ResellerId }));
  const [deciding, setDeciding] = useState<DecidingLineCredit>();
  return (
    <>
      <PageHeader
        title="Credited lines"
        about={`Credit memos that staff issued. Above ${limit}, or as much in euros, a second person approves it.`}
        actions={<TextLink to={screens.debtors.path}>Debtors</TextLink>}
      />
      <ListTable
        label="Credited lines"
        list={list}
        filters={
          <Select
            label="State"
            className="w-56 max-md:w-full"
            choices={choices}
            value={State ?? ""}
            onChange={({ target }) => ask({ State: lineCreditStates.find((each) => each === target.value) })}
          />
        }
        columns={columns}
        cardColumns={cardColumns}
        rowKey={(row) => row.Id}
        rowName={(row) => `${formatMoney(row.Gross)} of ${row.Number}`}
        href={(row) => linkTo(screens.debtor, { resellerId: row.ResellerId })}
        renderLink={rowLink}
        actions={(credit) => [
          ...(credit.MayApprove
            ? [{ label: "Approve", icon: "check" as const, onSelect: () => setDeciding({ what: "approve", credit }) }]
            : []),
          ...(credit.State === "waiting"
            ? [{ label: "Refuse", icon: "cross" as const, onSelect: () => setDeciding({ what: "refuse", credit }) }]
            : []),
        ]}
        empty={
          <EmptyState icon="pound" title={State ? "No such credits" : "Nothing was credited by hand yet"}>
            {State ? "Choose another state." : "Lines of an invoice are credited on the page of its debtor."}
          </EmptyState>
        }
      />
      {deciding && <DecideLineCreditDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

import { writeOffs, type WriteOff } from "@tradewind/contract/billing/write-offs.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { writeOffStates, writeOffWords, type WriteOffState } from "@tradewind/domain/billing/write-offs.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Select } from "../../ui/choice.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { DecideWriteOffDialog, type DecidingWriteOff } from "./decide-write-off-dialog.tsx";
import { stateWords } from "./write-off-words.ts";
import { writeOffsQuery } from "./write-offs.queries.ts";

const choices = [
  { value: "", label: "All write-offs" },
  ...writeOffStates.map((value) => ({ value, label: stateWords[value].word })),
];

const Standing = ({ of }: { of: WriteOffState }) => (
  <StatusDot tone={stateWords[of].tone}>{stateWords[of].word}</StatusDot>
);

const columns: readonly Column<WriteOff>[] = [
  { id: "reseller", header: "Reseller", width: "minmax(140px, 2fr)", twoLines: true, cell: (row) => row.Reseller },
  {
    id: "invoice",
    header: "Invoice",
    width: "120px",
    cell: (row) => <span className="figures">{row.Number}</span>,
  },
  {
    id: "amount",
    header: "Amount",
    width: "120px",
    align: "end",
    card: "corner",
    cell: (row) => <MoneyText value={row.Amount} />,
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
        <span>{writeOffWords[row.Kind]}</span>
        <span className="truncate text-sm text-muted">{row.Reason}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    width: "minmax(180px, 2fr)",
    cell: (row) => {
      const [by, at] = row.TakenBackAt === null ? [row.DecidedBy, row.DecidedAt] : [row.TakenBackBy, row.TakenBackAt];
      return (
        <span className="grid">
          <Standing of={row.State} />
          {by !== null && at !== null && (
            <span className="truncate text-sm text-muted">
              {by}, {formatDate(at.slice(0, 10))}
            </span>
          )}
        </span>
      );
    },
  },
  {
    id: "entered",
    header: "Entered",
    width: "minmax(140px, 1.5fr)",
    from: "wide",
    quiet: true,
    cell: (row) => (
      <span className="grid">
        <span>{row.EnteredBy}</span>
        <span className="text-sm">{formatDate(row.EnteredAt.slice(0, 10))}</span>
      </span>
    ),
  },
];

/** On a phone, the document and why stand above how it stands. */
const cardColumns: readonly Column<WriteOff>[] = [
  ...columns.filter(({ id }) => id === "reseller" || id === "amount"),
  {
    id: "about",
    header: "About",
    width: "1fr",
    card: "line",
    cell: (row) => (
      <span className="grid gap-0.5">
        <span className="truncate">
          <span className="figures">{row.Number}</span>, {writeOffWords[row.Kind].toLowerCase()}: {row.Reason}
        </span>
        <Standing of={row.State} />
      </span>
    ),
  },
];

const limit = format({ minor: takenOffAlone, currency: "GBP" });

/** Lists what was taken off invoices without money; approves, refuses and takes back. */
export function WriteOffsScreen() {
  const [{ State, ResellerId }, ask] = useAsked(screens.writeOffs);
  const asked = { State, ResellerId };
  const list = useInfiniteQuery(writeOffsQuery(asked));
  const [deciding, setDeciding] = useState<DecidingWriteOff>();
  return (
    <>
      <PageHeader
        title="Write-offs"
        about={`What was taken off invoices without money. Above ${limit}, or as much in euros, a second person approves it.`}
        actions={
          <>
            <TextLink to={screens.debtors.path}>Debtors</TextLink>
            <TextLink to={screens.lineCredits.path}>Credited lines</TextLink>
            <DownloadButton endpoint={writeOffs.csv} sent={{ query: asked }} fileName="write-offs.csv">
              Export CSV
            </DownloadButton>
          </>
        }
      />
      <ListTable
        label="Write-offs"
        list={list}
        filters={
          <Select
            label="State"
            className="w-56 max-md:w-full"
            choices={choices}
            value={State ?? ""}
            onChange={({ target }) => ask({ State: writeOffStates.find((each) => each === target.value) })}
          />
        }
        columns={columns}
        cardColumns={cardColumns}
        rowKey={(row) => row.Id}
        rowName={(row) => `${formatMoney(row.Amount)} of ${row.Number}`}
        href={(row) => linkTo(screens.debtor, { resellerId: row.ResellerId })}
        renderLink={rowLink}
        actions={(writeOff) => [
          ...(writeOff.MayApprove
            ? [{ label: "Approve", icon: "check" as const, onSelect: () => setDeciding({ what: "approve", writeOff }) }]
            : []),
          ...(writeOff.State === "waiting"
            ? [{ label: "Refuse", icon: "cross" as const, onSelect: () => setDeciding({ what: "refuse", writeOff }) }]
            : []),
          ...(writeOff.State === "posted"
            ? [
                {
                  label: "Take back",
                  icon: "refresh" as const,
                  onSelect: () => setDeciding({ what: "takeBack", writeOff }),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState icon="pound" title={State ? "No such write-offs" : "Nothing was written off yet"}>
            {State ? "Choose another state." : "An open invoice is written off on the page of its debtor."}
          </EmptyState>
        }
      />
      {deciding && <DecideWriteOffDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

import { creditCodes, type CreditCode } from "@tradewind/contract/billing/credit-codes.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { creditCodesQuery } from "./credit.queries.ts";

const IssueCodeDialog = lazy(async () => ({ default: (await import("./issue-code-dialog.tsx")).IssueCodeDialog }));

const states = {
  waiting: { tone: "warning", word: "Waits for approval" },
  open: { tone: "information", word: "Not redeemed" },
  redeemed: { tone: "success", word: "Redeemed" },
  expired: { tone: "disabled", word: "Expired" },
  withdrawn: { tone: "disabled", word: "Withdrawn" },
} as const;
const choices = [
  { value: "", label: "All codes" },
  ...Object.entries(states).map(([value, { word }]) => ({ value, label: word })),
];

const stateWords = (row: CreditCode): string => {
  if (row.RedeemedBy !== null && row.RedeemedAt !== null)
    return `${row.RedeemedBy}, ${formatDate(row.RedeemedAt.slice(0, 10))}`;
  return row.WithdrawnBy ?? "";
};

const columns: readonly Column<CreditCode>[] = [
  {
    id: "reason",
    header: "Reason",
    width: "minmax(200px, 3fr)",
    twoLines: true,
    cell: (row) => row.Reason,
  },
  {
    id: "code",
    header: "Code",
    width: "110px",
    from: "large",
    cell: (row) => <span className="figures">…{row.Hint}</span>,
  },
  {
    id: "for",
    header: "For",
    width: "minmax(140px, 1.5fr)",
    card: "line",
    cell: (row) => row.OnlyFor ?? (row.RedeemedBy === null ? "Any reseller" : `Any reseller: ${row.RedeemedBy}`),
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
    id: "state",
    header: "State",
    width: "minmax(190px, 2fr)",
    card: "line",
    cell: (row) => {
      const { tone, word } = states[row.State];
      const more = stateWords(row);
      return (
        <span className="grid">
          <StatusDot tone={tone}>{word}</StatusDot>
          {more && <span className="truncate text-sm text-muted max-md:hidden">{more}</span>}
        </span>
      );
    },
  },
  { id: "until", header: "Valid until", width: "120px", from: "large", cell: (row) => formatDate(row.ValidUntil) },
  {
    id: "issued",
    header: "Issued",
    width: "minmax(170px, 1.5fr)",
    from: "wide",
    quiet: true,
    cell: (row) => (
      <span className="grid">
        <span>{row.IssuedBy}</span>
        <span className="text-sm">
          {row.ApprovedBy === null ? formatDateTime(row.IssuedAt) : `Approved by ${row.ApprovedBy}`}
        </span>
      </span>
    ),
  },
];

type Deciding = { what: "approve" | "withdraw"; code: CreditCode };

/** Lists the codes for credit that were issued; issues, approves and withdraws them. */
export function CreditCodesScreen() {
  const [{ State }, ask] = useAsked(screens.creditCodes);
  const list = useInfiniteQuery(creditCodesQuery(State));
  const [issuing, setIssuing] = useState(false);
  const [deciding, setDeciding] = useState<Deciding>();
  const issue = (
    <Button variant="primary" icon="add" onClick={() => setIssuing(true)}>
      Issue a code
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Credit codes"
        about="Credit that we give to resellers, each for one to redeem"
        actions={issue}
      />
      <ListTable
        label="Credit codes"
        list={list}
        filters={
          <Select
            label="State"
            className="w-56 max-md:w-full"
            choices={choices}
            value={State ?? ""}
            onChange={({ target }) => ask({ State: (target.value || undefined) as typeof State })}
          />
        }
        columns={columns}
        rowKey={(row) => row.Id}
        rowName={(row) => `${formatMoney(row.Amount)}, code ending ${row.Hint}`}
        actions={(code) => [
          ...(code.MayApprove
            ? [{ label: "Approve", icon: "check" as const, onSelect: () => setDeciding({ what: "approve", code }) }]
            : []),
          ...(code.State === "waiting" || code.State === "open"
            ? [{ label: "Withdraw", icon: "cross" as const, onSelect: () => setDeciding({ what: "withdraw", code }) }]
            : []),
        ]}
        empty={
          <EmptyState
            icon="pound"
            title={State ? "No such codes" : "No code was issued yet"}
            action={State ? undefined : issue}
          >
            {State ? "Choose another state." : "A code is shown once, to be sent to the reseller that may redeem it."}
          </EmptyState>
        }
      />
      {issuing && (
        <Suspense fallback={null}>
          <IssueCodeDialog onClose={() => setIssuing(false)} />
        </Suspense>
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

const decisions = {
  approve: { title: "Approve this code?", action: "Approve", endpoint: creditCodes.approve },
  withdraw: { title: "Withdraw this code?", action: "Withdraw", endpoint: creditCodes.withdraw },
} as const;

function DecideDialog({ what, code, onClose }: Deciding & { onClose: () => void }) {
  const { title, action, endpoint } = decisions[what];
  const write = useWrite(endpoint, { refreshes: ["creditCodes"], shown: true, onDone: onClose });
  const whose = code.OnlyFor ?? "whoever redeems it first";
  return (
    <ConfirmDialog
      title={title}
      action={action}
      danger={what === "withdraw"}
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { creditCodeId: code.Id } })}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {write.error && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <p>
          {formatMoney(code.Amount)} for {whose}, issued by {code.IssuedBy}: {code.Reason}
        </p>
        {what === "withdraw" && <p>Nobody can redeem it any more.</p>}
      </div>
    </ConfirmDialog>
  );
}

import type { Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { formatDate, formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { isUndecided, transferWords } from "../../shared/transfer-words.ts";

type Props = {
  transfer: Transfer;
  /** Whose it is, where a list is of several; the reseller for the operator's people. */
  of?: { reseller?: string; customer: string };
  problem?: string | undefined;
  /** What can be done with it. */
  children?: ReactNode;
};

/** Shows how a transfer stands, what there is to do next, and each line with how it ended. */
export function TransferCard({ transfer, of, problem, children }: Props) {
  const { label, tone, moving, next } = transferWords(transfer, of?.reseller);
  const { Lines, MovedOn, Until, PartnerName } = transfer;
  const isIn = transfer.Direction === "in";
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1" aria-live="polite">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base wrap-anywhere">
              {transfer.VendorName} {isIn ? "from" : "to"} {PartnerName}
            </h2>
            <StatusDot tone={tone} moving={moving}>
              {label}
            </StatusDot>
          </div>
          {of && <p className="text-muted">{[of.customer, of.reseller].filter(Boolean).join(" · ")}</p>}
          <p className="text-sm wrap-anywhere text-muted">
            Asked for {formatDateTime(transfer.AskedAt)} by {isIn ? transfer.RequestedBy : PartnerName}
            {!isIn && transfer.RequestedBy && ` · accepted by ${transfer.RequestedBy}`}
            {MovedOn
              ? ` · ${movedWord(transfer)} ${formatDate(MovedOn)}`
              : Until && isUndecided(transfer) && ` · expires ${formatDate(Until)}`}
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            Tenant of the partner {transfer.PartnerTenantId} · {transfer.VendorName} tells {transfer.CustomerEmail}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">{children}</div>
      </div>
      {next && <p className="max-w-prose wrap-anywhere">{next}</p>}
      {problem && (
        <Alert type="error" live>
          {problem}
        </Alert>
      )}
      {Lines.length > 0 && (
        <Lined lines={Lines} label={isIn ? "What came and what stayed" : "What leaves and what stays"} />
      )}
    </li>
  );
}

/** What happened on the day on which a transfer was over; all of it may have stayed. */
const movedWord = ({ Direction, Lines }: Transfer) =>
  Lines.every(({ State }) => State === "stayed") ? "decided" : Direction === "in" ? "came" : "left";

const lineWords: Record<Transfer["Lines"][number]["State"], { tone: Tone; label: string }> = {
  awaited: { tone: "information", label: "Does not show yet" },
  came: { tone: "warning", label: "To take over" },
  taken: { tone: "success", label: "Taken over" },
  leaving: { tone: "information", label: "Leaving" },
  left: { tone: "success", label: "Left" },
  stayed: { tone: "fail", label: "Stayed" },
};

const Lined = ({ lines, label }: { lines: Transfer["Lines"]; label: string }) => (
  <ul className="grid border-t border-line" aria-label={label}>
    {lines.map((line, at) => (
      <li key={at} className="grid gap-1 border-b border-line py-3 last:border-b-0 last:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="min-w-0 wrap-anywhere">
            {line.Quantity.toLocaleString("en-GB")} × {line.Name}
            {line.TermUntil && <span className="text-muted"> · to {formatLastDay(line.TermUntil)}</span>}
          </span>
          <StatusDot tone={lineWords[line.State].tone}>{lineWords[line.State].label}</StatusDot>
        </div>
        {line.Reason && <p className="text-sm wrap-anywhere text-muted">{line.Reason}</p>}
      </li>
    ))}
  </ul>
);

import type { DebtorItem } from "@tradewind/contract/billing/debtors.ts";
import type { debtAges } from "@tradewind/contract/billing/account.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { DunningStep } from "@tradewind/domain/billing/dunning.ts";
import type { Expectation } from "@tradewind/domain/billing/debtors.ts";
import { StatusDot } from "../../ui/status.tsx";

export const ageWords: Record<(typeof debtAges)[number], string> = {
  notDue: "Not due",
  to30: "1–30 days",
  to60: "31–60 days",
  to90: "61–90 days",
  over90: "Over 90 days",
};

export const stepWords: Record<DunningStep, string> = {
  reminder: "Reminder",
  overdue: "Overdue",
  lastWarning: "Last warning",
  orderingPaused: "Ordering paused",
  escalated: "Escalated",
};

export const expectationWords: Record<Expectation, string> = {
  onItsWay: "On its way",
  directDebit: "Automatic debit",
  card: "Automatic card",
  due: "By due date",
  promised: "Promised",
};

export const moneyOf = (minor: bigint, currency: DebtorItem["Owed"]["Currency"]) => ({
  Minor: String(minor),
  Currency: currency,
});

/** How late a debtor is, at which reminder, and what it promised, or else since when. */
export function DebtorStep({ debtor, today }: { debtor: DebtorItem; today: string }) {
  const { Dunning, DaysLate, Overdue, PromisedOn } = debtor;
  const isLate = Overdue.Minor !== "0";
  const tone = Dunning?.OrderingPaused ? "fail" : isLate ? "warning" : "success";
  const word = Dunning ? stepWords[Dunning.Step] : isLate ? lateWords(DaysLate ?? 0) : "Nothing overdue";
  const isPausedToo = Dunning?.OrderingPaused && Dunning.Step !== "orderingPaused";
  return (
    <span className="grid">
      <StatusDot tone={tone}>{isPausedToo ? `${word}, paused` : word}</StatusDot>
      {PromisedOn !== null ? (
        <span className={`text-sm ${PromisedOn < today ? "text-danger" : ""}`}>
          Promised {formatDate(PromisedOn)}
          {PromisedOn < today && ", not kept"}
        </span>
      ) : (
        Dunning && <span className="text-sm text-muted">since {formatDate(Dunning.Since)}</span>
      )}
    </span>
  );
}

export const lateWords = (days: number): string =>
  days <= 0 ? "Not due yet" : days === 1 ? "1 day overdue" : `${days.toLocaleString("en-GB")} days overdue`;

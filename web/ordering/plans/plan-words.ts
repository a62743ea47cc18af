import type { Plan, PlanItem, PlanLine, PlanLineState } from "@tradewind/contract/ordering/plans.ts";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import { termWords } from "../../shared/proposal/unit-price.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Tone } from "../../ui/status.tsx";

type PlannedTerm = keyof typeof termWords;

const planStateWords: Record<PlanItem["State"], { label: string; tone: Tone; moving?: true }> = {
  proposing: { label: "Being worked out", tone: "information", moving: true },
  ready: { label: "To be ordered", tone: "warning" },
  running: { label: "Running", tone: "information", moving: true },
  paused: { label: "Paused", tone: "disabled" },
  done: { label: "Done", tone: "success" },
};

/** Says how far a plan is: one that is ordered is done once all of it is, and one without any effect is no success. */
export function standingOf(plan: Pick<PlanItem, "State" | "Lines">): (typeof planStateWords)[PlanItem["State"]] {
  if (plan.State !== "done") return planStateWords[plan.State];
  if (linesIn(plan, "working") > 0) return lineStateWords.working;
  const done = linesIn(plan, "done");
  if (done === 0) return { label: "Nothing done", tone: "disabled" };
  return done < everyLine(plan) ? { label: "Done in part", tone: "warning" } : planStateWords.done;
}

export const lineStateWords: Record<PlanLineState, { label: string; tone: Tone; moving?: true }> = {
  new: { label: "Being worked out", tone: "information", moving: true },
  planned: { label: "Waiting", tone: "disabled" },
  working: { label: "Being changed", tone: "information", moving: true },
  done: { label: "Done", tone: "success" },
  changed: { label: "Changed meanwhile", tone: "warning" },
  refused: { label: "Refused", tone: "fail" },
  failed: { label: "Failed", tone: "fail" },
};

export const linesIn = (plan: Pick<PlanItem, "Lines">, ...states: readonly PlanLineState[]): number =>
  states.reduce((sum, state) => sum + (plan.Lines[state] ?? 0), 0);

export const everyLine = (plan: Pick<PlanItem, "Lines">): number =>
  Object.values(plan.Lines).reduce((sum, lines) => sum + lines, 0);

const endWords = { renew: "renews", cancel: "ends with its term", extend: "goes on by the day" } as const;

/** Whether the customers that were changed first gave trouble: they are not watched once more. */
export const isInTrouble = ({ First }: Plan): boolean => First !== null && First.Troubled > 0;

/** Says how much more or less something costs. */
export function differenceWords(more: bigint, currency: MoneyValue["Currency"]): string {
  const amount = formatMoney({ Minor: String(more < 0n ? -more : more), Currency: currency });
  return more < 0n ? `${amount} less` : `${amount} more`;
}

const paidWords = {
  monthly: "paid monthly",
  annual: "paid yearly",
  triennial: "paid once",
  daily: "by the day",
  once: "paid once",
} as const;

/** Names a term and how it is paid: "1 year, paid monthly". */
export const termInWords = (term: PlannedTerm, billing: keyof typeof paidWords): string =>
  term === "P1M" ? termWords[term] : `${termWords[term]}, ${paidWords[billing]}`;

/** Says what a line changes: a quantity, a product, a term, or what happens at its end. */
export function changeOf({ Before, After, Unit, Becomes }: PlanLine): string {
  if (Becomes) return `${counted(After.Quantity, Unit)}, to ${Becomes}`;
  if (After.Quantity === 0) return `${counted(Before.Quantity, Unit)}, ended at once`;
  if (After.Term && After.Billing && (After.Term !== Before.Term || After.Billing !== Before.Billing))
    return `${counted(After.Quantity, Unit)}, ${termInWords(After.Term, After.Billing)}`;
  if (Before.Quantity !== After.Quantity)
    return `${Before.Quantity.toLocaleString("en-GB")} to ${counted(After.Quantity, Unit)}`;
  if (Before.TermEnd !== After.TermEnd) return `${counted(After.Quantity, Unit)}, ${endWords[After.TermEnd]}`;
  return `${counted(After.Quantity, Unit)}, as it is`;
}

import type { PlanItem, PlanLine, PlanLineState } from "@tradewind/contract/ordering/plans.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Tone } from "../../ui/status.tsx";

export const planStateWords: Record<PlanItem["State"], { label: string; tone: Tone; moving?: true }> = {
  proposing: { label: "Being worked out", tone: "information", moving: true },
  ready: { label: "To be ordered", tone: "warning" },
  running: { label: "Running", tone: "information", moving: true },
  paused: { label: "Paused", tone: "disabled" },
  done: { label: "Done", tone: "success" },
};

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

/** Says what a line changes: a quantity, or what happens at the end of the term. */
export function changeOf({ Before, After, Unit }: PlanLine): string {
  if (Before.Quantity !== After.Quantity)
    return `${Before.Quantity.toLocaleString("en-GB")} to ${counted(After.Quantity, Unit)}`;
  if (Before.TermEnd !== After.TermEnd) return `${counted(After.Quantity, Unit)}, ${endWords[After.TermEnd]}`;
  return `${counted(After.Quantity, Unit)}, as it is`;
}

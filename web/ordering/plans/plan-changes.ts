import type { Plan, PlanLine } from "@tradewind/contract/ordering/plans.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { changeOf, linesIn, lineStateWords } from "./plan-words.ts";

/** A plan as somebody saw it: its figures, and the lines that were on the page. */
export type SeenPlan = { plan: Plan; lines: readonly PlanLine[] };
export type PlanMoved = { what: string; before: string; after: string };

const toOrder = (plan: Plan) => linesIn(plan, "planned", "changed");

/** Lists what has changed since a plan was seen: its sums first, then line by line. */
export function planChanges(seen: SeenPlan, now: SeenPlan): PlanMoved[] {
  const moved: PlanMoved[] = [];
  const note = (what: string, before: string, after: string) => {
    if (before !== after) moved.push({ what, before, after });
  };
  const money = (of: Pick<PlanLine, "ChargeNow">) => (of.ChargeNow ? formatMoney(of.ChargeNow) : "–");
  note("Charged now, net, in all", money(seen.plan), money(now.plan));
  note("Changes to order", String(toOrder(seen.plan)), String(toOrder(now.plan)));
  for (const line of now.lines) {
    const before = seen.lines.find((each) => each.Position === line.Position);
    if (!before) continue;
    const what = `${line.CustomerName}, ${line.Name}`;
    note(what, lineStateWords[before.State].label, lineStateWords[line.State].label);
    note(`${what}: change`, changeOf(before), changeOf(line));
    note(`${what}: charged now`, money(before), money(line));
  }
  return moved;
}

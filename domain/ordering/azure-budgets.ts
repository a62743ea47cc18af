/** What a customer's Azure is to cost in a month at most. */

/** The parts of a budget, in percent, at which somebody may be told. */
export const budgetSteps = [50, 80, 100, 120] as const;
export type BudgetStep = (typeof budgetSteps)[number];

/** The parts of which a new budget tells. */
export const usualSteps: readonly BudgetStep[] = [80, 100];

/** How much of a budget is spent, in whole percent. */
export const percentOf = (spent: bigint, amount: bigint): number => Number((spent * 100n) / amount);

/** Returns the highest step that is reached; undefined before the first. */
export const stepReached = (percent: number, steps: readonly number[]): number | undefined => {
  const reached = steps.filter((step) => step <= percent);
  return reached.length > 0 ? Math.max(...reached) : undefined;
};

import type { FulfilTask, LineOutcome, Memo, Outcome, Refusal } from "./vendor.ts";

/** Settles a line as refused. */
export const refused = ({ key }: { key: string }, { code, reason }: Refusal): LineOutcome => ({
  key,
  state: "refused",
  code,
  reason,
});

/** Ends a task for good, in the tenant of its memo, if any: the lines that are not in `settled` are refused, all for the same reason. */
export const refuseRest = (task: FulfilTask, memo: Memo, refusal: Refusal, settled: LineOutcome[] = []): Outcome => ({
  state: "ended",
  memo,
  tenantRef: memo.tenant ?? null,
  lines: [
    ...settled,
    ...task.lines.filter(({ key }) => !settled.some((each) => each.key === key)).map((line) => refused(line, refusal)),
  ],
});

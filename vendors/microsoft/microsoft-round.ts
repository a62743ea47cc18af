/** What the calls of one round of an order have in common. */
import type { Memo, Reference } from "../vendor.ts";
import { stableUuid } from "../http.ts";

export type Round = {
  /** The same for all calls of the round. */
  correlationId: string;
  /** The request number of a write: the same until it is answered, another one after a refusal. */
  numberOf(write: string): string;
  note(call: { isWrite: boolean; answer: "given" | "refused" | "none"; references: readonly Reference[] }): void;
  /** What Microsoft's support needs to find what was refused or not answered, and the last write. */
  references(): Reference[];
};

const mostReferences = 12;

/** Opens a round that counts refused writes in `memo`. */
export function openRound(correlationId: string, memo: Memo): Round {
  const troubled: Reference[] = [];
  let lastWrite: readonly Reference[] = [];
  return {
    correlationId,
    numberOf: (write) => (memo.refusals ? stableUuid(write, memo.refusals) : write),
    note({ isWrite, answer, references }) {
      if (isWrite) lastWrite = references;
      if (answer !== "given") troubled.push(...references);
      if (isWrite && answer === "refused") memo.refusals = String(Number(memo.refusals ?? 0) + 1);
    },
    references: () => distinct([...lastWrite, ...troubled.toReversed()]).slice(0, mostReferences),
  };
}

/** Returns references without those that stand there already. */
export const distinct = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map((each) => [`${each.label} ${each.value}`, each])).values(),
];

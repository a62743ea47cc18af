/** Step kinds by number (ORD-61). */
export const stepKinds = { custom: 1, list: 2, information: 3, selectionList: 4, nestedList: 5 } as const;
export type StepKind = keyof typeof stepKinds;
export const stepKindOfNumber = (number: number): StepKind | undefined =>
  (Object.keys(stepKinds) as StepKind[]).find((kind) => stepKinds[kind] === number);

export type Step = { id: string; kind: StepKind; hidden: boolean };

export const visibleSteps = <S extends Pick<Step, "hidden">>(steps: readonly S[]): S[] =>
  steps.filter((step) => !step.hidden);

/**
 * The visible step after or before the present one; undefined at the ends and for an unknown id. The present step may
 * itself have become hidden by a choice: movement goes on from its place.
 */
export function nextStep<S extends Pick<Step, "id" | "hidden">>(steps: readonly S[], presentId: string): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(place + 1).find((step) => !step.hidden);
}

export function previousStep<S extends Pick<Step, "id" | "hidden">>(
  steps: readonly S[],
  presentId: string,
): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(0, place).findLast((step) => !step.hidden);
}

/** Where a wizard stands for a person: "Step 2 of 4". Zero for a hidden or unknown step. */
export function placeOf(
  steps: readonly Pick<Step, "id" | "hidden">[],
  presentId: string,
): { place: number; of: number } {
  const visible = visibleSteps(steps);
  return { place: visible.findIndex((step) => step.id === presentId) + 1, of: visible.length };
}

/** Hides or shows steps by id, as a choice on another step asks for. */
export const withHidden = <S extends Step>(steps: readonly S[], hidden: ReadonlySet<string>): S[] =>
  steps.map((step) => ({ ...step, hidden: hidden.has(step.id) }));

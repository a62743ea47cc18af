type Step = { id: string; hidden: boolean };

/**
 * The visible step after or before the present one; undefined at the ends and for an unknown id. The present step may
 * itself have become hidden by a choice: movement goes on from its place.
 */
export function nextStep<S extends Step>(steps: readonly S[], presentId: string): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(place + 1).find((step) => !step.hidden);
}

export function previousStep<S extends Step>(steps: readonly S[], presentId: string): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(0, place).findLast((step) => !step.hidden);
}

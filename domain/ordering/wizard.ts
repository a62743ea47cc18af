type Step = { id: string; hidden: boolean };

/**
 * Returns the visible step before or after the present one; undefined at the ends and for an unknown id. A choice may
 * have hidden the present step itself; movement then continues from its position.
 */
export function nextStep<S extends Step>(steps: readonly S[], presentId: string): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(place + 1).find((step) => !step.hidden);
}

export function previousStep<S extends Step>(steps: readonly S[], presentId: string): S | undefined {
  const place = steps.findIndex((step) => step.id === presentId);
  return place < 0 ? undefined : steps.slice(0, place).findLast((step) => !step.hidden);
}

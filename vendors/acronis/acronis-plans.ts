/**
 * Some of our offers are several offering items of one unit, all with the same quota: a workload, and the packs that extend
 * it. Their `offer_ref` names all of them, the workload first.
 */
export const planOf = (workload: string, ...packs: readonly string[]): string => [workload, ...packs].join("+");

export const itemsOf = (offerRef: string): string[] => offerRef.split("+");

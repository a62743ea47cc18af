/** States of a service instance, by number. A product that is not there has no instance, hence null in lists. */
export const instanceStates = [
  "Active",
  "Activating",
  "Deleting",
  "ActivationFailed",
  "DeletionFailed",
  "Deleted",
  "Upgraded",
] as const;
export type InstanceState = (typeof instanceStates)[number];

export const instanceStateNumber = (state: InstanceState): number => instanceStates.indexOf(state);
export const instanceStateOfNumber = (number: number): InstanceState | undefined => instanceStates[number];

/** The dot in lists: amber while something changes, red when it failed, a check mark for what is there. */
export type InstanceMark = "check" | "amber" | "red" | "none";

export const instanceMark = (state: InstanceState | null): InstanceMark => {
  if (state === "Active") return "check";
  if (state === "Activating" || state === "Deleting") return "amber";
  return state === "ActivationFailed" || state === "DeletionFailed" ? "red" : "none";
};

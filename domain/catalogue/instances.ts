/** States of a service instance, by number. Lists use null for products without an instance. */
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

/** Mark in lists: a check for a working service, amber while something changes, red after a failure. */
export const instanceMarks = ["check", "amber", "red", "none"] as const;
export type InstanceMark = (typeof instanceMarks)[number];

export const instanceMark = (state: InstanceState | null): InstanceMark => {
  if (state === "Active") return "check";
  if (state === "Activating" || state === "Deleting") return "amber";
  return state === "ActivationFailed" || state === "DeletionFailed" ? "red" : "none";
};

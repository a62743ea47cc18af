import { accept, refuse, type Decision } from "../values/decision.ts";

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

const moves = {
  Active: ["Activating", "Deleting", "Upgraded"],
  Activating: ["Active", "ActivationFailed"],
  Deleting: ["Deleted", "DeletionFailed"],
  ActivationFailed: ["Activating", "Deleting"],
  DeletionFailed: ["Deleting"],
  Deleted: [],
  Upgraded: [],
} as const satisfies Record<InstanceState, readonly InstanceState[]>;

/** The state after a move, or a refusal. `from` null means that there is no instance yet. */
export function moveInstance(from: InstanceState | null, to: InstanceState): Decision<InstanceState> {
  const allowed: readonly InstanceState[] = from === null ? ["Activating"] : moves[from];
  return allowed.includes(to) ? accept(to) : refuse("stateMoveNotAllowed");
}

/** What a person can do next. `wait` means that the provider is at work. */
export type NextStep = "wait" | "change" | "delete" | "retryActivation" | "retryDeletion";

export const nextSteps = {
  Active: ["change", "delete"],
  Activating: ["wait"],
  Deleting: ["wait"],
  ActivationFailed: ["retryActivation", "delete"],
  DeletionFailed: ["retryDeletion"],
  Deleted: [],
  Upgraded: [],
} as const satisfies Record<InstanceState, readonly NextStep[]>;

/** The dot in lists: amber while something changes, red when it failed, a check mark for what is there. */
export type InstanceMark = "check" | "amber" | "red" | "none";

export const instanceMark = (state: InstanceState | null): InstanceMark => {
  if (state === "Active") return "check";
  if (state === "Activating" || state === "Deleting") return "amber";
  return state === "ActivationFailed" || state === "DeletionFailed" ? "red" : "none";
};

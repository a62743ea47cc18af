/** Relationships in which a customer lets its partner look after its tenant. */
export const adminStatuses = [
  "preparing",
  "approvalPending",
  "activating",
  "active",
  "expiring",
  "expired",
  "terminating",
  "terminated",
  "refused",
  "lapsed",
] as const;
export type AdminStatus = (typeof adminStatuses)[number];

/** Whether our people have the roles of a relationship. */
export const adminAccesses = ["none", "pending", "active"] as const;
export type AdminAccess = (typeof adminAccesses)[number];

/**
 * Whether it changes by itself at the vendor soon, so that it is looked at again and again; in force, until our people
 * have its roles.
 */
export const isMoving = ({ status, access }: { status: AdminStatus; access: AdminAccess }): boolean =>
  ["preparing", "approvalPending", "activating", "terminating"].includes(status) ||
  (status === "active" && access === "pending");

/** Whether it can still be ended: it is asked for, waits for approval or is in force. */
export const canEnd = (status: AdminStatus): boolean =>
  ["preparing", "approvalPending", "active", "expiring"].includes(status);

/** With how many days left the reseller is told that it ends, from the most to the fewest. */
export const tellsDaysBefore = [30, 7, 1] as const;

/** The step at which to tell now; undefined if there are more days left, or it was told at this step or a later one. */
export function stepToTell(daysLeft: number, told: number | null): number | undefined {
  const step = tellsDaysBefore.findLast((days) => daysLeft <= days);
  return step !== undefined && (told === null || step < told) ? step : undefined;
}

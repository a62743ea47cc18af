/** A feature flag as it applies to one reseller. */
export type Flag = {
  name: string;
  enabled: boolean;
  /** Percentage of the resellers for whom it is on while enabled, 0 to 100. */
  percentage: number;
  /** Setting for this reseller alone; null if there is none. */
  override: boolean | null;
};

/**
 * Whether a feature is on for a reseller. Null stands for the operator's own staff, for whom only 100 percent counts.
 */
export function isOn({ name, enabled, percentage, override }: Flag, resellerId: string | null): boolean {
  if (override !== null) return override;
  return enabled && (percentage >= 100 || (resellerId !== null && placeOf(`${name} ${resellerId}`) < percentage));
}

/** Hashes a text to a stable number from 0 to 99 (FNV-1a), so that resellers stay in a share as it grows. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash % 100;
}

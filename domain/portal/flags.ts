/** A switch of the marketplace as it stands for one reseller. */
export type Flag = {
  name: string;
  enabled: boolean;
  /** Share of the resellers for whom it is on while it is enabled, 0 to 100. */
  percentage: number;
  /** What was said of this reseller alone; null where nothing was. */
  override: boolean | null;
};

/** Whether a feature is on for a reseller, or with null for the operator's own staff, who are in no share but the whole. */
export function isOn({ name, enabled, percentage, override }: Flag, resellerId: string | null): boolean {
  if (override !== null) return override;
  return enabled && (percentage >= 100 || (resellerId !== null && placeOf(`${name} ${resellerId}`) < percentage));
}

/** A number from 0 to 99 that stays the same for the same text (FNV-1a): who is in a share stays in it as it grows. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash % 100;
}

/** Suggests what of ours is what in a PSA, by signs that both sides carry. A person accepts it, or not. */
import type { MatchOption } from "./matching.ts";

export const matchReasons = ["sku", "domain", "name", "lines"] as const;
export type MatchReason = (typeof matchReasons)[number];
/** `lines` says what is billed, how many of each product of the PSA, where that is more than one. */
export type Known = MatchOption & { sku?: string | null; domain?: string | null; lines?: string | null };
export type Suggestion = { id: string; option: MatchOption; reason: MatchReason };

/** What ends a company's name without telling it from another. */
const legalForm = /\s(?:limited|ltd|plc|llp|lp|cic|cio|unlimited|cyfyngedig|cyf|ccc|pac|dac|clg|uc|teoranta|teo|cpt)$/;

/** A name as it is compared: without case, accents, signs and a leading article. */
const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|['’.]/gu, "")
    .replaceAll("&", " and ")
    .replaceAll("+", " plus ")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim()
    .replace(/^the /, "");
const withoutForm = (name: string): string => plainName(name).replace(legalForm, "");

/** The surest sign first. */
const signs: readonly { reason: MatchReason; of: (known: Known) => string | null | undefined }[] = [
  { reason: "sku", of: ({ sku }) => sku?.trim().toLowerCase() },
  { reason: "domain", of: ({ domain }) => domain?.trim().toLowerCase() },
  { reason: "name", of: ({ name }) => plainName(name) },
  { reason: "name", of: ({ name }) => withoutForm(name) },
  { reason: "lines", of: ({ lines }) => lines },
];

/** Pairs those that share a sign with each other and with nobody else. */
export function suggest(ours: readonly Known[], theirs: readonly Known[]): Suggestion[] {
  const found: Suggestion[] = [];
  const [open, free] = [new Set(ours), new Set(theirs)];
  for (const { reason, of } of signs) {
    const bySign = Map.groupBy(free, (each) => of(each) || null);
    for (const [sign, mine] of Map.groupBy(open, (each) => of(each) || null)) {
      const yours = bySign.get(sign);
      if (sign === null || mine.length !== 1 || yours?.length !== 1) continue;
      const [one, other] = [mine[0]!, yours[0]!];
      found.push({ id: one.id, option: { id: other.id, name: other.name }, reason });
      open.delete(one);
      free.delete(other);
    }
  }
  return found;
}

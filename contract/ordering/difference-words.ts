/** Says in a sentence where a vendor's book and ours part. */
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { DifferenceKind } from "@tradewind/domain/ordering/differences.ts";
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { capital } from "./intent-words.ts";

type Difference = { kind: DifferenceKind; ours: unknown; theirs: unknown; vendor: string; unit: string };

export function differenceWords({ kind, ours, theirs, vendor, unit }: Difference): string {
  switch (kind) {
    case "quantity":
      return `${vendor} has ${counted(Number(theirs), unit)}, and we have ${counted(Number(ours), unit)}`;
    case "ended":
      return `It has ended at ${vendor}, and we still bill ${counted(Number(ours), unit)}`;
    case "suspended":
      return `It is suspended at ${vendor}, and active with us`;
    case "resumed":
      return `It is active at ${vendor}, and suspended with us`;
    case "runsOn":
      return `It runs on at ${vendor} with ${counted(Number(theirs), unit)}, and has ended with us`;
    case "term":
      return `Its term ends ${formatLastDay(String(theirs))} at ${vendor}, and ${formatLastDay(String(ours))} with us`;
    case "termEnd":
      return `At the end of its term it ${wish(theirs, unit)} at ${vendor}, and ${wish(ours, unit)} with us`;
    case "extended":
      return theirs === true
        ? `It runs on by the day at ${vendor}, and has a term with us`
        : `It has a term at ${vendor}, and runs on by the day with us`;
    case "uncharged":
      return `${vendor} bills ${counted(Number(theirs), unit)}, and we have charged them up to ${formatLastDay(String(ours))} only`;
    case "unknown":
      return `${vendor} has ${counted(Number(theirs), unit)} that nobody ordered here`;
  }
}

/** What each of the two books has, in a word or two. */
export function differenceSides({
  kind,
  ours,
  theirs,
  unit,
}: Omit<Difference, "vendor">): [ours: string, theirs: string] {
  const both = (word: (side: unknown) => string): [string, string] => [word(ours), word(theirs)];
  const units = (side: unknown) => counted(Number(side), unit);
  switch (kind) {
    case "quantity":
      return both(units);
    case "ended":
      return [units(ours), "Ended"];
    case "suspended":
      return ["Active", "Suspended"];
    case "resumed":
      return ["Suspended", "Active"];
    case "runsOn":
      return ["Ended", units(theirs)];
    case "term":
      return both((side) => `Until ${formatLastDay(String(side))}`);
    case "termEnd":
      return both((side) => capital(wish(side, unit)));
    case "extended":
      return theirs === true ? ["In a term", "By the day"] : ["By the day", "In a term"];
    case "uncharged":
      return [`Charged up to ${formatLastDay(String(ours))}`, units(theirs)];
    case "unknown":
      return ["Not in our book", units(theirs)];
  }
}

type Closed = { cure: string | null; by: string | null; vendor: string };

/** Says how a difference came to its end. */
export function closedWords({ cure, by, vendor }: Closed): string {
  switch (cure) {
    case "take":
      return `${by} took over what ${vendor} has`;
    case "adopt":
      return `${by} adopted it`;
    case "ask":
      return `${vendor} did what ${by} asked for`;
    case "accept":
      return `${by} had accepted it, and the books agree again`;
    default:
      return "The books agree again, without anybody’s doing here";
  }
}

type Cause = {
  kind: DifferenceKind;
  orderNumber: string | null;
  seenBy: string | null;
  vendor: string;
  /** The partner from which it came by a transfer. */
  partner: string | null;
};

/** Says what led to a difference, as far as it is known. */
export function causeWords({ kind, orderNumber, seenBy, vendor, partner }: Cause): string {
  if (partner !== null) return `Came by a transfer from ${partner}`;
  if (kind === "unknown") return `Bought at ${vendor}, not here`;
  if (kind === "uncharged")
    return "Its next period could not be charged. If its price list has no price for it, it is charged once it has";
  if (orderNumber !== null) return `After order ${orderNumber}`;
  return seenBy === "webhook" ? `Changed at ${vendor}, which told of it` : `Changed at ${vendor}, found by comparing`;
}

function wish(side: unknown, unit: string): string {
  const { outcome, quantity, until } = side as { outcome: TermEnd["outcome"]; quantity: number; until?: string };
  if (outcome === "extend") return "runs on by the day";
  if (outcome === "cancel") return "ends";
  return `renews with ${counted(quantity, unit)}${until ? ` until ${formatLastDay(until)}` : ""}`;
}

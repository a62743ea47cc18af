/** Rules for numbers that come from another provider: which can, how soon, and what can become of it when. */
import { addWorkingDays, isWorkingDay } from "../billing/working-days.ts";
import type { PortPolicy } from "../pricing/policies.ts";
import type { CalendarDate } from "../values/dates.ts";
import { isGivenOut, type AcceptedFiles, type FileScan } from "../values/sent-files.ts";
import { blockOf, countryOfArea, type NumberBlock } from "./resources.ts";

/** Every number on a line of its own, or several on one. */
export const portLines = ["single", "multi"] as const;
export type PortLine = (typeof portLines)[number];

export const portStates = ["requested", "submitted", "accepted", "ported", "rejected", "cancelled"] as const;
export type PortState = (typeof portStates)[number];
export const openPortStates = ["requested", "submitted", "accepted"] as const;
export const isOpenPort = (state: PortState): boolean => (openPortStates as readonly PortState[]).includes(state);

/** What happens to a port; a `step` is one of the operator's checklist. */
export const portEvents = [
  "requested",
  "approved",
  "letter",
  "submitted",
  "accepted",
  "rescheduled",
  "ported",
  "rejected",
  "cancelled",
  "step",
] as const;
export type PortEvent = (typeof portEvents)[number];

/** What the charge for one number is called in the catalogue. */
export const portOffer = "voice-port:none:once";

/** The number by which people name a port. */
export const portNumber = (id: string): string => `P-${id.slice(-8).toUpperCase()}`;

/** How a signed letter of authority can be sent. */
export const letterFiles: AcceptedFiles = { endings: ["pdf", "png", "jpg", "jpeg"], words: "a PDF, PNG or JPEG" };

/** Tells whether a port has a letter of authority that may be given to the old provider, without which it is not sent there. */
export const hasLetter = (letter: { scan: FileScan } | null): boolean => letter !== null && isGivenOut(letter.scan);

/** The most numbers that one port brings. */
export const mostPortNumbers = 1000;

const kinds = {
  GB: [
    [/^44[12]\d{8,9}$/, "geographic"],
    [/^44(3\d{9}|5[56]\d{8}|8\d{8,9})$/, "nonGeographic"],
    [/^447/, "mobile"],
  ],
  IE: [
    [/^353(1\d{7}|[24-79]\d{6,8})$/, "geographic"],
    [/^353(1(800|850|890)\d{6}|818\d{6}|76\d{7})$/, "nonGeographic"],
    [/^3538[35-79]/, "mobile"],
  ],
} as const;
type Country = keyof typeof kinds;
type Kind = "geographic" | "nonGeographic";

export type PortBlock = NumberBlock & { kind: Kind };
type Read = { blocks: PortBlock[]; fault: null } | { fault: string };

/**
 * Reads what comes to a site in an area, one number or range (`0117 496 0100 to 0117 496 0129`) on each line. Irish numbers
 * stay in the area that they are of.
 */
export function readPortNumbers(lines: readonly string[], areaCode: string): Read {
  const country = countryOfArea(areaCode);
  const blocks: PortBlock[] = [];
  for (const [at, line] of lines.entries()) {
    const read = readLine(line, country, areaCode);
    if (typeof read === "string") return { fault: `Line ${at + 1}: ${read}` };
    if (blocks.some((each) => each.from < read.until && read.from < each.until))
      return { fault: `Line ${at + 1}: Is among the numbers above` };
    blocks.push(read);
  }
  if (blocks.length === 0) return { fault: "Enter the numbers that move" };
  if (countOf(blocks) > mostPortNumbers) return { fault: `Ask for at most ${mostPortNumbers} numbers at a time` };
  return { blocks, fault: null };
}

export const countOf = (blocks: readonly NumberBlock[]): number =>
  Number(blocks.reduce((sum, { from, until }) => sum + until - from, 0n));

function readLine(line: string, country: Country, areaCode: string): PortBlock | string {
  const [first = "", last = first, ...more] = line.split(/ +(?:to|[-–]) +/i);
  const from = blockOf(first, country, 1)?.from;
  const end = blockOf(last, country, 1)?.from;
  if (from === undefined || end === undefined || more.length > 0)
    return "Must be a number with its area code, or a first and a last one with “to” between them";
  if (end < from || String(end).length !== String(from).length) return "Must end after it begins";
  const [kind, other] = [kindOf(from, country), kindOf(end, country)];
  if (kind === "mobile") return "Mobile numbers move by a code that their user asks for";
  if (kind === undefined || kind !== other) return "Must be numbers that can move here";
  if (country === "IE" && kind === "geographic" && !String(from).startsWith(`353${areaCode.slice(1)}`))
    return `Must be numbers of ${areaCode}, where the site is`;
  return { from, until: end + 1n, kind };
}

const kindOf = (number: bigint, country: Country) =>
  kinds[country].find(([pattern]) => pattern.test(String(number)))?.[1];

export type PortWish = { line: PortLine; isPartOfRange: boolean; blocks: readonly PortBlock[] };

/** Returns how many working days ahead it has to be asked for. */
export function leadDaysOf({ leadDays }: PortPolicy, { line, isPartOfRange, blocks }: PortWish): number {
  const count = countOf(blocks);
  const hasRange = blocks.some(({ from, until }) => until - from > 1n);
  const byLine =
    line === "single"
      ? count > 10
        ? leadDays.manySingle
        : leadDays.single
      : count > 150
        ? leadDays.large
        : count > 30 || hasRange
          ? leadDays.range
          : leadDays.multi;
  return Math.max(
    byLine,
    isPartOfRange ? leadDays.partOfRange : 0,
    blocks.some(({ kind }) => kind === "nonGeographic") ? leadDays.nonGeographic : 0,
  );
}

/** Returns the first day for which it can be asked today. */
export const earliestPort = (policy: PortPolicy, wish: PortWish, today: CalendarDate): CalendarDate =>
  addWorkingDays("bacs", today, leadDaysOf(policy, wish));

/** Numbers move on working days. */
export const isPortDay = (day: CalendarDate): boolean => isWorkingDay("bacs", day);

/** Returns the last day on which a port can be called off; null if that is any day, since no day is set, or none. */
export const cancelUntil = (
  { cancelDays }: PortPolicy,
  { state, portOn }: { state: PortState; portOn: CalendarDate | null },
): CalendarDate | null => (state === "accepted" && portOn ? addWorkingDays("bacs", portOn, -cancelDays) : null);

export const mayCancelPort = (
  policy: PortPolicy,
  port: Parameters<typeof cancelUntil>[1],
  today: CalendarDate,
): boolean => {
  const until = cancelUntil(policy, port);
  return isOpenPort(port.state) && (until === null || today <= until);
};

import type { Withdrawal } from "@tradewind/contract/catalogue/assortment.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Tone } from "../../ui/status.tsx";

const words = {
  product: { on: "Shown", off: "Hidden", never: "Never shown" },
  offer: { on: "For sale", off: "Withdrawn", never: "Not for sale" },
} as const;

/** Says whether a product is shown or an offer sold, and until when that lasts. */
export function saleState(
  kind: keyof typeof words,
  { isOn, withdrawal }: { isOn: boolean; withdrawal: Withdrawal | null },
  today: string,
): { tone: Tone; word: string } {
  const { on, off, never } = words[kind];
  if (!withdrawal) return isOn ? { tone: "success", word: on } : { tone: "disabled", word: never };
  const { From, Until } = withdrawal;
  const end = Until && Until > today ? ` until ${formatDate(Until)}` : "";
  if (!isOn) return { tone: "warning", word: `${off} since ${formatDate(From)}${end}` };
  return From > today
    ? { tone: "information", word: `${on}, ${off.toLowerCase()} from ${formatDate(From)}${end}` }
    : { tone: "success", word: on };
}

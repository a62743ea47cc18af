import type { PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import type { PriceRowKind } from "@tradewind/domain/catalogue/price-file.ts";
import type { Tone } from "../../ui/status.tsx";

export const kindWords: Record<PriceRowKind, string> = {
  changed: "Changed",
  added: "New",
  unchanged: "Unchanged",
  unknown: "Left out",
};

export const countWords = (count: number) => count.toLocaleString("en-GB");

/** Says how an import stands on a day. */
export function stateOf(row: PriceImport, today: string): { tone: Tone; word: string; moving?: boolean } {
  switch (row.State) {
    case "reading":
      return { tone: "information", word: `Being read, ${countWords(row.Lines)} lines`, moving: true };
    case "compared":
      return row.FaultCount > 0
        ? { tone: "fail", word: `${countWords(row.FaultCount)} ${row.FaultCount === 1 ? "fault" : "faults"}` }
        : { tone: "warning", word: "To be taken over" };
    case "committed":
      return row.From > today ? { tone: "information", word: "Comes" } : { tone: "success", word: "Holds" };
    case "takenBack":
      return { tone: "disabled", word: "Taken back" };
    case "discarded":
      return { tone: "disabled", word: "Discarded" };
  }
}

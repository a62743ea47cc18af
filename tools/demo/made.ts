import type { work } from "@tradewind/contract/ordering/work.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";

export type Work = ResultOf<typeof work.list>["Items"][number];

/** Areas of which none are in stock. */
const fictional = ["01632 960", "0114 4960", "0115 4960", "0116 4960", "0118 4960"];

const codeOf = (kind: string, number: number): string =>
  kind === "device"
    ? `SN${100_000 + number}`
    : kind === "numbers"
      ? `${fictional[Math.floor(number / 100) % fictional.length]}${String(number % 100).padStart(2, "0")}0`
      : `DEMO0-DEMO0-DEMO0-DEMO0-${10_000 + number}`;

/** Returns what work makes, given the next number each time: numbers of the ranges reserved for fiction, keys that fit nothing. */
export const madeOf = ({ Lines }: Work, next: () => number) =>
  Lines.flatMap(({ Key, Resources }) =>
    Resources.flatMap(({ Kind, Make }) =>
      Array.from({ length: Make }, () => ({ Key, Kind, Answers: { Code: codeOf(Kind, next()) } })),
    ),
  );

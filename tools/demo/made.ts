import type { work } from "@tradewind/contract/ordering/work.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { blockThatComesAlong } from "./telephone-numbers.ts";

export type Work = ResultOf<typeof work.list>["Items"][number];

const codeOf = (kind: string, number: number): string =>
  kind === "device"
    ? `SN${100_000 + number}`
    : kind === "numbers"
      ? blockThatComesAlong(number)
      : `DEMO0-DEMO0-DEMO0-DEMO0-${10_000 + number}`;

/** Returns what work makes, given the next number each time: numbers of the ranges reserved for fiction, keys that fit nothing. */
export const madeOf = ({ Lines }: Work, next: () => number) =>
  Lines.flatMap(({ Key, Resources }) =>
    Resources.flatMap(({ Kind, Make }) =>
      Array.from({ length: Make }, () => ({ Key, Kind, Answers: { Code: codeOf(Kind, next()) } })),
    ),
  );

import fs from "node:fs";
import { vitest, type Shared } from "./runners.ts";
import type { Stage } from "./stages.ts";

/** Days on which sums of days go wrong, as the clock of the machine: ends of months, and nights in which clocks change. */
export const otherDays: Readonly<Record<string, string>> = {
  "27th": "2027-04-27T10:00:00Z",
  "28th": "2027-04-28T10:00:00Z",
  "29th": "2027-04-29T10:00:00Z",
  "30th": "2027-04-30T10:00:00Z",
  january: "2027-01-31T10:00:00Z",
  february: "2028-02-28T10:00:00Z",
  leap: "2028-02-29T10:00:00Z",
  spring: "2027-03-28T00:40:00Z",
  autumn: "2027-10-31T00:40:00Z",
  year: "2026-12-31T23:58:00Z",
};

/** All tests without a browser, in processes (PostgreSQL's too) for which it is another day, and first whether it is. */
export function onDay(shared: Shared, day: string, budget: number, args: readonly string[] = []): Stage[] {
  const moment = Date.parse(otherDays[day]!);
  const away = Math.round((moment - Date.now()) / 1000);
  const [library = "faketime"] = fs.globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  const clock = { LD_PRELOAD: library, FAKETIME: `${away > 0 ? "+" : ""}${away}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  const elsewhere = (stage: Stage): Stage => {
    const { tests } = stage;
    return {
      ...stage,
      env: { ...stage.env, ...clock },
      ...(tests && { tests: { ...tests, alone: async (files) => elsewhere(await tests.alone(files)) } }),
    };
  };
  const isThere = `if (Math.abs(Date.now() - ${moment}) > 3_600_000) throw new Error("This is no other day: install Debian's faketime")`;
  return [
    elsewhere({ name: "Another day", budget: 5, command: ["node", "-e", isThere] }),
    elsewhere(vitest(shared, { name: `On ${otherDays[day]}`, budget, args })),
  ];
}

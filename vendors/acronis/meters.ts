import type { MeterData } from "../catalogue-data.ts";

const aboveLicences = "acronis.usage-report-from-day-2-for-60-days";
export const ofFiles = "acronis.files.usage-report-from-day-2-for-60-days-since-2026-12";

/** How much of an item is in use: what is more than its licences is charged by the month. */
export const inUse = (meter: string, unit: string, policy = aboveLicences): MeterData => ({
  meter,
  name: "In use",
  unit,
  total: "highest",
  policy,
});

/** How much of a pack is in use: its price is in that of the plan it belongs to, of which the workloads are charged. */
export const shown = (meter: string, unit: string): MeterData => ({
  meter,
  name: "In use with the pack",
  unit,
  total: "highest",
});

import type { MeterData } from "../catalogue-data.ts";

const aboveLicences = "acronis.usage-report-from-day-2-for-60-days";

/** How much of an item is in use: what is more than its licences is charged by the month, where the product allows it. */
export const inUse = (meter: string, unit: string, policy: string | null = aboveLicences): MeterData => ({
  meter,
  name: "In use",
  unit,
  total: "highest",
  ...(policy && { policy }),
});

import type { CostData } from "../catalogue-data.ts";

/** A distributor's discount on Bitdefender's list. */
export const costs: readonly CostData[] = [{ from: "2025-01-01", share: "0.55" }];

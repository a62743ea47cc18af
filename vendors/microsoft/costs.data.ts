import type { CostData } from "../catalogue-data.ts";

/** A direct partner's discount on Microsoft's list. */
export const costs: readonly CostData[] = [{ from: "2025-01-01", share: "0.80" }];

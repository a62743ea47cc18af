import type { PriceListData } from "../catalogue-data.ts";

/**
 * Each row: offer, cost and recommended price in pounds, then both in euros, per unit and billing period. An offer
 * missing from a later list keeps its price.
 */
export const prices: readonly PriceListData[] = [
  {
    from: "2025-01-01",
    rows: [
      ["bitdefender-small-business:none:monthly", "1.15", "1.90", "1.35", "2.22"],
      ["bitdefender-premium:none:monthly", "2.35", "3.80", "2.75", "4.45"],
    ],
  },
  {
    from: "2025-02-01",
    rows: [
      ["bitdefender.a-la-carte:none:monthly", "0.99", "1.65", "1.16", "1.93"],
      ["bitdefender.secure:none:monthly", "1.93", "3.15", "2.26", "3.69"],
      ["bitdefender.secure-plus:none:monthly", "4.00", "6.50", "4.68", "7.61"],
      ["bitdefender.secure-extra:none:monthly", "5.07", "8.25", "5.93", "9.65"],
      ["bitdefender.encryption:none:monthly", "0.45", "0.75", "0.53", "0.88"],
      ["bitdefender.patch-management:none:monthly", "0.80", "1.30", "0.94", "1.52"],
      ["bitdefender.email-security:none:monthly", "0.95", "1.55", "1.11", "1.81"],
    ],
  },
];

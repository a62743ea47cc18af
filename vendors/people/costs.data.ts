import type { CostData } from "../catalogue-data.ts";

/** What suppliers ask for goods and for services that are theirs. Our own services cost no supplier anything. */
export const costs: readonly CostData[] = [
  {
    from: "2025-01-01",
    share: "0.66",
    skus: [
      "phone-t31p",
      "phone-t54w",
      "phone-t57w",
      "phone-cp925",
      "phone-w73p",
      "handset-w73h",
      "headset-uh36",
      "headset-wh62",
      "headset-evolve2-40",
      "switch-poe8",
      "expansion-exp50",
    ],
  },
  { from: "2025-01-01", share: "0.48", skus: ["psu-5v2a", "wall-bracket"] },
  {
    from: "2025-01-01",
    share: "0.80",
    skus: [
      "office-ltsc-standard-2024",
      "office-ltsc-professional-plus-2024",
      "windows-server-standard-2025-16core",
      "windows-server-2025-user-cal",
      "sql-server-standard-2025-2core",
      "azure-ri-d2s-v5",
      "azure-ri-d4s-v5",
      "windows-server-2025-user-cal-subscription",
      "windows-server-standard-8core-subscription",
      "remote-desktop-user-cal-subscription",
      "sql-server-standard-2core-subscription",
    ],
  },
  {
    from: "2025-01-01",
    share: "0.68",
    skus: ["windows-server-cal-subscription", "cloudtalk-starter", "cloudtalk-expert"],
  },
  {
    from: "2025-01-01",
    share: "0.55",
    skus: [
      "webroot-endpoint",
      "vade-m365",
      "spamtitan",
      "message-labs-mail",
      "exclaimer-standard",
      "skykick-backup",
      "dropsuite-backup",
    ],
  },
];

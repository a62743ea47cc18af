import type { PriceListData } from "../catalogue-data.ts";

/**
 * Each row: offer, cost and recommended price in pounds, then both in euros, per unit and billing period. An offer
 * missing from a later list keeps its price.
 */
export const prices: readonly PriceListData[] = [
  {
    from: "2025-01-01",
    rows: [
      ["acronis.pw_base_workstations:none:monthly", "1.235", "1.95", "1.445", "2.2815"],
      ["acronis.pw_base_servers:none:monthly", "5.85", "9.2", "6.8445", "10.764"],
      ["acronis.pw_base_vms:none:monthly", "2.6", "4.1", "3.042", "4.797"],
      ["acronis.pw_base_mobiles:none:monthly", "0.39", "0.65", "0.4563", "0.7605"],
      ["acronis.pw_base_m365_seats:none:monthly", "1.05", "1.65", "1.2285", "1.9305"],
      ["acronis.pw_base_gworkspace_seats:none:monthly", "1.05", "1.65", "1.2285", "1.9305"],
      ["acronis.pw_base_websites:none:monthly", "2.4", "3.8", "2.808", "4.446"],
      ["acronis.pw_base_storage:none:monthly", "0.0225", "0.036", "0.0263", "0.0421"],
      ["acronis.pg_base_storage:none:monthly", "0.0845", "0.13", "0.0989", "0.1521"],
      ["acronis.pw_pack_adv_backup_servers:none:monthly", "3.1", "4.9", "3.627", "5.733"],
      ["acronis.pw_pack_adv_backup_workstations:none:monthly", "0.85", "1.35", "0.9945", "1.5795"],
      ["acronis.pw_pack_adv_security:none:monthly", "0.95", "1.5", "1.1115", "1.755"],
      ["acronis.fc_seats:none:monthly", "2.1", "3.35", "2.457", "3.9195"],
      ["acronis.fc_storage:none:monthly", "0.041", "0.065", "0.048", "0.076"],
    ],
  },
  {
    from: "2025-11-01",
    rows: [
      ["acronis.pw_adv_backup_workstations:none:monthly", "2.085", "3.3", "2.4395", "3.861"],
      ["acronis.pw_adv_backup_servers:none:monthly", "8.95", "14.1", "10.4715", "16.497"],
      ["acronis.pw_adv_backup_vms:none:monthly", "5.7", "9", "6.669", "10.53"],
    ],
  },
];

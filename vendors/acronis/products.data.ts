import type { ProductData } from "../catalogue-data.ts";

export const products: readonly ProductData[] = [
  {
    id: "acronis-backup",
    name: "Acronis Backup",
    description: "Backup and recovery of servers, computers and Microsoft 365, with cloud storage.",
    agreement_service_id: 9,
    route_name: "acronis-backup",
    category: "backupContinuity",
    level: "both",
    charging_model: "LicenceAndOveruse",
    cardinality: "MultiplePerCustomer",
    agreement_id: "acronis",
    icon: "backup",
    popularity: 90,
  },
  {
    id: "acronis-files-cloud",
    name: "Acronis Files Cloud",
    description: "File sharing and synchronisation with end-to-end control.",
    agreement_service_id: 18,
    route_name: "acronis-files-cloud",
    category: "backupContinuity",
    level: "both",
    charging_model: "LicenceAndOveruse",
    cardinality: "OncePerCustomer",
    agreement_id: "acronis",
    icon: "folder",
    popularity: 42,
  },
];

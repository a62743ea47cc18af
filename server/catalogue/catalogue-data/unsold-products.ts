import type { ProductData } from "@tradewind/vendors/catalogue-data.ts";

/** Products that are named in the catalogue but cannot be ordered. */
const nameOnly = {
  category: "modernWorkplace",
  level: "customer",
  charging_model: "Unknown",
  cardinality: "Unknown",
  agreement_id: "general",
  hidden: true,
  icon: "box",
} as const satisfies Partial<ProductData>;

/** Products that no vendor here provides: managed elsewhere, or known under earlier names. */
export const unsoldProducts: readonly ProductData[] = [
  {
    id: "sophos",
    name: "Sophos managed services",
    description: "Managed detection and response. Ordered and managed at Sophos.",
    agreement_service_id: 1009,
    category: "security",
    level: "customer",
    charging_model: "Unknown",
    cardinality: "MultiplePerCustomer",
    agreement_id: "general",
    managed_elsewhere: true,
    icon: "shield",
    popularity: 15,
  },
  {
    id: "barracuda",
    name: "Barracuda managed services",
    description: "Managed mail and network protection. Ordered and managed at Barracuda.",
    agreement_service_id: 1010,
    category: "security",
    level: "customer",
    charging_model: "Unknown",
    cardinality: "MultiplePerCustomer",
    agreement_id: "general",
    managed_elsewhere: true,
    icon: "shield",
    popularity: 14,
  },
  {
    ...nameOnly,
    id: "advanced-security",
    name: "AdvancedSecurity",
    description: "Earlier name of a security bundle.",
    agreement_service_id: 1002,
    category: "security",
  },
  {
    ...nameOnly,
    id: "cloud",
    name: "Cloud",
    description: "Heading of the cloud range.",
    agreement_service_id: 1003,
    category: "cloudInfrastructure",
  },
  {
    ...nameOnly,
    id: "web-security",
    name: "WebSecurity",
    description: "Earlier web filter.",
    agreement_service_id: 1004,
    category: "security",
  },
  {
    ...nameOnly,
    id: "microsoft365-range",
    name: "Microsoft365",
    description: "Heading of the Microsoft 365 range.",
    agreement_service_id: 1005,
  },
  {
    ...nameOnly,
    id: "cirius",
    name: "Cirius",
    description: "Earlier encrypted email service.",
    agreement_service_id: 1006,
    category: "security",
  },
];

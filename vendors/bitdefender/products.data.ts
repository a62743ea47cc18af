import type { ProductData } from "../catalogue-data.ts";

export const products: readonly ProductData[] = [
  {
    id: "bitdefender",
    name: "Bitdefender",
    description: "Endpoint security for computers and servers, managed in the cloud.",
    agreement_service_id: 12,
    my_services_id: 6,
    route_name: "bitdefender",
    category: "security",
    level: "customer",
    charging_model: "LicenceAndOveruse",
    cardinality: "OncePerCustomer",
    agreement_id: "general",
    icon: "shield",
    popularity: 70,
  },
];

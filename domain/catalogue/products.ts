import { accept, refuse, type Decision } from "../values/decision.ts";
import type { InstanceState } from "./instances.ts";
import {
  agreementServiceIds,
  disabledOnceAdded,
  enabledAgainForUser,
  hiddenFromEndUserAdmin,
  office365SubIds,
} from "./product-numbers.data.ts";

/** Storage without a quota (LIM-07): this number of the scheme only. */
export const unlimitedStorageId = 273;
export const isUnlimitedStorage = (agreementServiceId: number): boolean => agreementServiceId === unlimitedStorageId;

export const chargingModels = [
  "Unknown",
  "ActivationLicence",
  "ActivationConsumption",
  "Licence",
  "LicenceAndOveruse",
  "Instance",
  "OneTime",
] as const;
export type ChargingModel = (typeof chargingModels)[number];

export const cardinalities = ["Unknown", "OncePerReseller", "OncePerCustomer", "MultiplePerCustomer"] as const;
export type Cardinality = (typeof cardinalities)[number];

export const categories = ["modernWorkplace", "cloudInfrastructure", "security", "backupContinuity"] as const;
export type Category = (typeof categories)[number];
export type CategoryFilter = "all" | Category;

export type Level = "customer" | "user";

/** Identifies a product in rules: our own id, and its place in the agreement scheme. */
export type ProductNumbers = { id: string; agreementServiceId: number; subId: number | null };

type ListedService = ProductNumbers & {
  added: boolean;
  /** Status of the instance at this customer or user; null if there is none. */
  status: InstanceState | null;
  cardinality: Cardinality;
};

const isAzureOfOffice365 = ({ agreementServiceId, subId }: ProductNumbers): boolean =>
  agreementServiceId === agreementServiceIds.office365 && subId === office365SubIds.azure;

/** Products that stay enabled at user level after being added; the plain `backup` product has no separate number. */
const staysEnabledForUser = (product: ProductNumbers): boolean =>
  product.id === "backup" ||
  enabledAgainForUser.includes(product.agreementServiceId) ||
  (product.agreementServiceId === agreementServiceIds.office365 && !isAzureOfOffice365(product));

/** Whether a service is disabled in the list of products (CAT-30 to CAT-34). */
export function isServiceDisabled(service: ListedService, level: Level): boolean {
  const { added, status, cardinality } = service;
  if (added && level === "user" && !staysEnabledForUser(service)) return true;
  if (added && level === "customer")
    if (isAzureOfOffice365(service) || disabledOnceAdded.includes(service.agreementServiceId)) return true;
  if (status !== null && status !== "Active") return true;
  return status === "Active" && (cardinality === "OncePerCustomer" || cardinality === "OncePerReseller");
}

/** Whether a customer is disabled in a product's customer picker; once per reseller is not checked here (CUST-24). */
export const isCustomerDisabled = (status: InstanceState | null, cardinality: Cardinality): boolean =>
  status !== null && (status !== "Active" || cardinality === "OncePerCustomer");

/** Whether the product is hidden from end-user admins, who may not order it either (CAT-35). */
export const isHiddenFromEndUserAdmin = (product: ProductNumbers): boolean =>
  isAzureOfOffice365(product) || hiddenFromEndUserAdmin.includes(product.agreementServiceId);

/** Whether a product is sold where a customer is, by the letters with which its postcode begins. */
export const isSoldAt = (notSoldIn: readonly string[], postCode: string | null): boolean =>
  !notSoldIn.includes(/^\s*([A-Z]+)/i.exec(postCode ?? "")?.[1]?.toUpperCase() ?? "");

/**
 * Whether a product may be ordered again, given whether this customer or any customer of the reseller has it (CAT-22).
 */
export function mayOrder(
  product: ProductNumbers & { cardinality: Cardinality },
  buyer: { isEndUserAdmin: boolean; hasItHere: boolean; hasItAnywhere: boolean },
): Decision<true> {
  if (buyer.isEndUserAdmin && isHiddenFromEndUserAdmin(product)) return refuse("productNotForEndUserAdmin");
  if (product.cardinality === "OncePerCustomer" && buyer.hasItHere) return refuse("onlyOnePerCustomer");
  if (product.cardinality === "OncePerReseller" && buyer.hasItAnywhere) return refuse("onlyOnePerReseller");
  return accept(true);
}

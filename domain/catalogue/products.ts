import { accept, refuse, type Decision } from "../values/decision.ts";
import type { InstanceState } from "./instances.ts";

/** Numbers of the agreement and marketplace scheme (CAT-14). No other scheme shares them. */
export const agreementServiceIds = {
  hostedExchange: 1,
  sharePoint: 2,
  emailSecurity: 3,
  secureEmailMessage: 4,
  azure: 6,
  office365: 8,
  backupAcronis: 9,
  bitdefender: 12,
  hostedVoice: 13,
  appInteract: 14,
  hostedVoiceHardware: 15,
  messageLabs: 16,
  exclaimer: 17,
  acronisFilesCloud: 18,
  cloudTalk: 19,
  skykick: 21,
  azureRI: 22,
  dropSuite: 23,
  azureSS: 26,
  vade: 27,
  cloudServer: 30,
  azureASP: 114,
} as const;

/** Storage without a quota (LIM-07): one number of that scheme, and no other. */
export const unlimitedStorageId = 273;
export const isUnlimitedStorage = (agreementServiceId: number): boolean => agreementServiceId === unlimitedStorageId;

/** Numbers of the my-services scheme (CAT-15). */
export const myServicesIds = { hostedExchange: 1, bitDefender: 6, microsoft: 7, azure: 8, azurePlan: 42 } as const;

/** What `office365` of the agreement scheme splits into (CAT-16). */
export const office365SubIds = { core: 1, azure: 6 } as const;

export const serviceRouteNames = [
  "secure-message",
  "share-point",
  "office-365",
  "power-bi",
  "dynamics-365",
  "intune",
  "ems",
  "azure",
  "office-365-secure",
  "acronis-backup",
  "bitdefender",
  "hosted-voice",
  "appinteract",
  "message-labs",
  "hosted-voice-hardware",
  "acronis-files-cloud",
  "cloudtalk",
  "skykick",
  "azure-asp",
  "azure-ri",
  "azure-ss",
  "vade",
  "cloud-server",
  "webroot",
  "titanhq",
] as const;
export type ServiceRouteName = (typeof serviceRouteNames)[number];
export const isServiceRouteName = (name: string): name is ServiceRouteName =>
  (serviceRouteNames as readonly string[]).includes(name);

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

/** What identifies a product in rules: our own id and its place in the agreement scheme. */
export type ProductNumbers = { id: string; agreementServiceId: number; subId: number | null };

type ListedService = ProductNumbers & {
  added: boolean;
  /** Of the instance at this customer or user; null where there is none. */
  status: InstanceState | null;
  cardinality: Cardinality;
};

const isAzureOfOffice365 = ({ agreementServiceId, subId }: ProductNumbers): boolean =>
  agreementServiceId === agreementServiceIds.office365 && subId === office365SubIds.azure;

/** Products that stay enabled at user level although they are added: the plain `backup` product has no number of its own. */
const staysEnabledForUser = (product: ProductNumbers): boolean =>
  product.id === "backup" ||
  product.agreementServiceId === agreementServiceIds.sharePoint ||
  product.agreementServiceId === agreementServiceIds.backupAcronis ||
  (product.agreementServiceId === agreementServiceIds.office365 && !isAzureOfOffice365(product));

const customerDisabled: ReadonlySet<number> = new Set([
  agreementServiceIds.bitdefender,
  agreementServiceIds.appInteract,
  agreementServiceIds.vade,
  agreementServiceIds.azureRI,
  agreementServiceIds.azureASP,
]);

/** Whether a service in the list of products cannot be pressed (CAT-30 to CAT-34). */
export function isServiceDisabled(service: ListedService, level: Level): boolean {
  const { added, status, cardinality } = service;
  if (added && level === "user" && !staysEnabledForUser(service)) return true;
  if (added && level === "customer")
    if (isAzureOfOffice365(service) || customerDisabled.has(service.agreementServiceId)) return true;
  if (status !== null && status !== "Active") return true;
  return status === "Active" && (cardinality === "OncePerCustomer" || cardinality === "OncePerReseller");
}

/** Whether a customer in the picker of a product cannot be chosen; once per reseller plays no part here (CUST-24). */
export const isCustomerDisabled = (status: InstanceState | null, cardinality: Cardinality): boolean =>
  status !== null && (status !== "Active" || cardinality === "OncePerCustomer");

const endUserAdminHidden: ReadonlySet<number> = new Set([
  agreementServiceIds.bitdefender,
  agreementServiceIds.appInteract,
  agreementServiceIds.exclaimer,
  agreementServiceIds.messageLabs,
  agreementServiceIds.vade,
  agreementServiceIds.azureRI,
  agreementServiceIds.azureASP,
  agreementServiceIds.azureSS,
]);

/** Products that an end-user admin neither sees nor may order (CAT-35). */
export const isHiddenFromEndUserAdmin = (product: ProductNumbers): boolean =>
  isAzureOfOffice365(product) || endUserAdminHidden.has(product.agreementServiceId);

/** States in which an instance still takes the one place that a product has. */
const takesPlace = (state: InstanceState): boolean => state !== "Deleted" && state !== "Upgraded";

/** Whether one more of a product may be ordered, given what the customer and the reseller have of it (CAT-22). */
export function mayOrder(
  product: ProductNumbers & { cardinality: Cardinality },
  buyer: { isEndUserAdmin: boolean; atCustomer: readonly InstanceState[]; atReseller: readonly InstanceState[] },
): Decision<true> {
  if (buyer.isEndUserAdmin && isHiddenFromEndUserAdmin(product)) return refuse("productNotForEndUserAdmin");
  if (product.cardinality === "OncePerCustomer" && buyer.atCustomer.some(takesPlace))
    return refuse("onlyOnePerCustomer");
  if (product.cardinality === "OncePerReseller" && buyer.atReseller.some(takesPlace))
    return refuse("onlyOnePerReseller");
  return accept(true);
}

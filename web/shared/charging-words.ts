import type { ChargingModel } from "@tradewind/domain/catalogue/products.ts";

/** Says how a product is charged. */
export const chargingWords: Record<ChargingModel, string> = {
  Unknown: "Charged as agreed",
  ActivationLicence: "Activated once, charged by licence",
  ActivationConsumption: "Activated once, charged by use",
  Licence: "Charged by licence",
  LicenceAndOveruse: "Charged by licence, and by use beyond it",
  Instance: "Charged as a whole",
  OneTime: "Charged once",
};

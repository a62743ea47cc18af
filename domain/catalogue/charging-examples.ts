import { format, formatRate, share, times, type Currency } from "../values/money.ts";
import type { DecimalString } from "../values/decimal.ts";
import type { Billing } from "../pricing/pricing-types.ts";
import type { ChargingModel } from "./products.ts";
import { counted } from "./units.ts";

type PricedOffer = { cost: DecimalString; unit: string; billing: Billing; currency: Currency };

const each = {
  monthly: "each month",
  annual: "each year",
  triennial: "every three years",
  daily: "each month",
  once: "once",
} as const;

/** Works out an example of what an offer costs by the model of its product, with the offer's own price. */
export function chargingExample(model: ChargingModel, { cost, unit, billing, currency }: PricedOffer): string {
  const product = (quantity: number) =>
    `${counted(quantity, unit)} at ${formatRate(cost, currency)} are ${format(times(cost, quantity, currency))}`;
  const licences = `${product(3)} ${each[billing]}`;
  const oneMore =
    billing === "monthly"
      ? `; one more with 10 of 30 days left adds ${format(share(times(cost, 1, currency), 10, 30))} once`
      : "";
  switch (model) {
    case "Licence":
      return `${licences}${oneMore}.`;
    case "LicenceAndOveruse":
      return `${licences}${oneMore}. Use beyond what they include is charged after its month.`;
    case "ActivationLicence":
      return `Activating costs nothing; then ${licences}${oneMore}.`;
    case "ActivationConsumption":
      return `Activating costs nothing; ${product(120)}, charged after the month in which they were used.`;
    case "Instance":
      return `${format(times(cost, 1, currency))} ${each[billing]} for the whole, whoever uses it.`;
    case "OneTime":
      return `${product(2)} once, and nothing after.`;
    case "Unknown":
      return "As agreed with the marketplace.";
  }
}

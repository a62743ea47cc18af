import { expect, test } from "vitest";
import { chargingExample } from "./charging-examples.ts";
import { chargingModels, type ChargingModel } from "./products.ts";

const offer = { cost: "15", unit: "Licence", billing: "monthly", currency: "GBP" } as const;
const wanted: Record<ChargingModel, string> = {
  Licence: "3 licences at £15.00 are £45.00 each month; one more with 10 of 30 days left adds £5.00 once.",
  LicenceAndOveruse:
    "3 licences at £15.00 are £45.00 each month; one more with 10 of 30 days left adds £5.00 once. Use beyond what they include is charged after its month.",
  ActivationLicence:
    "Activating costs nothing; then 3 licences at £15.00 are £45.00 each month; one more with 10 of 30 days left adds £5.00 once.",
  ActivationConsumption:
    "Activating costs nothing; 120 licences at £15.00 are £1,800.00, charged after the month in which they were used.",
  Instance: "£15.00 each month for the whole, whoever uses it.",
  OneTime: "2 licences at £15.00 are £30.00 once, and nothing after.",
  Unknown: "As agreed with the marketplace.",
};

test.each(chargingModels)("CAT-21 an example of %s is worked out at the offer's own price", (model) => {
  expect(chargingExample(model, offer)).toBe(wanted[model]);
});

test("a price finer than a penny is multiplied before it is rounded, and a year is no month", () => {
  expect(chargingExample("ActivationConsumption", { ...offer, cost: "0.0125", unit: "GB", currency: "EUR" })).toContain(
    "120 GB at €0.0125 are €1.50,",
  );
  expect(chargingExample("Licence", { ...offer, billing: "annual" })).toBe(
    "3 licences at £15.00 are £45.00 each year.",
  );
});

import { expect, test } from "vitest";
import { fieldLabel } from "./field-label.ts";

test.each([
  ["Address1", "Address line 1"],
  ["TownCity", "Town or city"],
  ["PostCode", "Postcode"],
  ["ContactName", "Contact name"],
  ["AgreementName", "Agreement name"],
])("the detail %s is called %s, as on the form that asked for it", (name, label) =>
  expect(fieldLabel(name)).toBe(label),
);

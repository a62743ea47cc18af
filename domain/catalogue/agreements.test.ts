import { expect, test } from "vitest";
import { agreementGate, agreementServiceIdOf, maySign } from "./agreements.ts";
import { agreementServiceIds, office365SubIds } from "./product-numbers.data.ts";

const office365 = { agreementServiceId: agreementServiceIds.office365, subId: office365SubIds.core };
const azureOfOffice365 = { agreementServiceId: agreementServiceIds.office365, subId: office365SubIds.azure };
const vade = { agreementServiceId: agreementServiceIds.vade, subId: null };
const unsigned = { signed: false, mayAgree: true, hasPartnerId: null };

test("AGR-02 a signed agreement lets the flow continue for everybody", () => {
  expect(agreementGate(vade, { ...unsigned, signed: true })).toBe("continue");
  expect(agreementGate(vade, { ...unsigned, signed: true, mayAgree: false })).toBe("continue");
});

test("AGR-03 AGR-04 an unsigned one asks those who may sign, and tells those who may not", () => {
  expect(agreementGate(vade, unsigned)).toBe("askToSign");
  expect(agreementGate(vade, { ...unsigned, mayAgree: false })).toBe("tellAuthorisedOnly");
});

test("refuses people who may not sign", () => {
  expect(maySign(false)).toMatchObject({ ok: false, refusal: "noPermissionToAgree" });
  expect(maySign(true).ok).toBe(true);
});

test.each([
  { product: office365, hasPartnerId: 1, gate: "continue" },
  { product: office365, hasPartnerId: 2, gate: "continue" },
  { product: office365, hasPartnerId: 0, gate: "askToSign" },
  { product: office365, hasPartnerId: 3, gate: "askToSign" },
  { product: office365, hasPartnerId: null, gate: "askToSign" },
  { product: azureOfOffice365, hasPartnerId: 1, gate: "askToSign" },
  { product: vade, hasPartnerId: 1, gate: "askToSign" },
])("AGR-06 a partner id of $hasPartnerId leads $product to $gate", ({ product, hasPartnerId, gate }) => {
  expect(agreementGate(product, { ...unsigned, hasPartnerId })).toBe(gate);
});

test("AGR-07 Azure under Microsoft 365 is checked as 20, everything else as itself", () => {
  expect(agreementServiceIdOf(azureOfOffice365)).toBe(20);
  expect(agreementServiceIdOf(office365)).toBe(8);
  expect(agreementServiceIdOf({ agreementServiceId: agreementServiceIds.azure, subId: null })).toBe(6);
});

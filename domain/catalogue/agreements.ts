import { agreementServiceIds, office365SubIds } from "./product-numbers.data.ts";
import type { ProductNumbers } from "./products.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";

type Numbers = Pick<ProductNumbers, "agreementServiceId" | "subId">;

/** The agreement for Azure under Microsoft 365 has a separate number, which is no product's (AGR-07). */
const azureOfOffice365Agreement = 20;

const isOffice365 = ({ agreementServiceId }: Numbers): boolean => agreementServiceId === agreementServiceIds.office365;

/** Returns the number used to check a product's agreement. */
export const agreementServiceIdOf = (product: Numbers): number =>
  isOffice365(product) && product.subId === office365SubIds.azure
    ? azureOfOffice365Agreement
    : product.agreementServiceId;

/** Office 365 skips the check if the customer already has a partner: has-partner-id answers 1 or 2 (AGR-06). */
export const skipsAgreementCheck = (product: Numbers, hasPartnerId: number | null): boolean =>
  isOffice365(product) && product.subId !== office365SubIds.azure && (hasPartnerId === 1 || hasPartnerId === 2);

/** `askToSign` offers to review and sign; `tellAuthorisedOnly` says that only an authorised user may sign. */
export type Gate = "continue" | "askToSign" | "tellAuthorisedOnly";

/** Decides what happens before a product is added (AGR-02 to AGR-04, AGR-06). */
export function agreementGate(
  product: Numbers,
  { signed, mayAgree, hasPartnerId }: { signed: boolean; mayAgree: boolean; hasPartnerId: number | null },
): Gate {
  if (skipsAgreementCheck(product, hasPartnerId) || signed) return "continue";
  return mayAgree ? "askToSign" : "tellAuthorisedOnly";
}

/** Whether a person may sign an agreement (AGR-05, AGR-13). */
export const maySign = (mayAgree: boolean): Decision<true> => (mayAgree ? accept(true) : refuse("noPermissionToAgree"));

export type AgreementSection = { heading: string; paragraphs: string[] };

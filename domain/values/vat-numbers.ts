import { checkVAT, countries } from "jsvat";

/** Strips spaces, dots and hyphens, and capitalises. */
export const plainVatNumber = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase();

/** Whether it is a VAT number of the country in its plain form, check digits and all. Northern Ireland's XI is British. */
export function isVatNumber(plain: string, country: string): boolean {
  const { isValid, country: of } = checkVAT(plain.replace(/^XI/, "GB"), countries);
  return /^[A-Z]{2}[0-9A-Z+*]+$/.test(plain) && isValid && of?.isoCode.short === country;
}

/** Returns the plain form of a number by which a company of the country counts as registered; null for any other text. */
export function goodVatNumber(text: string | null, country: string): string | null {
  const plain = plainVatNumber(text ?? "");
  return isVatNumber(plain, country) ? plain : null;
}

/** What is kept of a check: when and how the number was found good; nothing of one that was not. */
export const vatCheckOf = (text: string | null, country: string, at: Date) =>
  goodVatNumber(text, country)
    ? ({ vat_check: "format", vat_checked_at: at } as const)
    : { vat_check: null, vat_checked_at: null };

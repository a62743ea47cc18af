/**
 * A text of one line as it is kept: é is one sign, a tab or fixed space that was pasted is a space, and marks that nobody
 * sees, as they stand around a copied Arabic name, are gone. What turns the order of signs around stays, and is refused.
 */
export const plainLine = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\t\u00A0\u2007\u202F]/g, " ")
    .replaceAll(/[\u061C\u200B\u200E\u200F\u2060\uFEFF]/g, "");

/** Telephone numbers as people write them in the countries we sell in, and those of other countries after a plus. */
import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import { countryCodes } from "./countries.ts";
import { matches, plainPhone } from "./patterns.ts";
import { telephoneRules } from "./telephones.data.ts";

/**
 * Returns a telephone number as it is kept; undefined for what is none. What the pattern of phone numbers takes stays as it
 * was written, anything else gets its country: no number is one in two of our countries but those of Dublin, which have
 * seven digits in truth, with eight, which are British ones with a digit missing.
 */
export function telephoneOf(text: string): string | undefined {
  const plain = plainPhone(text);
  if (matches("phone", plain)) return plain;
  // Ireland's freephone numbers alone begin with neither.
  if (!/^\(?[0+]|^1[89]\d0/.test(text)) return undefined;
  const typed = text.replace(/^00/, "+").replaceAll(/[\u2010-\u2015]/g, "-");
  for (const country of countryCodes) {
    const number = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false }, telephoneRules);
    if (number?.isValid() && !/^\+3531\d{8}$/.test(number.number))
      return number.number + (number.ext ? ` ext. ${number.ext}` : "");
  }
  const digits = typed.replaceAll(/[ ().-]/g, "");
  return /^\+(?!44|353)[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

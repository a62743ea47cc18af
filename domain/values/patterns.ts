/** Patterns of form fields (FORM-13 to FORM-19), all anchored to match the whole text. */
export const patterns = {
  /** Fields for letters and digits also accept dash, whitespace and dot. */
  alphanumericField: /^[A-Za-z0-9\-\s.]+$/,
  digitsOnly: /^[0-9]+$/,
  noDigits: /^[^0-9]+$/,
  /** A person's first or last name, also with the middle dot of Catalan and the joiners of Persian and Sinhala. */
  name: /^[\p{L}'’ʼ‘](?:[\p{L}\p{M} '’ʼ‘.·‐-]|\u200C|\u200D)*$/u,
  lowerCase: /[a-z]/,
  upperCase: /[A-Z]/,
  digit: /[0-9]/,
  /** The strict variant: only letters and digits. */
  alphanumericOnly: /^[A-Za-z0-9]+$/,
  hexColour: /^#?[0-9A-Fa-f]{6}$/,
  /** Roughly an email address; the last part has 2 to 15 letters. */
  email: /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[A-Za-z]{2,15}$/,
  /** A dotted quad, whatever its numbers. */
  ipv4: /^\d{1,3}(?:\.\d{1,3}){3}$/,
  /** 0, or 00 or + with a country code of 1 to 4 digits, then ten digits or groups of 4, 3 and 3. */
  phone: /^(?:0|(?:00|\+)\d{1,4} ?)(?:\d{10}|\d{4} \d{3} \d{3})$/,
} as const satisfies Record<string, RegExp>;

/** A person's whole name, as the source of a form's pattern: the signs of `patterns.name`. */
export const fullName = "[\\p{L}'’ʼ‘][\\p{L}\\p{M} '’ʼ‘.·‐\u200C\u200D-]{0,99}";

export type PatternName = keyof typeof patterns;

export const matches = (name: PatternName, text: string): boolean => patterns[name].test(text);

/** Whether a text is an IPv4 address, of which the pattern tells the form alone. */
export const isIpv4 = (text: string): boolean =>
  matches("ipv4", text) && text.split(".").every((part) => Number(part) <= 255);

/** Writes a phone number whose digits are grouped another way, such as 0117 496 0148, without the groups. */
export const plainPhone = (text: string): string =>
  matches("phone", text) ? text : text.replaceAll(/(?<=\d) +(?=\d)/g, "");

/** Whether a text has hidden marks that change the direction in which the rest of it is shown. */
export const turnsText = (text: string): boolean => /[\u202A-\u202E\u2066-\u2069]/.test(text);

/** Texts of form messages (FORM-01 to FORM-12). `character(s)` is literal. */
export const messages = {
  required: (field: string) => `${field} is required`,
  email: "Must be a valid email address",
  maximumLength: (length: number) => `Must be a maximum of ${length} character(s)`,
  minimumLength: (length: number) => `Must be a minimum of ${length} character(s)`,
  pattern: "Must be the correct format",
  dayWithin: (earliest: string, latest: string) => `Must be a day from ${earliest} to ${latest}`,
  digitsOnly: "Must contain only digits",
  minimum: (least: number) => `Must be at least ${least}`,
  maximum: (most: number) => `Must be at most ${most}`,
  inUse: (people: number) => `Must be at least ${people}: so many people have one`,
  checkbox: "This is required",
  mandatory: "This is a mandatory field",
  notOffered: "Must be one of the values offered",
  unknownField: "This field is not known here",
  alphanumeric: "Must be letters, digits, dashes, dots and spaces",
  noDigits: "Must not contain digits",
  phone: "Must be a phone number, for example 01234 567 890",
  ipv4: "Must be an IPv4 address, as in 192.0.2.10",
  noAddress: "Must not contain a web address or hidden characters",
  vatNumber: "Must be a VAT number of your country",
  name: "Must be a name: letters, spaces, hyphens, dots and apostrophes",
  oneLine: "Must be a single line",
  pageKey: "This is not the end of a page of this list. Ask for the first page again.",
  turned: "Must not contain hidden marks of direction",
  customerNameInvalid: "invalid characters",
  empty: "cannot be empty",
} as const;

/** Returns a line of the list of what to correct: a value is missing, or has invalid characters. */
export const helperMessage = (field: string, value: string): string =>
  value.trim() === "" ? `- Invalid ${field}.` : `- Invalid characters in ${field}.`;

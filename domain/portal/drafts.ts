/** Characters of a draft as JSON. */
export const draftLength = 60_000;

/** Names of fields of which no draft is kept. */
const neverKept =
  /password|passcode|secret|token|card(number)?$|cvc|cvv|iban|sortcode|accountnumber|accountholder|signature|^code$|^files?$/i;

/** What is kept of a draft: everything but secrets, bank details and files, at any depth. */
export function keptOfDraft(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keptOfDraft);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !neverKept.test(name))
      .map(([name, each]) => [name, keptOfDraft(each)]),
  );
}

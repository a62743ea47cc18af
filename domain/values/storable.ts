/** Text of others as our database can keep it: without NUL and halves of signs. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** The same for every text in a value, as JSON. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? storable(each) : each));

import type { Words } from "@tradewind/contract/catalogue/assortment.ts";

/** What is being written; `base` is what it began from. */
export type WordsDraft = { base: Words; words: Words };

export const sameWords = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Splits a text with one entry per line; an empty line at the end is one that is about to be written. */
export const linesOf = (text: string): string[] => text.split("\n");
export const trimmed = (entries: readonly string[]): string[] => entries.map((each) => each.trim()).filter(Boolean);

/** Returns the words as they are sent. */
export const sentWords = (words: Words): Words => ({
  ...words,
  SearchWords: trimmed(words.SearchWords),
  Needs: trimmed(words.Needs),
});

type Fields = Readonly<Record<string, string>>;
/** Returns what is wrong with a field or the first of its entries. */
export const faultOf = (fields: Fields, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([field]) => field.startsWith(`${name}.`))?.[1];

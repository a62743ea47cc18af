import { addressTypes } from "@tradewind/domain/values/contact-fields.ts";
import type { Question } from "@tradewind/vendors/catalogue-data.ts";

type Details = Record<string, unknown>;

/** Returns what was answered when a product was ordered as people read it: of a choice, its words. */
export function detailsInWords(questions: readonly Question[], details: Details): Details {
  const choices = new Map([
    ["AddressType", addressTypes],
    ...questions.map(({ name, options = [] }) => [name, options] as const),
  ]);
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      choices.get(name)?.find((option) => option.value === value)?.label ?? value,
    ]),
  );
}

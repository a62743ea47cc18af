/** Fields that several forms have: one rule for each kind, wherever a person types it. */
import { carriesAddress, carriesLink } from "@tradewind/domain/values/addresses.ts";
import { contactFields, type TextField, type TextKind } from "@tradewind/domain/values/contact-fields.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import { plainLine } from "@tradewind/domain/values/plain-line.ts";
import { telephoneOf } from "@tradewind/domain/values/telephones.ts";
import * as z from "zod/mini";

/** What a person typed or pasted, as it is kept. */
const typed = [z.overwrite<string>(plainLine), z.trim()] as const;
const oneLine = z.refine<string>((text) => !text.includes("\n"), messages.oneLine);

/** The rules of each kind of text. Its length is checked apart. */
const rules = {
  text: [z.refine<string>((text) => !carriesLink(text), messages.noAddress), oneLine],
  domain: [
    // As the browser's address bar has it.
    z.overwrite<string>((text) => text.replace(/^https?:\/\/([^/?#]+).*$/i, "$1")),
    z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,15}$/i, "Must be a domain, for example acme.co.uk"),
    z.toLowerCase(),
  ],
  email: [z.regex(patterns.email, messages.email)],
  postcode: [z.minLength(3, messages.minimumLength(3)), z.regex(patterns.alphanumericField, messages.alphanumeric)],
  telephone: [
    z.overwrite<string>((text) => telephoneOf(text) ?? text),
    z.refine<string>((text) => telephoneOf(text) !== undefined, messages.phone),
  ],
  person: [
    z.regex(patterns.noDigits, messages.noDigits),
    z.refine<string>((text) => !carriesAddress(text), messages.noAddress),
    oneLine,
  ],
} satisfies Record<TextKind, unknown>;

const limited = (longest: number) => z.maxLength(longest, messages.maximumLength(longest));

/** A field that may be left empty. */
export const textOf = ({ kind, longest }: TextField) => z.string().check(...typed, limited(longest), ...rules[kind]);
/** Likewise, and of a rule that nothing does not meet. */
export const orEmpty = (field: TextField) => z._default(z.union([z.literal(""), textOf(field)]), "");
/** A field that must be given. */
export const requiredText = ({ label, kind, longest }: TextField) =>
  z.string().check(...typed, z.minLength(1, messages.required(label)), limited(longest), ...rules[kind]);

export const email = (most: number) => z.string().check(...typed, z.maxLength(most), ...rules.email);
export const telephone = requiredText(contactFields.Telephone);
export const contactName = requiredText(contactFields.ContactName);

/** A whole number in a query or path as people write it: neither `1e3` nor `0x10`. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.pipe(z.coerce.string().check(z.regex(/^\d{1,9}$/, "Must be a whole number")), z.transform(Number)),
    z.number().check(z.gte(least), z.lte(most)),
  );

/** Fields that several forms have: one rule for each kind, wherever a person types it. */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import * as z from "zod/mini";

/** What each kind of text must be, besides not being too long. */
export const rules = {
  email: [z.regex(patterns.email, messages.email)],
  postcode: [z.minLength(3, messages.minimumLength(3)), z.regex(patterns.alphanumericField, messages.alphanumeric)],
  telephone: [z.regex(patterns.phone, messages.phone)],
  person: [z.regex(patterns.noDigits, messages.noDigits)],
};

const required = (label: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, messages.required(label)), z.maxLength(most));

export const email = (most: number) => z.string().check(z.trim(), z.maxLength(most), ...rules.email);
export const postcode = required("Postcode", 12).check(...rules.postcode);
export const telephone = required("Telephone", 30).check(...rules.telephone);
export const contactName = required("Contact name", 100).check(...rules.person);

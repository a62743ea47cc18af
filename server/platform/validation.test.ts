import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fieldMessages, refuseStrangeText, strict } from "./validation.ts";

const issuesOf = (schema: z.ZodMiniType, value: unknown) =>
  fieldMessages(z.safeParse(schema, value).error?.issues ?? []);

test.each([
  ["FORM-01 a missing field is named", { organisationTypes: ["Commercial"] }, { name: "name is required" }],
  [
    "FORM-02 a bad email",
    { name: "A", organisationTypes: ["Commercial"], ContactEmail: "x" },
    { ContactEmail: "Must be a valid email address" },
  ],
  [
    "an unknown field is refused by name",
    { name: "A", organisationTypes: ["Commercial"], isAdmin: true },
    { isAdmin: "This field is not known here" },
  ],
])("%s", (_, body, expected) => {
  expect(issuesOf(customerForms.add.body, body)).toEqual(expected);
});

test("a schema that would drop unknown fields is refused at start", () => {
  expect(() => strict(z.strictObject({ Lines: z.array(z.object({ a: z.string() })) }))).toThrow(/strictObject/);
});

test.each(["a\0b", "\ud800", { "\0": 1 }, [["x", { y: "\udc00" }]]])(
  "text that cannot be stored is refused: %j",
  (value) => {
    expect(() => refuseStrangeText(value)).toThrow("cannot be stored");
  },
);

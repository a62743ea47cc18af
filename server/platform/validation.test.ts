import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { AppError } from "./app-error.ts";
import { composed, fieldMessages, refuseStrangeText, refuseTurnedText, strict } from "./validation.ts";

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

test("a request that is no object at all is told so", () => {
  expect(issuesOf(customerForms.add.body, [])).toEqual({ "": "Must be an object" });
});

const loose = z.object({ a: z.string() });
test.each<[string, z.ZodMiniType]>([
  ["its top", loose],
  ["its top", z.optional(loose)],
  ["Lines", z.strictObject({ Name: z.string(), Lines: z.array(loose) })],
  [
    "Lines.Line",
    z.strictObject({ Lines: z.array(z.strictObject({ Line: z.union([z.string(), z.nullable(loose)]) })) }),
  ],
  [
    "Line",
    z.strictObject({
      Line: z.pipe(
        loose,
        z.transform(() => 1),
      ),
    }),
  ],
  ["Line", z.strictObject({ Line: z.looseObject({}) })],
])("a schema that would drop unknown fields is refused at start, at %s", (place, schema) => {
  expect(() => strict(schema)).toThrow(`Use z.strictObject for what a request sends (at ${place})`);
  expect(() => strict(z.strictObject({ Lines: z.array(z.strictObject({ a: z.string() })) }))).not.toThrow();
});

test.each(["a\0b", "\ud800", { "\0": 1 }, [["x", { y: "\udc00" }]]])(
  "text that cannot be stored is refused: %j",
  (value) => {
    expect(() => refuseStrangeText(value)).toThrow("cannot be stored");
  },
);

test("marks that turn the direction of text are refused in every single-line text, by its name; other scripts are not", () => {
  const refused = (value: unknown): unknown => {
    try {
      return refuseTurnedText(value);
    } catch (error) {
      return (error as AppError).fields;
    }
  };
  const message = "Must not contain hidden marks of direction";
  for (const mark of "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    expect(refused({ Subject: `invoice${mark}fdp.exe`, Lines: [{ Name: `a${mark}` }], Note: `a${mark}` })).toEqual({
      Subject: message,
      "Lines.0.Name": message,
    });
  expect(refused({ Subject: "شركة عقارية 4711 \u200f\u200d — אור", Text: "one\r\n\u2067two\u2069" })).toBeUndefined();
  expect(refused({ NewPassword: "Copper\u202eLantern" })).toBeUndefined();
  for (const name of ["Text", "Description", "Message", "Note", "Body", "Comments", "Details"])
    expect([name, refused({ [name]: "a\u202eb" })]).toEqual([name, undefined]);
});

test("a text is in one form however it was typed, but for passwords, which are hashed in either", () => {
  const [apart, whole] = ["Cafe\u0301", "Caf\u00e9"];
  expect(composed({ Name: apart, Lines: [{ Note: apart }], newPassword: apart, Count: 1, None: null })).toEqual({
    Name: whole,
    Lines: [{ Note: whole }],
    newPassword: apart,
    Count: 1,
    None: null,
  });
});

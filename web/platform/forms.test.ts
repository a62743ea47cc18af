import type { FieldValues } from "react-hook-form";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { bodyResolver, showRefusal } from "./forms.ts";
import { ApiError } from "./api-error.ts";
import { t, translated } from "./translate.ts";

const body = z.strictObject({
  Name: z.string().check(z.minLength(1), z.maxLength(5)),
  Email: z.string().check(z.email()),
  Code: z.string().check(z.regex(/^[A-Z]+$/)),
  Long: z.string().check(z.minLength(3)),
  Seats: z.int().check(z.gte(1), z.lte(300)),
  Own: z.string().check(z.regex(/^x$/, "Must be an x")),
});
const labels = { Name: "Company name", Email: "Email", Code: "Code", Long: "Long", Seats: "Seats", Own: "Own" };
const options = { fields: {}, shouldUseNativeValidation: false } as never;

async function messagesOf(values: Record<string, unknown>) {
  const outcome = await bodyResolver<z.ZodMiniType<FieldValues, FieldValues>>(body, labels)(values, undefined, options);
  return Object.fromEntries(
    Object.entries(outcome.errors).map(([name, error]) => [name, (error as { message: string }).message]),
  );
}
const good = { Name: "Acme", Email: "a@acme.example", Code: "AB", Long: "long", Seats: 5, Own: "x" };

test("a body that fits has no message", async () => {
  expect(await messagesOf(good)).toEqual({});
});

test.each([
  ["FORM-01", { Name: "" }, { Name: "Company name is required" }],
  ["FORM-01", { Email: "" }, { Email: "Email is required" }],
  ["FORM-02", { Email: "acme" }, { Email: "Must be a valid email address" }],
  ["FORM-03", { Name: "Acme Dental" }, { Name: "Must be a maximum of 5 character(s)" }],
  ["FORM-04", { Long: "lo" }, { Long: "Must be a minimum of 3 character(s)" }],
  ["FORM-05", { Code: "ab" }, { Code: "Must be the correct format" }],
  ["FORM-07", { Seats: 0 }, { Seats: "Must be at least 1" }],
  ["FORM-08", { Seats: 301 }, { Seats: "Must be at most 300" }],
  ["a schema's own words", { Own: "y" }, { Own: "Must be an x" }],
])("%s for %j", async (_row, values, messages) => {
  expect(await messagesOf({ ...good, ...values })).toEqual(messages);
});

function fakeForm(values: Record<string, unknown>) {
  const shown: [string, string][] = [];
  const form = {
    getValues: () => values,
    setError: (name: string, error: { message: string }) => void shown.push([name, error.message]),
  };
  return { form: form as never, shown };
}

test("FORM-09 a refusal of the server lands on its field", () => {
  const { form, shown } = fakeForm({ name: "Acme" });
  showRefusal(
    form,
    new ApiError(409, {
      Error: "customerNameTaken",
      Errors: { name: "A customer with this name already exists" },
      Messages: ["Taken."],
    }),
  );
  expect(shown).toEqual([["name", "A customer with this name already exists"]]);
});

test("a refusal that concerns no field shows below the form, with the reference", () => {
  const { form, shown } = fakeForm({ name: "Acme" });
  showRefusal(
    form,
    new ApiError(409, { Messages: ["This was changed in the meantime."], Labels: { Reference: "r-9" } }),
  );
  expect(shown).toEqual([["root", "This was changed in the meantime. (reference r-9)"]]);
});

test.each([
  [400, "Some of the values sent cannot be used. Please correct them and try again."],
  [404, "We could not find this. It may have been removed, or the address may be wrong."],
  [409, "This was changed in the meantime. Please reload and try again."],
  [429, "Too many requests. Please wait a moment and try again."],
  [502, "Something went wrong on our side. Please try again; if it happens again, contact support."],
  [0, "The portal did not answer. Please check your connection and try again."],
])("ERR-08 a failure with status %i and no text of its own is readable", (status, text) => {
  expect(new ApiError(status).message).toBe(text);
});

test("ERR-09 a key from the server is shown as its text", () => {
  expect(translated("LOGIN.BACKEND_ERROR")).toBe("We could not sign you in just now. Please try again later.");
  expect(translated("Any other text")).toBe("Any other text");
});

test("a wrong key does not compile", () => {
  expect(t("NOT_FOUND.TITLE")).toBe("Page not found");
  expectTypeOf(t).parameter(0).not.toEqualTypeOf<string>();
});

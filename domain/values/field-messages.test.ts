import { expect, test } from "vitest";
import { helperMessage, messages } from "./field-messages.ts";

/** Tests the wording of a message under its row id. */
const says = (id: string, said: string, words: string) => test(`${id} reads: ${words}`, () => expect(said).toBe(words));

says("FORM-01", messages.required("Postcode"), "Postcode is required");
says("FORM-02", messages.email, "Must be a valid email address");
says("FORM-03", messages.maximumLength(100), "Must be a maximum of 100 character(s)");
says("FORM-04", messages.minimumLength(12), "Must be a minimum of 12 character(s)");
says("FORM-05", messages.pattern, "Must be the correct format");
says("FORM-06", messages.digitsOnly, "Must contain only digits");
says("FORM-07", messages.minimum(1), "Must be at least 1");
says("FORM-08", messages.maximum(300), "Must be at most 300");
says("FORM-12", messages.checkbox, "This is required");

test("a line of what to correct says whether a value is missing or has invalid characters", () => {
  expect(["", "  ", "<>"].map((value) => helperMessage("name", value))).toEqual([
    "- Invalid name.",
    "- Invalid name.",
    "- Invalid characters in name.",
  ]);
});

import { expect, test } from "vitest";
import { fieldMessage, helperMessage, messages } from "./messages.ts";

test.each([
  { id: "FORM-01", said: messages.required("Postcode"), words: "Postcode is required" },
  { id: "FORM-02", said: messages.email, words: "Must be a valid email address" },
  { id: "FORM-03", said: messages.maximumLength(100), words: "Must be a maximum of 100 character(s)" },
  { id: "FORM-04", said: messages.minimumLength(12), words: "Must be a minimum of 12 character(s)" },
  { id: "FORM-05", said: messages.pattern, words: "Must be the correct format" },
  { id: "FORM-06", said: messages.digitsOnly, words: "Must contain only digits" },
  { id: "FORM-07", said: messages.minimum(1), words: "Must be at least 1" },
  { id: "FORM-08", said: messages.maximum(300), words: "Must be at most 300" },
  { id: "FORM-10", said: helperMessage("Town", " "), words: "- Invalid Town." },
  { id: "FORM-11", said: helperMessage("Town", "a@b"), words: "- Invalid characters in Town." },
  { id: "FORM-12", said: messages.checkbox, words: "This is required" },
])("$id reads: $words", ({ said, words }) => {
  expect(said).toBe(words);
});

test("the server's words win over ours", () => {
  expect(fieldMessage("Already taken", messages.pattern)).toBe("Already taken");
  expect(fieldMessage(undefined, messages.pattern)).toBe(messages.pattern);
});

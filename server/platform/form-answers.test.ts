import type { FormField } from "@tradewind/domain/catalogue/forms.ts";
import { expect, test } from "vitest";
import { requireAnswers } from "./form-answers.ts";

const field = (name: string): FormField => ({
  name,
  label: "Telephone",
  kind: "text",
  whenEmpty: "refuse",
  pattern: "[0-9 ]+",
  patternMessage: null,
  requiredValue: null,
  help: null,
  note: null,
});
const form = { fields: [field("Telephone")], dependencies: [] };

test("answers that fit are taken, others are refused field by field, as are fields the form does not have", () => {
  expect(() => requireAnswers(form, { Telephone: "01234 567 890" })).not.toThrow();
  expect(() => requireAnswers(form, { Fax: "1" })).toThrow(
    expect.objectContaining({
      code: "invalidRequest",
      fields: { Telephone: "This is a mandatory field", Fax: "This field is not known here" },
    }),
  );
});

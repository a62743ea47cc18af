import { expect, test } from "vitest";
import { keptOfDraft } from "./drafts.ts";

test("a draft keeps what was typed, but no password, code, bank detail, card or file, however deep", () => {
  expect(
    keptOfDraft({
      Subject: "Mail",
      PostCode: "BS1 4ST",
      lines: [{ Key: "k", Quantity: 2, newPassword: "x", details: { Iban: "x", CompanyName: "Acme" } }],
      files: [{ Id: "1" }],
      SortCode: "x",
      AccountNumber: "x",
      CardNumber: "x",
      Code: "123456",
      ClientSecret: "x",
    }),
  ).toEqual({
    Subject: "Mail",
    PostCode: "BS1 4ST",
    lines: [{ Key: "k", Quantity: 2, details: { CompanyName: "Acme" } }],
  });
});

import { expect, test } from "vitest";
import { customerDetails, customerNamePattern, detailsIn, eachDetail } from "./customers.ts";

test.each([
  "Acme Dental",
  "Acme-Dental 2. Ltd",
  "O'Brien & Sons (Dublin)",
  "Müller, Łukasz / Côté",
  "D’Arcy + Co.",
  "山田",
  "Yahoo! #1 “Fun”: 100% £5?",
  "Harbour – Quay",
  "می\u200Cخواهم",
])("%s has the characters of a customer name", (name) => {
  expect(name).toMatch(customerNamePattern);
});

test.each(["a@b", "a_b", "<b>", "a;b", "a\u202Eb", "a\u200Bb"])("%j has others", (name) => {
  expect(name).not.toMatch(customerNamePattern);
});

test("each detail of a customer belongs to one part and is made once", () => {
  expect([detailsIn("organisation"), detailsIn("address"), detailsIn("contact")]).toEqual([
    ["Domain"],
    ["Address1", "Address2", "TownCity", "County", "PostCode"],
    ["ContactName", "ContactEmail", "Telephone"],
  ]);
  expect(eachDetail((name) => customerDetails[name].longest)).toMatchObject({ Domain: 253, PostCode: 12 });
});

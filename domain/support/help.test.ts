import { expect, test } from "vitest";
import { forumGroupsOf, longestTerm, searchTerm, topicOf } from "./help.ts";

test.each([
  ["o'365 (nce)!", "o365 nce"],
  ["  two   words ", "two words"],
  ["tab\tand\nline", "tab and line"],
  ["snake_case", "snake_case"],
  ["Łódź café", "Łódź café"],
  ["'):* & | !", ""],
  ["", ""],
  ["add-on: tele-fax_1", "addon telefax_1"],
])("KB-05 %j is searched for as %j", (typed, term) => {
  expect(searchTerm(typed)).toBe(term);
});

test("KB-05 a text of ten thousand letters is searched for by its first hundred", () => {
  expect(searchTerm("a".repeat(10_000))).toHaveLength(longestTerm);
});

test.each([
  ["/customers", "customer"],
  ["/customers/add", "add a customer"],
  ["/customers/customer/1/view/users", "licences people"],
  ["/renewals", "renews"],
  ["/transfers", "transfers"],
  ["/billing/psa/azure", "bill PSA"],
  ["/account-setting/integration", "PSA"],
  ["/billing/payment-options", "card"],
  ["/billing/invoices", "invoice"],
  ["/support/add-new-ticket", "ticket"],
  ["/gallery", undefined],
])("what fits %s is %s", (path, topic) => {
  expect(topicOf(path)).toBe(topic);
});

test("people are in groups of the forum by what they are here", () => {
  expect(["reseller", "engineer", "endUserAdmin", "endUser"].map((kind) => forumGroupsOf(kind).join())).toEqual([
    "partners,account_holders",
    "partners",
    "customers",
    "customers",
  ]);
});

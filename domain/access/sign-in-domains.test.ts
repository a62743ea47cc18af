import { expect, test } from "vitest";
import { isDomain, isPublicHost, plainDomain } from "./sign-in-domains.ts";

test.each([
  [" Acme.Example ", "acme.example"],
  ["robin@acme.example", "acme.example"],
  ["@acme.co.uk", "acme.co.uk"],
  ["acme.example.", "acme.example"],
])("%j is kept as %s", (typed, kept) => {
  expect(plainDomain(typed)).toBe(kept);
});

test.each(["acme.example", "mail.acme.co.uk", "a-b.ie", "xn--bcher-kva.example"])("%s is a domain", (text) => {
  expect(isDomain(text)).toBe(true);
});

test.each([
  "",
  "acme",
  "co.uk",
  "org.uk",
  "-acme.example",
  "acme-.example",
  "acme..example",
  "10.0.0.1",
  "a b.example",
  "acme.example/x",
])("%j is none", (text) => {
  expect(isDomain(text)).toBe(false);
});
test("a domain is no longer than 253 characters", () => {
  expect(isDomain(`${"a".repeat(60)}.`.repeat(4) + "example")).toBe(true);
  expect(isDomain(`${"a".repeat(60)}.`.repeat(4) + "examplecom")).toBe(false);
  expect(isDomain(`${"a".repeat(60)}.`.repeat(4) + "examplede")).toBe(true);
  expect(isDomain(`${"a".repeat(60)}.`.repeat(5) + "example")).toBe(false);
});

test.each([
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.co.uk",
  "yahoo.com.au",
  "live.ie",
  "mail.gmail.com",
  "proton.me",
  "eircom.net",
])("anybody can have an address at %s", (text) => {
  expect(isPublicHost(text)).toBe(true);
});
test.each(["acme.example", "live.example", "gmail.acme.example", "outlook-tours.com", "web.harbour.ie"])(
  "%s can be a company's own",
  (text) => {
    expect(isPublicHost(text)).toBe(false);
  },
);

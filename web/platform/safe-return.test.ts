import { expect, test } from "vitest";
import { loginAddress, safeReturn } from "./safe-return.ts";

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example\u0000",
  "https://evil.example/billing",
  "HTTPS://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " /billing",
  "/../..//evil.example",
  "/.//evil.example",
  "/billing\u2028",
  "@evil.example",
  "?next=//evil.example",
  "",
  "/",
  "/login?return=/billing",
  "/sign-in",
  "/sign-in/",
  "/api/auth/sign-out",
  `/${"a".repeat(2001)}`,
])("AUTH-32 a return of %j is not followed", (wanted) => {
  expect(safeReturn(wanted)).toBeUndefined();
});

test.each([
  ["/billing/invoices", "/billing/invoices"],
  ["/customers?search=a%2Bb&sort=-name#top", "/customers?search=a%2Bb&sort=-name#top"],
  ["/customers/customer/12+34/delete-service", "/customers/customer/12+34/delete-service"],
  ["/a/../billing", "/billing"],
  ["/redirect?redirectUrl=//evil.example", "/redirect?redirectUrl=//evil.example"],
])("AUTH-32 a return of %j leads to %j", (wanted, target) => {
  expect(safeReturn(wanted)).toBe(target);
});

test("AUTH-115 the kept address is left out on the sign-in page", () => {
  expect(loginAddress("/sign-in?x=1")).toBe("/login");
  expect(loginAddress("/billing/invoices?a=1")).toBe("/login?return=%2Fbilling%2Finvoices%3Fa%3D1");
});

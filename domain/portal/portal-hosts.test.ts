import { expect, test } from "vitest";
import { isPortalHost, plainHost } from "./portal-hosts.ts";

test.each([
  ["portal.acme.co.uk", "portal.acme.co.uk"],
  ["  HTTPS://Portal.Acme.example:8443/ ", "portal.acme.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["портал.рф", "xn--80awhdgm.xn--p1ai"],
  ["liffey.localhost", "liffey.localhost"],
])("%s is the host %s", (typed, kept) => {
  expect(plainHost(typed)).toBe(kept);
  expect(isPortalHost(kept)).toBe(true);
});

test.each(["portal.acme.example/login", "acme.example?x=1", "a@acme.example", "two words.example", "", "a\\b.example"])(
  "%s names no host",
  (typed) => expect(plainHost(typed)).toBeUndefined(),
);

test.each([
  "co.uk",
  "com",
  "localhost",
  "127.0.0.1",
  "[::1]",
  "github.io",
  "a..example",
  "-a.example",
  `${"a".repeat(64)}.example`,
])("%s cannot be one reseller's", (text) => expect(isPortalHost(text)).toBe(false));

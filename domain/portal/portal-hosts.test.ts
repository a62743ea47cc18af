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

test("an address is read with either scheme in any letters, and a scheme in the middle is a path", () => {
  for (const typed of ["http://a.example", "https://a.example", "HTTP://A.example", "a.example.", "a.example:80"])
    expect(plainHost(typed)).toBe("a.example");
  for (const typed of [
    "a.example/http://b.example",
    "xhttp://a.example",
    "a.example#x",
    ":p@a.example",
    "u:@a.example",
  ])
    expect(plainHost(typed)).toBeUndefined();
});

test("a host is a whole one: nothing before or behind it, neither too long nor too short", () => {
  const part = "a".repeat(63);
  const longest = `${part}.${part}.${part}.${"b".repeat(61)}`;
  expect(longest).toHaveLength(253);
  expect([isPortalHost(longest), isPortalHost(`b${longest}`)]).toEqual([true, false]);
  expect([isPortalHost("a.io"), isPortalHost("a.i"), isPortalHost(".aio")]).toEqual([true, false, false]);
  for (const text of ["a.example/", " a.example", "a.example ", "A.example", "a_b.example", "a-.example", "a.1example"])
    expect(isPortalHost(text)).toBe(false);
  for (const shared of [
    "azurewebsites.net",
    "cloudfront.net",
    "herokuapp.com",
    "netlify.app",
    "pages.dev",
    "web.app",
  ]) {
    expect(isPortalHost(shared)).toBe(false);
    expect(isPortalHost(`acme.${shared}`)).toBe(true);
  }
});

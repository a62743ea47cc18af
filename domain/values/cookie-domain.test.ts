import { expect, test } from "vitest";
import { cookieDomain, isRegistryEnd } from "./cookie-domain.ts";

test("AUTH-71 the cookie domain is the last two parts of the host name", () => {
  expect(cookieDomain("a.b.example.test")).toBe("example.test");
  expect(cookieDomain("Portal.Example.COM:4000")).toBe("example.com");
  expect(cookieDomain("example.test")).toBe("example.test");
});

test.each([
  "localhost",
  "localhost:4000",
  "x.localhost",
  "a.b.localhost",
  "127.0.0.1",
  "[::1]:4000",
  "portal.example.co.uk",
  "portal",
])("%s has none: its cookies are for that host only", (host) => expect(cookieDomain(host)).toBeUndefined());

test("an address of numbers is told from a name that only begins or ends with numbers", () => {
  for (const address of ["10.200.30.44", "255.255.255.255:80", "[fe80::1]", "[2001:db8::1]:4000"])
    expect(cookieDomain(address)).toBeUndefined();
  expect(cookieDomain("1.2.3.4.example.test")).toBe("example.test");
  expect(cookieDomain("portal.10.20.30.40.nip")).toBe("40.nip");
  expect(cookieDomain("365.example")).toBe("365.example");
});

test("a second label belongs to everybody under the two letters of a country, and to its owner elsewhere", () => {
  for (const end of ["co.uk", "com.au", "ac.nz", "org.uk", "plc.uk", "gob.es", "ne.jp", "edu.pl", "net.nz", "gov.ie"])
    expect(isRegistryEnd(end)).toBe(true);
  for (const name of ["co.com", "harbour.uk", "xco.uk", "shop.co.uk", "co", "co.ukx", "acme.ie"])
    expect(isRegistryEnd(name)).toBe(false);
});

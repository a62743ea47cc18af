import { expect, test } from "vitest";
import { cookieDomain } from "./cookie-domain.ts";

test("AUTH-71 the cookie domain is the last two parts of the host name", () => {
  expect(cookieDomain("a.b.example.test")).toBe("example.test");
  expect(cookieDomain("Portal.Example.COM:4000")).toBe("example.com");
  expect(cookieDomain("example.test")).toBe("example.test");
});

test.each(["localhost", "localhost:4000", "x.localhost", "127.0.0.1", "[::1]:4000", "portal.example.co.uk", "portal"])(
  "%s has none: its cookies are for that host only",
  (host) => expect(cookieDomain(host)).toBeUndefined(),
);

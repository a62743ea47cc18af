import fs from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { withPortals, withSettings } from "./portal-page.ts";
import { headersFor } from "./serve.ts";

const read = (changes: Record<string, string>) =>
  readConfig([], { DEMO: "true", NODE_ENV: "test", DATABASE_URL: "postgres://localhost/x", ...changes });

test("AUTH-03 the sign-in page carries the two other portals, as the configuration says", () => {
  const config = read({ HARDWARE_NAME: `"Shop" & <more>`, HARDWARE_URL: "https://shop.example/?a=1&b=$&" });
  const html = fs.readFileSync(new URL("../../web/auth.html", import.meta.url), "utf8");
  const content = /<meta name="portals" content="([^"]*)"/.exec(withPortals(html, config, "localhost"))![1]!;
  expect(content).not.toContain("<");
  const text = content.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  expect(JSON.parse(text)).toEqual([
    { name: "Voice portal", address: "https://voice.tradewind.example" },
    { name: `"Shop" & <more>`, address: "https://shop.example/?a=1&b=$&" },
  ]);
});

test("SHELL-50 a pre-production host leads from the sign-in page to the UAT portals, every other host to production", () => {
  const config = read({ PREPRODUCTION_HOSTS: "uat.portal.example, Try.portal.example" });
  const addressesOn = (host: string) =>
    /content="([^"]*)"/
      .exec(withPortals(`<meta name="portals" content="[]">`, config, host))![1]!
      .match(/https:[^&]*/g);
  for (const host of ["uat.portal.example", "try.portal.example", "UAT.portal.example"])
    expect(addressesOn(host)).toEqual([
      "https://voice.uat.tradewind.example",
      "https://hardware.uat.tradewind.example",
    ]);
  for (const host of ["portal.example", "elsewhere.uat.portal.example"])
    expect(addressesOn(host)).toEqual(["https://voice.tradewind.example", "https://hardware.tradewind.example"]);
  expect(() => read({ PREPRODUCTION_HOSTS: "https://uat.portal.example" })).toThrow("PREPRODUCTION_HOSTS");
});

test.each(["javascript:alert(1)", "voice", "ftp://voice.example/"])("%s is no address of a portal", (address) => {
  expect(() => read({ COMMS_URL: address })).toThrow("COMMS_URL");
});

test.each([
  ["http://frames.example/manifest.json", false],
  ["https://frames.example/manifest.json", true],
  ["http://127.0.0.1:4005/manifest.json", true],
])("the shared header and footer from %s: %s", (MICRO_FRONTENDS_URL, taken) => {
  const reading = () => read({ MICRO_FRONTENDS_URL });
  if (taken) expect(reading().MICRO_FRONTENDS_URL).toBe(MICRO_FRONTENDS_URL);
  else expect(reading).toThrow("MICRO_FRONTENDS_URL: must be https");
});

test.each(["auth.html", "index.html"])("AUTH-58 MFA-31 %s carries the settings that its calls follow", (file) => {
  const workAccounts = { AAD_CLIENT_ID: "portal", AAD_CLIENT_SECRET: "secret" };
  const config = read({ LOGIN_CLIENT_ID: 'portal-"two"', AUTH_HOST: "https://auth.example/", ...workAccounts });
  const page = fs.readFileSync(new URL(`../../web/${file}`, import.meta.url), "utf8");
  const settingsAt = (host: string, given = config) => {
    const content = /<meta name="settings" content="([^"]*)"/.exec(withSettings(page, given, host))![1]!;
    return JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as unknown;
  };
  expect(settingsAt("liffey.localhost:4000"), "a reseller's host").toEqual({ loginClientId: 'portal-"two"' });
  expect(settingsAt("localhost:4000")).toEqual({
    loginClientId: 'portal-"two"',
    authHost: "https://auth.example",
    marketplaceHost: "",
    apiHost: "",
  });
  expect(settingsAt("liffey.localhost:4000", read({})), "without work accounts").toMatchObject({
    withoutWorkAccounts: true,
  });
});

test("MFA-31 the content policy lets pages call the hosts of the API, each once, and no other", () => {
  const connects = (changes: Record<string, string>) =>
    /connect-src ([^;]*);/.exec(headersFor(read(changes))["content-security-policy"])![1];
  expect(connects({})).toBe("'self'");
  const hosts = { AUTH_HOST: "https://auth.example", API_HOST: "https://auth.example/v1" };
  expect(connects({ ...hosts, HARDWARE_LOGOUT_URL: "https://hardware.example/logout" })).toBe(
    "'self' https://auth.example https://hardware.example",
  );
});

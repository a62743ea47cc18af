import fs from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { withPortals } from "./portal-page.ts";

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

import fs from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { withPortals } from "./portal-page.ts";

const read = (changes: Record<string, string>) =>
  readConfig({ DEMO: "true", NODE_ENV: "test", DATABASE_URL: "postgres://localhost/x", ...changes });

test("AUTH-03 every page carries the two other portals, as the configuration says", () => {
  const config = read({ SECOND_PORTAL_NAME: `"Shop" & <more>`, SECOND_PORTAL_URL: "https://shop.example/?a=1&b=$&" });
  for (const name of ["auth.html", "index.html"]) {
    const html = fs.readFileSync(new URL(`../../web/${name}`, import.meta.url), "utf8");
    const content = /<meta name="portals" content="([^"]*)"/.exec(withPortals(html, config))![1]!;
    expect(content).not.toContain("<");
    const text = content.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    expect(JSON.parse(text)).toEqual([
      { name: "Voice portal", address: "https://voice.tradewind.example" },
      { name: `"Shop" & <more>`, address: "https://shop.example/?a=1&b=$&" },
    ]);
  }
});

test.each(["javascript:alert(1)", "voice", "ftp://voice.example/"])("%s is no address of a portal", (address) => {
  expect(() => read({ FIRST_PORTAL_URL: address })).toThrow("FIRST_PORTAL_URL");
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

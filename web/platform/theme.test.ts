import { readFileSync } from "node:fs";
import { accentProperties } from "@tradewind/domain/portal/accent.ts";
import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";
import { expect, test } from "vitest";

test("the style sheet starts from the shades of the default accent", () => {
  const css = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");
  for (const [name, value] of Object.entries(accentProperties(defaultAccent)))
    expect(css).toContain(`${name}: ${value};`);
});

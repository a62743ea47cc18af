import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentProperties, accentShades, contrast, defaultAccent, isAccent, type Scheme } from "./theme.ts";

const steps = [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255];
const two = (part: number) => part.toString(16).padStart(2, "0");
const accents = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${two(red)}${two(green)}${two(blue)}`)),
);
const surfaces = { light: ["#ffffff", "#f7f8fa", "#eff1f5"], dark: ["#0e1013", "#15181d", "#1c2027", "#232831"] };

test.each<Scheme>(["light", "dark"])("4,096 accents are all legible in %s", (scheme) => {
  const failing = accents.filter((accent) => {
    const shade = accentShades(accent, scheme);
    const onFills = [shade.accent, shade.hover, shade.active].map((fill) => contrast(fill, shade.on));
    const asText = [...surfaces[scheme], shade.soft].map((ground) => contrast(shade.text, ground));
    return Math.min(...onFills, ...asText) < 4.5;
  });
  expect(failing).toEqual([]);
});

test("an accent that is legible already is kept as it is", () => {
  expect(accentShades(defaultAccent, "light").accent).toBe(defaultAccent);
});

test("yellow keeps its colour and takes dark text", () => {
  const shade = accentShades("#ffd400", "dark");
  expect(shade.accent).toBe("#ffd400");
  expect(contrast(shade.on, "#ffd400")).toBeGreaterThan(7);
});

test("only six hex digits are an accent", () => {
  expect(["#FFD400", "#101840"].map(isAccent)).toEqual([true, true]);
  expect(["#fff", "red", "#12345g", "#123456;}", " #123456"].map(isAccent)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("the style sheet starts from the shades of the default accent", () => {
  const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
  for (const [name, value] of Object.entries(accentProperties(defaultAccent)))
    expect(css).toContain(`${name}: ${value};`);
});

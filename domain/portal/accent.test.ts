import { expect, test } from "vitest";
import { accentShades, contrast, isAccent, type Scheme } from "./accent.ts";
import { defaultAccent } from "./white-label.ts";

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

test("WL-08 the shades of a fill are lightened by 0.15 and 0.2, and as much the other way under white text", () => {
  const step = (from: string, to: number, share: number) =>
    `#${[1, 3, 5]
      .map((at) => {
        const part = Number.parseInt(from.slice(at, at + 2), 16);
        return Math.round(part + (to - part) * share)
          .toString(16)
          .padStart(2, "0");
      })
      .join("")}`;
  for (const [accent, away] of [
    ["#ffd400", 255],
    ["#c2410c", 0],
  ] as const)
    expect(accentShades(accent, "light")).toMatchObject({
      hover: step(accentShades(accent, "light").accent, away, 0.15),
      active: step(accentShades(accent, "light").accent, away, 0.2),
    });
  expect([accentShades("#c2410c", "light").soft, accentShades("#c2410c", "dark").soft]).toEqual(["#f6e3db", "#38201a"]);
});

import { expect, test } from "vitest";
import { accentProperties, accentShades, contrast, isAccent, type Scheme } from "./accent.ts";
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
    const onFills = [
      contrast(shade.accent, shade.on),
      contrast(shade.hover, shade.onHover),
      contrast(shade.active, shade.onActive),
    ];
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

test("WL-08 the shades of a fill are lightened by 0.15 and 0.2, whatever its ink, which changes where it would not be legible", () => {
  const lightened = (from: string, share: number) =>
    `#${[1, 3, 5]
      .map((at) => {
        const part = Number.parseInt(from.slice(at, at + 2), 16);
        return Math.round(part + (255 - part) * share)
          .toString(16)
          .padStart(2, "0");
      })
      .join("")}`;
  for (const accent of ["#ffd400", "#c2410c", "#0b7a75", defaultAccent])
    expect(accentShades(accent, "light")).toMatchObject({
      hover: lightened(accentShades(accent, "light").accent, 0.15),
      active: lightened(accentShades(accent, "light").accent, 0.2),
    });
  expect(accentShades("#0b4a8f", "light")).toMatchObject({ on: "#ffffff", onHover: "#ffffff", onActive: "#ffffff" });
  expect(accentShades("#c2410c", "light")).toMatchObject({ on: "#ffffff", onActive: "#101216" });
  expect([accentShades("#c2410c", "light").soft, accentShades("#c2410c", "dark").soft]).toEqual(["#f6e3db", "#38201a"]);
});

test("contrast is counted as WCAG counts it", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 10);
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 10);
  expect(contrast("#777777", "#777777")).toBe(1);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrast("#0000ff", "#ffffff")).toBeCloseTo(8.59, 2);
});

test("the style sheet holds every shade, its light value before its dark one", () => {
  const [light, dark] = [accentShades("#c2410c", "light"), accentShades("#c2410c", "dark")];
  expect(accentProperties("#c2410c")).toEqual({
    "--accent": `light-dark(${light.accent}, ${dark.accent})`,
    "--accent-hover": `light-dark(${light.hover}, ${dark.hover})`,
    "--accent-active": `light-dark(${light.active}, ${dark.active})`,
    "--on-accent": `light-dark(${light.on}, ${dark.on})`,
    "--on-accent-hover": `light-dark(${light.onHover}, ${dark.onHover})`,
    "--on-accent-active": `light-dark(${light.onActive}, ${dark.onActive})`,
    "--accent-text": `light-dark(${light.text}, ${dark.text})`,
    "--accent-soft": `light-dark(${light.soft}, ${dark.soft})`,
  });
});

test("a fill stands out from every surface, and is moved no further from what was given than it must", () => {
  for (const [accent, scheme] of [
    ["#ffffff", "light"],
    ["#f0f0f0", "light"],
    ["#000000", "dark"],
    ["#15181d", "dark"],
  ] as const) {
    const shade = accentShades(accent, scheme);
    for (const surface of surfaces[scheme]) expect(contrast(shade.accent, surface)).toBeGreaterThanOrEqual(1.6);
    expect(shade.accent).not.toBe(accent);
  }
  expect(accentShades("#1a7f37", "light")).toMatchObject({ accent: "#1a7f37", on: "#ffffff" });
});

test("white text is kept wherever it is legible, though dark text would be more so", () => {
  expect(accentShades("#0b6bcb", "light").on).toBe("#ffffff");
  const both = accents.filter((accent) => {
    const { accent: fill, on } = accentShades(accent, "light");
    return fill === accent && on !== "#ffffff" && contrast(accent, "#ffffff") >= 4.5;
  });
  expect(both).toEqual([]);
});

test("links keep an accent that is legible on every surface, and are moved only as far as they must", () => {
  expect(accentShades("#0b4a8f", "light").text).toBe("#0b4a8f");
  expect(accentShades("#9ec5ff", "dark").text).toBe("#9ec5ff");
  const moved = accentShades("#3a8fe0", "light").text;
  expect(["#3a8fe0", "#000000"]).not.toContain(moved);
});

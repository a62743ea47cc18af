/** Computes every shade the interface needs from one accent colour, with enough contrast to be legible. */

export type Scheme = "light" | "dark";
/** `on`, `onHover` and `onActive` are the inks of the three fills. */
export type AccentShades = {
  accent: string;
  hover: string;
  active: string;
  on: string;
  onHover: string;
  onActive: string;
  text: string;
  soft: string;
};

type Rgb = readonly [number, number, number];

const canvases: Record<Scheme, { surfaces: readonly string[]; ink: Rgb; paper: Rgb }> = {
  light: { surfaces: ["#ffffff", "#f7f8fa", "#eff1f5"], ink: [0, 0, 0], paper: [255, 255, 255] },
  dark: { surfaces: ["#0e1013", "#15181d", "#1c2027", "#232831"], ink: [255, 255, 255], paper: [21, 24, 29] },
};
const whiteInk: Rgb = [255, 255, 255];
const darkInk: Rgb = [16, 18, 22];
/** White and black: one of them is legible on any fill. */
const inks: readonly Rgb[] = [whiteInk, darkInk, [0, 0, 0]];
const readable = 4.5;
/** Minimum contrast of a filled button with the page around it. */
const visible = 1.6;
/** How far shades are lightened (WL-08): the fill when pressed and hovered, and the tint of soft backgrounds. */
export const lightening = { strong: 0.2, weak: 0.15 } as const;

export const isAccent = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

const each = (change: (at: 0 | 1 | 2) => number): Rgb => [change(0), change(1), change(2)];
const parse = (hex: string): Rgb => each((at) => Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16));
const format = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb => each((at) => from[at] + (to[at] - from[at]) * share);

function luminance(colour: Rgb): number {
  const [red, green, blue] = each((at) => {
    const share = Math.round(colour[at]) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const ratio = (one: Rgb, other: Rgb): number => {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

/** Returns the contrast of two `#rrggbb` colours, 1 to 21, as defined by WCAG. */
export const contrast = (one: string, other: string): number => ratio(parse(one), parse(other));

/** Moves a colour step by step towards another until it passes. */
function until(passes: (colour: Rgb) => boolean, from: Rgb, to: Rgb): Rgb {
  for (let step = 0; step <= 100; step++) {
    const colour = mix(from, to, step / 100);
    if (passes(colour)) return colour;
  }
  return to;
}

export function accentShades(hex: string, scheme: Scheme): AccentShades {
  const { surfaces, ink, paper } = canvases[scheme];
  const given = parse(hex);
  const grounds = surfaces.map(parse);
  const fill = until((colour) => grounds.every((ground) => ratio(colour, ground) >= visible), given, ink);
  const on = ratio(fill, whiteInk) >= ratio(fill, darkInk) ? whiteInk : darkInk;
  const away: Rgb = on === whiteInk ? [0, 0, 0] : [255, 255, 255];
  const legible = (colour: Rgb) => ratio(colour, on) >= readable;
  const accent = until(legible, fill, away);
  const [hover, active] = [mix(accent, whiteInk, lightening.weak), mix(accent, whiteInk, lightening.strong)];
  // The ink of the fill is kept where it is legible on the lighter one, too.
  const inkOf = (colour: Rgb) => [on, ...inks].find((one) => ratio(colour, one) >= readable)!;
  const soft = mix(paper, given, scheme === "light" ? lightening.weak : lightening.strong);
  const text = until((colour) => [...grounds, soft].every((ground) => ratio(colour, ground) >= readable), given, ink);
  return {
    accent: format(accent),
    hover: format(hover),
    active: format(active),
    on: format(on),
    onHover: format(inkOf(hover)),
    onActive: format(inkOf(active)),
    text: format(text),
    soft: format(soft),
  };
}

/** Returns the custom properties of an accent, each with its light and dark value. */
export function accentProperties(hex: string): Record<`--${string}`, string> {
  const light = accentShades(hex, "light");
  const dark = accentShades(hex, "dark");
  const both = (shade: keyof AccentShades) => `light-dark(${light[shade]}, ${dark[shade]})`;
  return {
    "--accent": both("accent"),
    "--accent-hover": both("hover"),
    "--accent-active": both("active"),
    "--on-accent": both("on"),
    "--on-accent-hover": both("onHover"),
    "--on-accent-active": both("onActive"),
    "--accent-text": both("text"),
    "--accent-soft": both("soft"),
  };
}

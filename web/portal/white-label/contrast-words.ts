import { accentShades, contrast, type Scheme } from "@tradewind/domain/portal/accent.ts";

const papers: Record<Scheme, { ground: string; name: string; way: string }> = {
  light: { ground: "#ffffff", name: "white", way: "darker" },
  dark: { ground: "#15181d", name: "dark", way: "lighter" },
};
const readable = 4.5;
const inWords = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`;

/** Explains how an accent is adjusted for a light or dark background, with the contrast ratios. */
export function contrastWords(accent: string, scheme: Scheme): { legible: boolean; text: string; button: string } {
  const { ground, name, way } = papers[scheme];
  const given = contrast(accent, ground);
  const shades = accentShades(accent, scheme);
  const legible = shades.text === accent.toLowerCase();
  const reason =
    given < readable ? `below the ${readable} to 1 that text needs` : "but too little on our other backgrounds";
  const ink = contrast(shades.on, "#ffffff") < 2 ? "white" : "dark";
  return {
    legible,
    text: legible
      ? `On ${name} the accent has a contrast of ${inWords(given)}: good for text and links.`
      : `On ${name} the accent has a contrast of ${inWords(given)}, ${reason}: text and links use a ${way} shade, ${shades.text}, with ${inWords(contrast(shades.text, ground))}.`,
    button: `Buttons show ${ink} text on ${shades.accent}, with a contrast of ${inWords(contrast(shades.on, shades.accent))}.`,
  };
}

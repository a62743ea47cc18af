import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";

export type SchemeChoice = "light" | "dark" | "default";
const ownChoice = "colourScheme";
/** Window event sent when this page's person chooses a scheme, so that every control for it shows the same. */
export const schemeChosen = "schemechosen";

/**
 * Returns the person's choice of light or dark in this browser; `default` follows the partner's theme, then the system.
 */
export function chosenScheme(): SchemeChoice {
  const choice = localStorage.getItem(ownChoice);
  return choice === "light" || choice === "dark" ? choice : "default";
}

export function chooseScheme(choice: SchemeChoice, partner: SchemeChoice): void {
  if (choice === "default") localStorage.removeItem(ownChoice);
  else localStorage.setItem(ownChoice, choice);
  applyScheme(partner);
  dispatchEvent(new Event(schemeChosen));
}

/** Before a session is known, the partner is the one whose host this is: the document's data attributes name it. */
const host = document.documentElement.dataset;

export function applyScheme(partner: SchemeChoice = (host.theme as SchemeChoice | undefined) ?? "default"): void {
  const own = chosenScheme();
  const scheme = own === "default" ? partner : own;
  if (scheme === (document.documentElement.dataset.scheme ?? "default")) return;
  if (scheme === "default") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

/** The accent whose shades came with the page's style sheets. */
let applied = host.accent ?? defaultAccent;

/** Sets every shade of the accent; the calculation is loaded only if the accent is not applied yet. */
export async function applyAccent(accent: string): Promise<void> {
  // Setting a shade restyles the whole page, even if it stays the same.
  if (accent === applied) return;
  applied = accent;
  const { accentProperties } = await import("@tradewind/domain/portal/accent.ts");
  for (const [name, value] of Object.entries(accentProperties(accent)))
    document.documentElement.style.setProperty(name, value);
}

/** The partner's branding by host, for screens shown before a session is known. */
export const hostBrand = { url: host.logo, mobile: host.mobileLogo, name: host.brand };

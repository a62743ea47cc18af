import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";

export type SchemeChoice = "light" | "dark" | "default";
const ownChoice = "colourScheme";
/** Told to the window when this page's person chose, so that every control for it shows the same. */
export const schemeChosen = "schemechosen";

/** The person's own choice of light or dark, kept in this browser; `default` follows the partner's theme, then the system. */
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

/** Before a session is known the partner is the one whose address this is: the page says so from its first byte. */
const host = document.documentElement.dataset;

export function applyScheme(partner: SchemeChoice = (host.theme as SchemeChoice | undefined) ?? "default"): void {
  const own = chosenScheme();
  const scheme = own === "default" ? partner : own;
  if (scheme === (document.documentElement.dataset.scheme ?? "default")) return;
  if (scheme === "default") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

/** The shades that the page came with, in its style sheets. */
let applied = host.accent ?? defaultAccent;

/** Sets every shade that the accent yields; the reckoning is fetched by those only whose accent is not there yet. */
export async function applyAccent(accent: string): Promise<void> {
  // Setting a shade styles the whole page anew, even where it stays the same.
  if (accent === applied) return;
  applied = accent;
  const { accentProperties } = await import("@tradewind/domain/portal/accent.ts");
  for (const [name, value] of Object.entries(accentProperties(accent)))
    document.documentElement.style.setProperty(name, value);
}

/** The partner whose address this is, for screens before a session is known. */
export const hostBrand = { url: host.logo, mobile: host.mobileLogo, name: host.brand };

import { accentProperties, defaultAccent, isAccent } from "../ui/theme.ts";

export type SchemeChoice = "light" | "dark" | "default";
const ownChoice = "colourScheme";

/** The person's own choice of light or dark, kept in this browser; `default` follows the partner's theme, then the system. */
export function chosenScheme(): SchemeChoice {
  const choice = localStorage.getItem(ownChoice);
  return choice === "light" || choice === "dark" ? choice : "default";
}

export function chooseScheme(choice: SchemeChoice, partner: SchemeChoice = "default"): void {
  if (choice === "default") localStorage.removeItem(ownChoice);
  else localStorage.setItem(ownChoice, choice);
  applyScheme(partner);
}

export function applyScheme(partner: SchemeChoice = "default"): void {
  const own = chosenScheme();
  const scheme = own === "default" ? partner : own;
  if (scheme === "default") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

/** Sets every shade that the accent yields. What is no colour is ignored. */
export function applyAccent(accent: string): void {
  for (const [name, value] of Object.entries(accentProperties(isAccent(accent) ? accent : defaultAccent)))
    document.documentElement.style.setProperty(name, value);
}

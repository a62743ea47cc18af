import type { IconName } from "../ui/icon.tsx";

/** A choice or a visit that can be repeated: a page or a record, by its address. */
export type Recent = { label: string; hint?: string; href: string; icon: IconName };

const most = 5;
const keyOf = (person: string) => `recentChoices:${person}`;

/** Returns what a person chose or visited lately in this browser, the latest first. */
export function recentOf(person: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? "[]");
    return Array.isArray(kept) ? (kept as Recent[]).filter(({ href }) => href.startsWith("/")) : [];
  } catch {
    return [];
  }
}

export function rememberChoice(person: string, { label, hint, href, icon }: Recent): void {
  const others = recentOf(person).filter((each) => each.href !== href);
  localStorage.setItem(keyOf(person), JSON.stringify([{ label, hint, href, icon }, ...others].slice(0, most)));
}

import { expect } from "vitest";
import type { renderApp } from "./render-app.tsx";

type Screen = Awaited<ReturnType<typeof renderApp>>["screen"];
const words = (element: Element) => (element.textContent ?? "").replace("opens a new page", "").trim();

/** Reads what the header of a wide screen offers: its pages, its portals, and the entries of a menu. */
export async function headerOf(screen: Screen) {
  await expect.element(screen.getByRole("button", { name: "My Account" })).toBeVisible();
  const row = (name: string, within: string) => {
    const nav = screen.getByRole("navigation", { name }).query();
    return [...(nav?.querySelectorAll(within) ?? [])].map(words);
  };
  return {
    screen,
    pages: () => row("Main", ":scope > *"),
    portals: () => row("Portals", "li"),
    /** Opens a menu; without it, there are no entries. */
    entries: async (name: string) => {
      const button = screen.getByRole("button", { name, exact: true });
      if (!button.query()) return [];
      await button.click();
      await expect.element(button).toHaveAttribute("aria-expanded", "true");
      const panel = document.getElementById(button.element().getAttribute("aria-controls")!);
      return [...panel!.querySelectorAll("li")].map(words);
    },
  };
}

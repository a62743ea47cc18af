export type Density = "comfortable" | "compact";
const ownChoice = "density";

/** Returns the row height of tables that this person chose, kept in this browser. */
export const chosenDensity = (): Density => (localStorage.getItem(ownChoice) === "compact" ? "compact" : "comfortable");

export function chooseDensity(density: Density): void {
  if (density === "compact") localStorage.setItem(ownChoice, density);
  else localStorage.removeItem(ownChoice);
  applyDensity();
}

/** Makes the tables on screen measure themselves again, as they do when the window is resized. */
export function applyDensity(): void {
  const density = chosenDensity();
  if ((document.documentElement.dataset.density ?? "comfortable") === density) return;
  if (density === "compact") document.documentElement.dataset.density = density;
  else delete document.documentElement.dataset.density;
  dispatchEvent(new Event("resize"));
}

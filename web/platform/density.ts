export type Density = "comfortable" | "compact";
const ownChoice = "density";

/** How high the rows of tables are for this person, kept in this browser. */
export const chosenDensity = (): Density => (localStorage.getItem(ownChoice) === "compact" ? "compact" : "comfortable");

export function chooseDensity(density: Density): void {
  if (density === "compact") localStorage.setItem(ownChoice, density);
  else localStorage.removeItem(ownChoice);
  applyDensity();
}

/** Tables that stand measure themselves anew, as they do when the window changes. */
export function applyDensity(): void {
  const density = chosenDensity();
  if ((document.documentElement.dataset.density ?? "comfortable") === density) return;
  if (density === "compact") document.documentElement.dataset.density = density;
  else delete document.documentElement.dataset.density;
  dispatchEvent(new Event("resize"));
}

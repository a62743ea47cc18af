import axe from "axe-core";
import { inject } from "vitest";
import { resizeDelay } from "../ui/use-media.ts";

/** Skip selectors, passed checks and fetching style sheets again, which take most of axe's time. */
const violationsOnly = { resultTypes: ["violations" as const], selectors: false, preload: false };

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colours = ["color-contrast", "link-in-text-block"];

/** Returns axe's findings on the page in light, as rule and place, and in dark those of colours: only they differ. */
export async function faultsInBoth(): Promise<string[]> {
  const { dataset } = document.documentElement;
  dataset["scheme"] = "light";
  const light = await faultsOf(allRules);
  dataset["scheme"] = "dark";
  return [...light, ...(await faultsOf(colours)).map((fault) => `dark ${fault}`)];
}

/**
 * Waits until nothing moves and returns axe's findings on the page, as rule and place. What follows from how a page is
 * drawn takes most of axe's time: a short run leaves it to e2e, which asks about it of every third screen, and to `faultsInBoth`.
 */
export const faults = (asksAll = inject("long")): Promise<string[]> =>
  faultsOf(allRules, asksAll ? [] : [...colours, "target-size"]);

async function faultsOf(runOnly: string[], rulesOff: readonly string[] = []): Promise<string[]> {
  await settled();
  const { violations } = await axe.run(document.body, {
    runOnly,
    rules: Object.fromEntries(["region", ...rulesOff].map((rule) => [rule, { enabled: false }])),
    ...violationsOnly,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
  );
}

let resizedAt = Number.NEGATIVE_INFINITY;
addEventListener("resize", () => (resizedAt = performance.now()));
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until the layout has followed a new width and nothing moves, so that no colour is measured halfway. */
export async function settled(): Promise<void> {
  await frame();
  const left = resizedAt + resizeDelay - performance.now();
  if (left > 0) {
    await new Promise((resolve) => setTimeout(resolve, left));
    await frame();
  }
  await document.fonts.ready;
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  );
}

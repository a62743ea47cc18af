import axe from "axe-core";

/** No selectors, no lists of what passed, no style sheets fetched anew: most of what axe takes its time for. */
const violationsOnly = { resultTypes: ["violations" as const], selectors: false, preload: false };

/** What axe finds on the page as it stands: rule and place, nothing when all is well. */
export async function faults(rulesOff: readonly string[] = []): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: Object.fromEntries(["region", ...rulesOff].map((rule) => [rule, { enabled: false }])),
    ...violationsOnly,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
  );
}

/** Waits until nothing moves, so that no colour is measured half-way. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished.catch(() => undefined)),
  );
}

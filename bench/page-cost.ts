import type { Page } from "playwright-core";

/** The longest frame in milliseconds that still looks smooth: two frames at 60 Hz. */
export const frameGate = 34;
/** Frames per scroll. */
export const frames = 120;
/** Pixels per frame: reading, scrolling back quickly, and flinging. */
export const steps = [120, -700, 2500];

export type Cost = { task: number; script: number };

/** Returns a function that reads the CPU milliseconds a page's main thread has used so far. */
export async function mainThreadOf(page: Page): Promise<() => Promise<Cost>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    // Excludes the cost of our own DevTools commands.
    return { task: of("TaskDuration") - of("DevToolsCommandDuration"), script: of("ScriptDuration") };
  };
}

/**
 * Scrolls by `step` pixels per frame, down from the top or up from the end, and returns the longest frame in
 * milliseconds.
 */
export function longestFrame(page: Page, step: number): Promise<number> {
  return page.evaluate(
    async ({ by, count }) => {
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      scrollTo(0, by > 0 ? 0 : document.documentElement.scrollHeight);
      for (let n = 0; n < 10; n++) await frame();
      let before = await frame();
      let longest = 0;
      for (let n = 0; n < count; n++) {
        scrollBy(0, by);
        const now = await frame();
        longest = Math.max(longest, now - before);
        before = now;
      }
      return longest;
    },
    { by: step, count: frames },
  );
}

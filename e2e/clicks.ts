import type { Page } from "@playwright/test";

/** Counts what a person presses from now on, as the browser saw it. */
export async function countClicks(page: Page) {
  await page.evaluate(() => {
    const counted = globalThis as typeof globalThis & { clicks: number };
    counted.clicks = 0;
    addEventListener("pointerdown", () => counted.clicks++, true);
  });
  return () => page.evaluate(() => (globalThis as typeof globalThis & { clicks: number }).clicks);
}

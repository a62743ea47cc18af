import fs from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const source = fs.readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Returns axe's findings on the page, or in the part that a selector names, one line each: the rule and the places. Our
 * pages have no frames. Skipping selectors and passed checks, and injecting axe once per page, takes a fraction of its
 * usual time.
 */
export async function violationsOn(page: Page, only?: axe.RunOptions["runOnly"], within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ runOnly, place }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(place ?? document, {
        ...(runOnly && { runOnly }),
        resultTypes: ["violations"],
        selectors: false,
        preload: false,
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ""}`).join(" ")}`,
      );
    },
    { runOnly: only, place: within },
  );
}

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
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const options: axe.RunOptions = {
        resultTypes: ["violations"],
        selectors: false,
        preload: false,
        elementRef: true,
      };
      const { violations } = await run(place ?? document, { ...options, ...(runOnly && { runOnly }) });
      // Under a bar that stays while the page scrolls, a target counts as small only if it is so elsewhere too.
      const isSmallElsewhere = async (element: HTMLElement) => {
        element.scrollIntoView({ block: "center" });
        return (await run(element, { ...options, runOnly: ["target-size"] })).violations.length > 0;
      };
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        const places: string[] = [];
        for (const { html, any, element } of nodes) {
          const said = any[0]?.message ?? "";
          if (id === "target-size" && said.includes("obscured") && !(await isSmallElsewhere(element!))) continue;
          places.push(`${html.slice(0, 200)} ${said}`);
        }
        if (places.length > 0) found.push(`${id}: ${places.join(" ")}`);
      }
      return found;
    },
    { runOnly: only, place: within },
  );
}

import { accentProperties } from "@tradewind/domain/portal/accent.ts";
import type { Page } from "@playwright/test";
import { violationsOn } from "./axe.ts";
import { examples, filled, publicPaths, signedInPaths, visitors } from "./places.ts";
import { expect, signIn, test } from "./portal.ts";

const widths = [390, 900, 1440];
const schemes = ["light", "dark"] as const;
const accents = ["#FFD400", "#101840", "#C2410C"];
type Look = { width: number; scheme: (typeof schemes)[number]; accent: string };

const thorough = process.env["TEST_LONG"] === "true";

/**
 * Returns the looks in which to check a screen. A long run checks every combination. Otherwise each width and each
 * accent is checked once, in light and in dark, rotating from screen to screen so that every pair of values is covered.
 */
function looksAt(number: number): Look[] {
  if (thorough)
    return widths.flatMap((width) => accents.flatMap((accent) => schemes.map((scheme) => ({ width, scheme, accent }))));
  return widths.map((_, at) => ({
    width: widths[(at + number) % widths.length]!,
    accent: accents[(at + 2 * number) % accents.length]!,
    scheme: schemes[(at + Math.floor(number / accents.length)) % schemes.length]!,
  }));
}

test("the looks of any six screens in a row meet every width, scheme and accent with every other", () => {
  const looks = Array.from({ length: 6 }, (_, number) => looksAt(number)).flat();
  const met = (pair: (look: Look) => string) => new Set(looks.map(pair)).size;
  expect(met(({ width, scheme }) => `${width} ${scheme}`)).toBe(6);
  expect(met(({ width, accent }) => `${width} ${accent}`)).toBe(9);
  expect(met(({ scheme, accent }) => `${scheme} ${accent}`)).toBe(6);
});

/** The rules whose outcome can change with width, scheme or accent alone. */
const colours = { type: "rule" as const, values: ["color-contrast", "link-in-text-block", "target-size"] };

/** Returns axe's findings: from every rule in the first look, and in every look of a long run. */
async function faultsIn(page: Page, place: string, number: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [at, { width, scheme, accent }] of looksAt(number).entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await drawn(page, width, accent);
    const violations = await violationsOn(page, at > 0 && !thorough ? colours : undefined);
    faults.push(...violations.map((violation) => `${place} ${width} ${scheme} ${accent} ${violation}`));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${place} ${width}: ${overflow} pixels wider than the window`);
  }
  return faults;
}

/** Checks that the page shows its heading. */
const headed = (page: Page) =>
  page
    .getByRole("heading", { level: 1 })
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );

/** Waits until the layout follows the width, the accent is applied, the content is loaded and nothing moves. */
const drawn = (page: Page, width: number, accent: string) =>
  page.evaluate(
    async ({ wanted, shades, debounce, patience }) => {
      const { documentElement: root } = document;
      for (const [name, value] of Object.entries(shades)) root.style.setProperty(name, value);
      const isThere = () =>
        innerWidth === wanted && document.querySelector("h1") && !document.querySelector(".loader-bar");
      const until = performance.now() + patience;
      await document.fonts.ready;
      do {
        if (performance.now() > until) throw new Error(`${location.href} is not drawn at ${wanted}`);
        await new Promise((done) => setTimeout(done, debounce));
      } while (!isThere());
      await Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
          .map((each) => each.finished.catch(() => undefined)),
      );
    },
    { wanted: width, shades: accentProperties(accent), debounce: resizing, patience: 15_000 },
  );
/** Milliseconds until the layout has followed a new width. */
const resizing = 230;

/** Milliseconds that one screen may take in all its looks on a busy machine; what hangs is found sooner by its own wait. */
const patience = thorough ? 60_000 : 20_000;

/** Splits the screens between the two projects: each checks every other one. */
const mine = (projectName: string) => (_: string, at: number) => at % 2 === (projectName === "390" ? 1 : 0);

test("no screen has a fault, at any width, light or dark, with any accent", async ({ browser }, info) => {
  let left = signedInPaths().filter(mine(info.project.name));
  test.setTimeout(left.length * patience);
  const known = await examples();
  const faults: string[] = [];
  let number = 0;
  for (const visitor of visitors) {
    if (left.length === 0) break;
    const context = await browser.newContext({ baseURL: info.project.use.baseURL!, locale: "en-GB" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${String(error)}`));
    await signIn(page, visitor);
    const refused: string[] = [];
    for (const path of left) {
      const address = filled(path, known);
      await page.goto(address);
      if (!(await headed(page))) {
        faults.push(`${path}: no heading`);
        continue;
      }
      if (path !== "/access-denied" && page.url().endsWith("/access-denied")) {
        refused.push(path);
        continue;
      }
      if (path.startsWith("/gallery")) await expect(page.getByRole("tabpanel").first()).toBeVisible();
      else await expect(page.locator("main .shimmer")).toHaveCount(0);
      faults.push(...(await faultsIn(page, path, number++)));
    }
    left = refused;
    await context.close();
  }
  expect(left, "addresses that nobody may open").toEqual([]);
  expect(faults).toEqual([]);
});

test("no page before signing in has a fault", async ({ page }, info) => {
  const left = publicPaths.filter(mine(info.project.name));
  test.setTimeout(left.length * patience);
  const faults: string[] = [];
  for (const [number, path] of left.entries()) {
    await page.goto(path);
    faults.push(...(await faultsIn(page, path, number)));
  }
  expect(faults).toEqual([]);
});

import { accentProperties } from "@tradewind/domain/portal/accent.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Page } from "@playwright/test";
import { violationsOn } from "./axe.ts";
import { examples, filled, publicPaths, signedInPaths, visitors } from "./places.ts";
import { expect, isLong, signIn, test } from "./portal.ts";

const widths = [390, 900, 1440];
const schemes = ["light", "dark"] as const;
const accents = ["#FFD400", "#101840", "#C2410C"];
/** One that is not asked about is only measured. */
type Look = { width: number; scheme: (typeof schemes)[number]; accent: string; isAsked: boolean };

/**
 * Returns the looks in which to check a screen. A long run asks about every combination. Otherwise a screen is measured
 * on a phone, and every third is asked about in one look, rotating so that every pair of values is covered.
 */
function looksAt(number: number): Look[] {
  if (isLong)
    return widths.flatMap((width) =>
      accents.flatMap((accent) => schemes.map((scheme) => ({ width, scheme, accent, isAsked: true }))),
    );
  const third = Math.floor(number / 3);
  const look = {
    width: widths[third % widths.length]!,
    scheme: schemes[third % schemes.length]!,
    accent: accents[Math.floor(third / accents.length) % accents.length]!,
    isAsked: number % 3 === 0,
  };
  const phone = { ...look, width: widths[0]!, isAsked: false };
  return look.isAsked ? [...(look.width === phone.width ? [] : [phone]), look] : [phone];
}

/** The looks of a screen, beginning with the width that the page has, which spares it a change of its layout. */
function looksFrom(page: Page, number: number): Look[] {
  const now = page.viewportSize()!.width;
  return looksAt(number).toSorted((one, other) => Number(other.width === now) - Number(one.width === now));
}

test("screens in a row are asked about with every width, scheme and accent beside every other", () => {
  for (let from = 0; from < 54; from++) {
    const all = Array.from({ length: 27 }, (_, number) => looksAt(from + number)).flat();
    const looks = all.filter(({ isAsked }) => isAsked);
    const met = (pair: (look: Look) => string) => new Set(looks.map(pair)).size;
    expect(met(({ width, scheme }) => `${width} ${scheme}`)).toBe(6);
    expect(met(({ width, accent }) => `${width} ${accent}`)).toBe(9);
    expect(met(({ scheme, accent }) => `${scheme} ${accent}`)).toBe(6);
  }
});

/** The rules whose outcome can change with width, scheme or accent. The screens' own tests ask all rules once. */
const changing = { type: "rule" as const, values: ["color-contrast", "link-in-text-block", "target-size"] };
/** Screens without such a test. */
const untested: readonly string[] = [
  screens.sessions.path,
  screens.priceLists.path,
  screens.offerPrices.path,
  screens.clock.path,
  screens.flags.path,
];

/** Returns axe's findings, in a long run from all rules; and where the page is wider than its window. */
async function faultsIn(page: Page, place: string, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, scheme, accent, isAsked } of looks) {
    const isResized = page.viewportSize()!.width !== width;
    if (isResized) await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await drawn(page, width, accent, isResized);
    const asked = isLong || untested.includes(place) ? undefined : changing;
    const violations = isAsked || asked === undefined ? await violationsOn(page, asked) : [];
    faults.push(...violations.map((violation) => `${place} ${width} ${scheme} ${accent} ${violation}`));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${place} ${width}: ${overflow} pixels wider than the window`);
  }
  return faults;
}

/** Waits until the layout follows the width, the accent is applied, the content is loaded and nothing moves. */
const drawn = (page: Page, width: number, accent: string, isResized: boolean) =>
  page.evaluate(
    async ({ wanted, shades, debounce, patience }) => {
      const { documentElement: root } = document;
      for (const [name, value] of Object.entries(shades)) root.style.setProperty(name, value);
      const until = performance.now() + patience;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const waitFor = async (isSo: () => boolean) => {
        while (!isSo() && performance.now() < until) await frame();
        if (!isSo()) throw new Error(`${location.href} is not drawn at ${wanted}`);
      };
      await document.fonts.ready;
      await waitFor(() => innerWidth === wanted);
      // The layout's own timer runs from the frame that tells it the width, so this one ends later.
      await frame();
      await frame();
      await new Promise((done) => setTimeout(done, debounce));
      await frame();
      await waitFor(() => document.querySelector("h1") !== null && !document.querySelector(".loader-bar"));
      await Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
          .map((each) => each.finished.catch(() => undefined)),
      );
    },
    { wanted: width, shades: accentProperties(accent), debounce: isResized ? resizing : 0, patience: 15_000 },
  );
/** Milliseconds until the layout has followed a new width. */
const resizing = 210;

/** Milliseconds that one screen may take in all its looks on a busy machine; what hangs is found sooner by its own wait. */
const patience = isLong ? 60_000 : 20_000;

/** Splits the screens between the two projects: each checks every other one. */
const mine = (projectName: string) => (_: string, at: number) => at % 2 === (projectName === "390" ? 1 : 0);

/** The operator's screens are refused to others, which other tests prove: they need not be opened for it. */
const mayTry = (visitor: string, path: string) =>
  visitor === visitors[1] || !(path.startsWith("/operator") || path.startsWith("/gallery"));

/** How many pages are looked at side by side: while one waits for its layout or the server, another is worked on. */
const abreast = 3;

test("no screen has a fault, at any width, light or dark, with any accent", async ({ browser }, info) => {
  let left = signedInPaths().filter(mine(info.project.name));
  test.setTimeout(left.length * patience);
  const known = await examples();
  const faults: string[] = [];
  for (const visitor of visitors) {
    if (left.length === 0) break;
    const context = await browser.newContext({ baseURL: info.project.use.baseURL!, locale: "en-GB" });
    const refused = left.filter((path) => !mayTry(visitor, path));
    const places = left.filter((path) => mayTry(visitor, path)).entries();
    const visitAll = async (page: Page) => {
      page.setDefaultTimeout(15_000);
      await page.setViewportSize({ width: widths[0]!, height: 900 });
      page.on("pageerror", (error) => faults.push(`${page.url()}: ${String(error)}`));
      for (const [number, path] of places) {
        const looks = looksFrom(page, number);
        if (await visit(page, path, filled(path, known))) faults.push(...(await faultsIn(page, path, looks)));
        else refused.push(path);
      }
    };
    const pages = await Promise.all(Array.from({ length: abreast }, () => context.newPage()));
    await signIn(pages[0]!, visitor);
    await Promise.all(pages.map(visitAll));
    left = refused;
    await context.close();
  }
  expect(left, "addresses that nobody may open").toEqual([]);
  expect(faults).toEqual([]);
});

/** Opens a screen and waits until all of it is there. False if this visitor may not open it. */
async function visit(page: Page, path: string, address: string): Promise<boolean> {
  if (isLong || page.url() === "about:blank") await page.goto(address, { waitUntil: "commit" });
  else await follow(page, address);
  await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
  if (path !== "/access-denied" && page.url().endsWith("/access-denied")) return false;
  if (path.startsWith("/gallery")) await expect(page.getByRole("tabpanel").first()).toBeVisible();
  else await expect(page.locator("main .shimmer"), path).toHaveCount(0);
  return true;
}

/**
 * Goes to another screen as a link does: without loading the portal anew, most of what a visit costs. Where the heading
 * stays, as between tabs, nothing tells that it came: it is loaded then.
 */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("h1")?.setAttribute("data-left", "");
    history.pushState(null, "", to);
  }, address);
  const isLeft = { state: "detached", timeout: 2_000 } as const;
  await page
    .locator("h1[data-left]")
    .waitFor(isLeft)
    .catch(() => page.goto(address, { waitUntil: "commit" }));
}

test("no page before signing in has a fault", async ({ page }, info) => {
  const left = publicPaths.filter(mine(info.project.name));
  test.setTimeout(left.length * patience);
  const faults: string[] = [];
  for (const [number, path] of left.entries()) {
    await page.goto(path);
    faults.push(...(await faultsIn(page, path, looksFrom(page, number))));
  }
  expect(faults).toEqual([]);
});

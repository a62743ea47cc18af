/**
 * Takes the pictures in docs/screens from the demo that runs on PORT, at 1440 and at 390 pixels:
 * `node tools/run.mjs tools/screens.ts` for all of them, or followed by the names of some.
 */
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "./dev/chromium.ts";
import { root } from "./root.ts";
import { scenes, type Scene } from "./scenes.ts";

const address = `http://localhost:${process.env["PORT"] || 4000}`;
const password = "Copper-Lantern-42";
const widths = [1440, 390];

async function signIn(page: Page, user: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !/login|sign-in/.test(url.pathname));
}

/** Letters are there, nothing is loading and nothing moves. */
async function still(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector("main .shimmer") === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

async function take(browser: Browser, { name, who, open, act }: Scene, width: number): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    if (who) await signIn(page, who);
    await page.goto(address + (typeof open === "string" ? open : await open(page, address)));
    await still(page);
    await act?.(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(root, "docs/screens", `${name}-${width}.png`) });
    console.log(`${name} at ${width}`);
  } finally {
    await context.close();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !scenes.some((scene) => scene.name === name));
if (unknown.length > 0) throw new Error(`There is no picture named ${unknown.join(", ")}.`);
const browser = await chromium.launch({
  executablePath: findChromium((sentence) => console.log(sentence)),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const scene of scenes)
    if (wanted.length === 0 || wanted.includes(scene.name))
      for (const width of widths)
        await take(browser, scene, width).catch((error: unknown) => {
          console.error(`${scene.name} at ${width} was not taken: ${String(error).split("\n")[0]}`);
          process.exitCode = 1;
        });
} finally {
  await browser.close();
}

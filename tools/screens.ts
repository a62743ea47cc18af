/**
 * Takes the pictures in docs/screens from the demo that runs on PORT: `node tools/run.mjs tools/screens.ts` for all of
 * them, which also takes away pictures of no scene, or followed by the names of some.
 */
import fs from "node:fs";
import path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { findChromium } from "./dev/chromium.ts";
import { root } from "./root.ts";
import { scenes } from "./scenes/all.ts";
import { password, type Scene } from "./scenes/scene.ts";
import { smallPng } from "./small-png.ts";

const address = `http://localhost:${process.env["PORT"] || 4000}`;
const folder = path.join(root, "docs/screens");

type Shot = { width: number; colorScheme: "light" | "dark" };

const shotsOf = ({ also = [] }: Scene): readonly Shot[] => [
  { width: 1440, colorScheme: "light" },
  ...(also.includes("dark") ? [{ width: 1440, colorScheme: "dark" } as const] : []),
  ...(also.includes("900") ? [{ width: 900, colorScheme: "light" } as const] : []),
  { width: 390, colorScheme: "light" },
];
const fileOf = ({ name }: Scene, { width, colorScheme }: Shot) =>
  `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.png`;

async function signIn(page: Page, user: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !/login|sign-in/.test(url.pathname));
}

/** Letters are there, nothing is loading and nothing moves; the bell comes after the page. */
async function still(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(600);
  // The gallery shows what is loading for ever.
  if (!page.url().includes("/gallery"))
    await page.waitForFunction(() => document.querySelector(".shimmer, .loader-bar") === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}

async function turn(page: Page, { width, colorScheme }: Shot): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** What is opened or begun on a page may stay there or close with another width, so a scene that acts has a page for each picture. */
async function take(context: BrowserContext, scene: Scene): Promise<void> {
  const { name, open, act, top } = scene;
  const pages: Page[] = [];
  try {
    let opened: string | undefined;
    for (const shot of shotsOf(scene)) {
      const fresh = pages.length === 0 || act !== undefined;
      if (fresh) pages.push(await context.newPage());
      const page = pages.at(-1)!;
      page.setDefaultTimeout(30_000);
      await turn(page, shot);
      if (fresh) {
        opened ??= new URL(typeof open === "string" ? open : await open(page, address), address).href;
        await page.goto(opened);
      }
      await still(page);
      if (act) {
        await act(page);
        await still(page);
      }
      const clip = top && shot.width === 1440 ? { x: 0, y: 0, width: shot.width, height: top } : undefined;
      fs.writeFileSync(path.join(folder, fileOf(scene, shot)), smallPng(await page.screenshot({ clip })));
    }
    console.log(name);
  } catch (error) {
    console.error(`${name} was not taken: ${String(error).split("\n").slice(0, 4).join(" ")}`);
    process.exitCode = 1;
  } finally {
    for (const page of pages) await page.close();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !scenes.some((scene) => scene.name === name));
if (unknown.length > 0) throw new Error(`There is no picture named ${unknown.join(", ")}.`);
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const browser = await chromium.launch({
  executablePath: findChromium((sentence) => console.log(sentence)),
  args: ["--no-sandbox", "--disable-gpu"],
});
/** Each account signs in once; before signing in every scene has a browser to itself. */
const newContext = () => browser.newContext({ locale: "en-GB", timezoneId: "Europe/London" });
try {
  for (const [who, theirs] of Map.groupBy(chosen, (scene) => scene.who)) {
    if (who === undefined) {
      for (const scene of theirs) {
        const context = await newContext();
        await take(context, scene);
        await context.close();
      }
      continue;
    }
    const context = await newContext();
    const page = await context.newPage();
    await signIn(page, who);
    for (const scene of theirs) await take(context, scene);
    await context.close();
  }
} finally {
  await browser.close();
}

if (wanted.length === 0) {
  const made = new Set(scenes.flatMap((scene) => shotsOf(scene).map((shot) => fileOf(scene, shot))));
  for (const file of fs.readdirSync(folder)) if (!made.has(file)) fs.rmSync(path.join(folder, file));
}

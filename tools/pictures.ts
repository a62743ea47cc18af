/**
 * Takes pictures of the demo running on PORT into `.pictures`: `npm run pictures` takes every scene, `npm run pictures
 * dashboard invoice` only those two. Also refreshes the pictures in docs/screens that documents link to.
 */
import fs from "node:fs";
import path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import sharp from "sharp";
import { findChromium } from "./dev/chromium.ts";
import { linkedPictures, readDocuments } from "./linked-pictures.ts";
import { root } from "./root.ts";
import { scenes } from "./scenes/all.ts";
import { fileOf, password, shotsOf, type Scene, type Shot } from "./scenes/scene.ts";

const address = `http://localhost:${process.env["PORT"] || 4000}`;
const folder = path.join(root, ".pictures");
const linked = new Set(linkedPictures(readDocuments(root)).map(({ picture }) => picture));

/** Writes a picture, and its copy in docs/screens if documents link to it. */
function keep(file: string, picture: Buffer): void {
  fs.writeFileSync(path.join(folder, file), picture);
  const shown = `docs/screens/${file}`;
  if (linked.has(shown)) fs.writeFileSync(path.join(root, shown), picture);
}

async function signIn(page: Page, user: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !/login|sign-in/.test(url.pathname));
}

/** Waits until fonts are loaded and nothing loads or moves; the bell appears after the page. */
async function still(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(600);
  // The gallery shows loaders permanently.
  if (!page.url().includes("/gallery"))
    await page.waitForFunction(() => document.querySelector(".shimmer, .loader-bar") === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}

async function turn(page: Page, { width, colorScheme }: Shot): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** Answers the reads and proposals that a scene gives itself. */
const give = (page: Page, { given = {} }: Scene) =>
  page.route(
    ({ pathname }) => pathname in given,
    (route, request) =>
      request.method() === "GET" || request.url().endsWith("/proposal")
        ? route.fulfill({ json: { Succeed: true, Messages: [], Result: given[new URL(request.url()).pathname] } })
        : route.fallback(),
  );

/**
 * Takes every picture of a scene. Popups may not survive a change of width, so each gets a new page if there are any.
 */
/** Reduces a picture to 256 colours, about a third of the size. */
const small = (png: Buffer) => sharp(png).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();

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
      if (fresh) await give(page, scene);
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
      keep(fileOf(scene, shot), await small(await page.screenshot({ clip })));
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
if (unknown.length > 0) throw new Error(`No scene is named ${unknown.join(", ")}.`);
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

// Otherwise pictures of removed scenes would look current.
if (wanted.length === 0) fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium((sentence) => console.log(sentence)),
  args: ["--no-sandbox", "--disable-gpu"],
});
/** Signs in each account once; each public scene gets a separate context. */
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

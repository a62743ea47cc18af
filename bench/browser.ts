/**
 * Measures the portal in the browser: CPU until the list is visible (next to a bare React list), calls, scroll frames,
 * bytes.
 */
import fs from "node:fs";
import path from "node:path";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { hashPassword } from "@tradewind/server/platform/password.ts";
import { addUpPage, pages, type Chunk } from "@tradewind/tools/page-bytes.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { buildWeb } from "@tradewind/tools/web-build.ts";
import pg from "pg";
import { chromium, type Browser, type Page } from "playwright-core";
import { startBareList } from "./bare-side.ts";
import { measureChoosers, measureOpening } from "./kit.ts";
import { median } from "./measure.ts";
import { frameGate, frames, longestFrame, mainThreadOf, steps, type Cost } from "./page-cost.ts";
import { production } from "./sides.ts";

const customers = 10_000;
const password = "Copper-Lantern-42";
const userName = "bench@harbour.example";
export type BrowserRow = { name: string; value: number; gate: number; detail: string };

/** Runs everything on a fresh database, server and browser, `rounds` times for each side in turn. */
export async function run(rounds = 5): Promise<BrowserRow[]> {
  await buildWeb();
  const cluster = await startThrowaway({ maxConnections: 50 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  let browser: Browser | undefined;
  try {
    await prepareDatabase(cluster.url);
    await seed(admin);
    const product = await production(cluster.url);
    const web = await product.web();
    // The gallery belongs to the demo; its pages are the same build.
    const demo = await product.web({ NODE_ENV: "development", DEMO: "true" });
    browser = await chromium.launch({ executablePath: findChromium(), args: flags });
    try {
      await signTerms(portalAt(web.url));
      return [
        ...(await measureFirstRows(browser, portalAt(web.url), rounds)),
        ...(await measureScrolling(browser, portalAt(web.url), rounds)),
        ...(await measureKit(browser, portalAt(demo.url), rounds)),
        ...bytes(),
      ];
    } finally {
      await web.stop();
      await demo.stop();
    }
  } finally {
    await browser?.close();
    await admin.end();
    await cluster.stop();
  }
}

export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export function findChromium(): string | undefined {
  const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return process.env["CHROMIUM_PATH"] || places.find((place) => fs.existsSync(place));
}

/** Uses `localhost`, since browsers keep secure cookies for it but not for a bare IP address. */
export const portalAt = (url: string) => url.replace("127.0.0.1", "localhost");

/** Adds a reseller with customers and one person, who sees everything. */
export async function seed(admin: pg.Client, user = userName, count = customers): Promise<string> {
  const { rows } = await admin.query(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     values ('Bench', 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id`,
  );
  const reseller = rows[0].id as string;
  await admin.query(
    `with p as (insert into people (user_name, password_hash) values ($2, $3) returning id)
     insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, can_agree, created_at)
     select $1, id, 'reseller', 'Robin', 'Tester', $2, array(select generate_series(1, 14))::smallint[],
            array['addProducts', 'addOrEditCustomers'], true, '2026-01-01' from p`,
    [reseller, user, await hashPassword(password)],
  );
  await admin.query(
    `insert into customers (reseller_id, name, created_at)
     select $1, 'Customer ' || lpad(n::text, 6, '0') || ' of Harbour Street', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [reseller, count],
  );
  await admin.query("vacuum analyze");
  return reseller;
}

/** Signs in with user name and password. */
const token = (portal: string, user: string) =>
  fetch(`${portal}/api/auth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "password",
      client_id: "tradewind-portal",
      width: "1440",
      height: "900",
      username: user,
      password,
    }),
  });

/** Signs the marketplace's terms; until then every page redirects to them. */
export async function signTerms(portal: string, user = userName): Promise<void> {
  const { access_token: access } = (await (await token(portal, user)).json()) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  const address = `${portal}/api/agreements/general`;
  const { Result } = (await (await fetch(address, { headers })).json()) as {
    Result: { Version: number; TextHash: string };
  };
  const { Version, TextHash } = Result;
  const body = JSON.stringify({ Version, TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Director" });
  const signed = await fetch(`${address}/sign`, { method: "POST", headers, body });
  if (!signed.ok) throw new Error(`Signing answered ${signed.status}: ${await signed.text()}`);
}

/** Opens a fresh browser profile that is signed in and has nothing cached yet. */
export async function signedIn(browser: Browser, portal: string, user = userName): Promise<Page> {
  const response = await token(portal, user);
  const value = /^__Host-rt=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? "")?.[1];
  if (!value) throw new Error(`Sign-in answered ${response.status}`);
  const page = await fresh(browser);
  await page.context().addCookies([
    {
      name: "__Host-rt",
      value,
      url: portal.replace("http:", "https:"),
      secure: true,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
  return page;
}

const fresh = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

/** Resolves `drawn` at the end of the frame that shows the first row, with the page's own timestamp. */
async function watchFirstRow(page: Page): Promise<{ drawn: Promise<number> }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  await page.exposeBinding("firstRowDrawn", (_, at: number) => resolve(at));
  await page.addInitScript(() => {
    const tell = (globalThis as unknown as { firstRowDrawn(at: number): void }).firstRowDrawn;
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-row="0"] a')) return;
      watch.disconnect();
      const at = performance.now();
      requestAnimationFrame(() => setTimeout(() => tell(at)));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  return { drawn: promise };
}

/** Measures the main thread's CPU milliseconds from navigation until the first row is drawn. */
async function costOf(page: Page, url: string): Promise<Cost> {
  const spent = await mainThreadOf(page);
  const { drawn } = await watchFirstRow(page);
  const before = await spent();
  await page.goto(url, { waitUntil: "commit" });
  await drawn;
  const after = await spent();
  return { task: after.task - before.task, script: after.script - before.script };
}

async function measureFirstRows(browser: Browser, portal: string, rounds: number): Promise<BrowserRow[]> {
  const look = await signedIn(browser, portal);
  const watched = await watchFirstRow(look);
  await look.goto(`${portal}/customers`);
  const drawnAt = await watched.drawn;
  await look.waitForTimeout(500);
  const calls = await look.evaluate(
    (at) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => name.includes("/api/") && startTime < at)
        .map(({ name }) => new URL(name).pathname),
    drawnAt,
  );
  // The bare list draws as many rows as the portal does.
  const drawn = await look.locator("[data-row]:has(a)").count();
  await look.context().close();

  const bare = await startBareList(portal, drawn);
  const spent = { ours: [] as Cost[], bare: [] as Cost[] };
  try {
    for (let round = 0; round <= rounds; round++)
      for (const side of round % 2 ? (["bare", "ours"] as const) : (["ours", "bare"] as const)) {
        const page = await signedIn(browser, portal);
        const cost = await costOf(page, side === "ours" ? `${portal}/customers` : bare.url);
        // The first round only warms up the servers and the browser.
        if (round > 0) spent[side].push(cost);
        await page.context().close();
      }
  } finally {
    await bare.stop();
  }
  const ratio = (of: keyof Cost) => median(spent.ours.map((cost, round) => cost[of] / spent.bare[round]![of]));
  const middle = (side: Cost[], of: keyof Cost) => median(side.map((cost) => cost[of])).toFixed(0);
  return [
    {
      name: "main-thread CPU to the visible list",
      value: ratio("task"),
      gate: 2,
      detail: `times a bare React list of the same ${drawn} rows, from the same calls, in the same look: ours ${middle(spent.ours, "task")} ms (script ${middle(spent.ours, "script")}), bare ${middle(spent.bare, "task")} ms (script ${middle(spent.bare, "script")}), nothing cached`,
    },
    { name: "API calls before the first rows", value: calls.length, gate: 2, detail: calls.join(", ") },
  ];
}

/** Measures the longest frame of each round and takes the median, so that a hiccup of the machine does not count. */
async function measureScrolling(browser: Browser, portal: string, rounds: number): Promise<BrowserRow[]> {
  const page = await signedIn(browser, portal);
  await page.goto(`${portal}/customers`);
  await page.waitForSelector('[data-row="0"] a');
  await page.evaluate(async (last) => {
    const turn = () => new Promise((done) => setTimeout(done, 10));
    while (!document.querySelector(`[data-row="${last}"] a`)) {
      scrollTo(0, document.documentElement.scrollHeight);
      await turn();
    }
  }, customers - 1);
  const longest = steps.map((): number[] => []);
  const spent = await mainThreadOf(page);
  const before = await spent();
  for (let round = 0; round < rounds; round++)
    for (const [at, step] of steps.entries()) longest[at]!.push(await longestFrame(page, step));
  const cpu = ((await spent()).task - before.task) / (frames * steps.length * rounds);
  const worst = longest.map(median);
  await page.context().close();
  return [
    {
      name: `longest frame over ${customers.toLocaleString("en-GB")} rows`,
      value: Math.max(...worst),
      gate: frameGate,
      detail: `ms, of ${frames} frames at ${steps.join(", ")} pixels a frame, middle of ${rounds} rounds: ${worst.map((ms) => ms.toFixed(1)).join(", ")} (worst ${Math.max(...longest.flat()).toFixed(1)}); ${cpu.toFixed(1)} ms CPU a frame`,
    },
  ];
}

async function measureKit(browser: Browser, portal: string, rounds: number): Promise<BrowserRow[]> {
  const page = await signedIn(browser, portal);
  const rows = [await measureOpening(page, portal, rounds), await measureChoosers(page, portal, rounds)];
  await page.context().close();
  return rows;
}

function bytes(): BrowserRow[] {
  const dist = path.join(import.meta.dirname, "../web/dist");
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  // Small files have no compressed copy.
  const sizeOf = (file: string) => {
    const zipped = path.join(dist, `${file}.gz`);
    return fs.statSync(fs.existsSync(zipped) ? zipped : path.join(dist, file)).size;
  };
  return pages.map((page) => {
    const { bytes: sum, files } = addUpPage(manifest, page, sizeOf);
    return {
      name: `bytes of ${page.name}`,
      value: sum / 1000,
      gate: page.limit,
      detail: `kB of gzipped JavaScript in ${files.length} files`,
    };
  });
}

if (import.meta.main) {
  const rows = await run(Number(process.argv[2] ?? 5));
  for (const { name, value, gate, detail } of rows)
    console.log(
      `${name.padEnd(38)} ${value.toFixed(2).padStart(8)}, gate ${gate}${value > gate ? "  OVER" : ""}  ${detail}`,
    );
  if (rows.some((row) => row.value > row.gate)) process.exitCode = 1;
}

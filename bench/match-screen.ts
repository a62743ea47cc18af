/** Measures a keystroke in the match screen of thousands of customers beside the same screen of fifty. */
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { buildWeb } from "@tradewind/tools/web-build.ts";
import pg from "pg";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium, flags, portalAt, seed, signedIn, signTerms } from "./browser.ts";
import { median } from "./measure.ts";
import { mainThreadOf } from "./page-cost.ts";
import type { Row } from "./report.ts";
import { production } from "./sides.ts";

const sizes = { small: 50, large: 5_000 };
const gate = 1.5;
/** Milliseconds after which what a keystroke changes has been drawn. */
const drawn = 150;
/** What is in the name of every row, so that as many are drawn on both sides. */
const typed = "harbour";

export async function run(rounds = 5): Promise<Row[]> {
  await buildWeb();
  const cluster = await startThrowaway({ maxConnections: 50 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  let browser: Browser | undefined;
  try {
    await prepareDatabase(cluster.url);
    for (const [name, size] of Object.entries(sizes)) await connect(admin, await seed(admin, userOf(name), size));
    await admin.query("vacuum analyze");
    const product = await production(cluster.url);
    const web = await product.web();
    browser = await chromium.launch({ executablePath: findChromium(), args: flags });
    try {
      const portal = portalAt(web.url);
      const costs = { small: [] as Costs[], large: [] as Costs[] };
      for (const name of ["small", "large"] as const) await signTerms(portal, userOf(name));
      // The first round warms up the server and the browser.
      for (let round = -1; round < rounds; round++)
        for (const name of round % 2 ? (["large", "small"] as const) : (["small", "large"] as const)) {
          const page = await signedIn(browser, portal, userOf(name));
          const cost = await costsOf(page, portal, name);
          if (round >= 0) costs[name].push(cost);
          await page.context().close();
        }
      return (["search", "choose"] as const).map((where) => {
        const [small, large] = [costs.small, costs.large].map((side) => median(side.map((cost) => cost[where])));
        return {
          name: where === "search" ? "a keystroke in the search" : "a keystroke in a row",
          value: large! / small!,
          gate,
          detail: `ms of the main thread of 5,000 customers ${large!.toFixed(1)}, of 50 ${small!.toFixed(1)}`,
        };
      });
    } finally {
      await web.stop();
    }
  } finally {
    await browser?.close();
    await admin.end();
    await cluster.stop();
  }
}

type Costs = { search: number; choose: number };
const userOf = (name: string) => `${name}@bench.example`;

/** Connects a PSA in which each customer is a company, and half of them are matched. */
async function connect(admin: pg.Client, resellerId: string): Promise<void> {
  await admin.query(
    "update feature_flags set enabled = true, percentage = 100 where name in ('PSAScreenOverview', 'UseNewPSAService', 'PSADataCaching', 'PSA-V2')",
  );
  for (const statement of [
    `insert into psa_connections (reseller_id, type, address, company, keys, agreement_type, enabled, changed_by, changed_at)
     values ($1, 6, 'http://127.0.0.1:1/', 'bench', 'none', '', true, 'Robin Tester', now())`,
    `insert into psa_syncs (reseller_id, kind, state, trigger_type, asked_at, ended_at, completed_at) values ($1, 'all', 'Completed', 'Manual', now(), now(), now())`,
    `insert into psa_companies (reseller_id, ref, name) select reseller_id, id::text, name || ' Ltd' from customers where reseller_id = $1`,
    `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
     select c.reseller_id, p.source, c.id, c.id::text, false from customers c join psa_connections p on p.reseller_id = c.reseller_id
     where c.reseller_id = $1 and right(c.id::text, 1) < '8'`,
  ])
    await admin.query(statement, [resellerId]);
}

/** The CPU milliseconds of the main thread for a letter of a word, in the search and in the list of a row. */
async function costsOf(page: Page, portal: string, name: string): Promise<Costs> {
  await page.goto(`${portal}/billing/psa/match`);
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.click();
  const spent = await mainThreadOf(page);
  const perKey = async () => {
    const each: number[] = [];
    for (const letter of typed) {
      const before = (await spent()).task;
      await page.keyboard.press(letter);
      await page.waitForTimeout(drawn);
      each.push((await spent()).task - before);
    }
    return median(each);
  };
  const searched = await perKey();
  await search.fill("");
  const box = page.getByRole("combobox").filter({ hasText: "Choose" }).first();
  await box.click();
  await page.getByRole("option").first().waitFor();
  const chosen = await perKey();
  if ((await page.getByRole("option").count()) < 10) throw new Error(`Too few options of ${name} are shown`);
  return { search: searched, choose: chosen };
}

if (import.meta.main) for (const row of await run()) console.log(row);

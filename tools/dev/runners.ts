import path from "node:path";
import { findFreePort } from "../embedded-postgres.ts";
import { root } from "../root.ts";
import { readPlaywright, readVitest, type Stage } from "./stages.ts";

/** What stages of one run share: a folder for what they write, a Chromium, and whether the run is a long one. */
export type Shared = { work: string; chromium: string; long: boolean };

/** What a runner is told: the stage's name and budget, and what to run. */
type Told = { name: string; budget: number; args?: readonly string[] };

const environment = ({ chromium, long }: Shared) => ({ CHROMIUM_PATH: chromium, TEST_LONG: String(long) });

const reportOf = ({ work }: Shared, name: string) => path.join(work, `${name.replace(/\W+/g, "-")}.json`);

/**
 * Where and in which language the tests run, whatever the machine says: far away, in an alphabet with a dotted and a
 * dotless i. Days and capitals differ most from ours there.
 */
const elsewhere = { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };

/** A stage of Vitest. */
export function vitest(shared: Shared, { name, budget, args = [] }: Told): Stage {
  const file = reportOf(shared, name);
  return {
    name,
    budget,
    command: [
      "vitest",
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--reporter=${path.join(root, "tools/dev/evidence-reporter.ts")}`,
      `--outputFile.json=${file}`,
    ],
    env: { ...environment(shared), ...elsewhere },
    report: { file, read: readVitest },
  };
}

/** The portal's pages, which stories in a browser look at. */
export const build: Stage = { name: "Build", budget: 30, command: ["node", "tools/build-web.ts"] };

/** A stage of Playwright, with a product of its own on a free port. */
export async function playwright(shared: Shared, { name, budget, args = [] }: Told): Promise<Stage> {
  const file = reportOf(shared, name);
  return {
    name,
    budget,
    command: ["playwright", "test", "--config", "e2e/playwright.config.ts", ...args],
    env: {
      ...environment(shared),
      E2E_DATA: path.join(shared.work, "product"),
      E2E_PORT: String(await findFreePort()),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
    report: { file, read: readPlaywright },
  };
}

import fs from "node:fs";
import path from "node:path";
import { findFreePort } from "../embedded-postgres.ts";
import { root } from "../root.ts";
import type { Stage } from "./stages.ts";
import { testBegins } from "./test-day.ts";

/** What stages of one run share: a folder for what they write, a Chromium, and whether the run is a long one. */
export type Shared = { work: string; chromium: string; long: boolean };

/** What a runner is told: the stage's name and budget, and what to run. */
type Told = { name: string; budget: number; args?: readonly string[] };

const environment = ({ chromium, long }: Shared) => ({ CHROMIUM_PATH: chromium, TEST_LONG: String(long) });

const folderOf = ({ work }: Shared, name: string) => path.join(work, name.replace(/\W+/g, "-"));

/** Seconds that files may take which are run once more alone. */
const limitAlone = (budget: number) => Math.max(120, budget);

/**
 * Where and in which language the tests run, whatever the machine says: far away, in an alphabet with a dotted and a
 * dotless i. Days and capitals differ most from ours there.
 */
const elsewhere = { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };

/** A stage of Vitest. */
export function vitest(shared: Shared, { name, budget, args = [] }: Told): Stage {
  const folder = folderOf(shared, name);
  return {
    name,
    budget,
    command: [
      "vitest",
      "run",
      ...args,
      "--reporter=default",
      `--reporter=${path.join(root, "tools/dev/evidence-reporter.ts")}`,
    ],
    env: { ...environment(shared), ...elsewhere, EVIDENCE_FOLDER: folder },
    tests: {
      folder,
      alone(files) {
        const places = new Set(files.map(({ file }) => path.join(root, file)));
        const again = { name: `${name}, again`, budget, args: [...args, "--maxWorkers=1", ...places] };
        return { ...vitest(shared, again), limit: limitAlone(budget) };
      },
    },
  };
}

/** The portal's pages, which stories in a browser look at. */
export const build: Stage = { name: "Build", budget: 30, command: ["node", "tools/build-web.ts"] };

/** A stage of Playwright, with a product of its own on a free port. */
export async function playwright(shared: Shared, { name, budget, args = [] }: Told): Promise<Stage> {
  const folder = folderOf(shared, name);
  return {
    name,
    budget,
    command: ["playwright", "test", "--config", "e2e/playwright.config.ts", ...args],
    env: {
      ...environment(shared),
      E2E_DATA: `${folder}-product`,
      E2E_PORT: String(await findFreePort()),
      EVIDENCE_FOLDER: folder,
    },
    tests: {
      folder,
      // With a product as new as the first one's.
      async alone(files) {
        const list = `${folder}-again.txt`;
        const lines = files.map(({ file, project }) => `[${project}] › ${path.posix.relative("e2e", file)}`);
        fs.writeFileSync(list, lines.join("\n"));
        const more = ["--no-deps", "--workers=1", `--test-list=${list}`];
        const again = { name: `${name}, again`, budget, args: [...args, ...more] };
        return { ...(await playwright(shared, again)), limit: limitAlone(budget) };
      },
    },
  };
}

/** Loads the demo's data for a stage of Playwright, which loads it itself otherwise: beforehand, beside other stages. */
export const dataFor = ({ name, env = {} }: Stage): Stage => ({
  name: `Data of ${name}`,
  budget: 140,
  command: ["node", "tools/dev/start.ts", "--load-only"],
  env: { PORT: env["E2E_PORT"]!, DATA_DIR: env["E2E_DATA"]!, DEMO_TODAY: testBegins },
});

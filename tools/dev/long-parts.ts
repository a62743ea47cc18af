import { onDay, otherDays } from "./other-days.ts";
import { build, playwright, vitest, type Shared } from "./runners.ts";
import type { Stage } from "./stages.ts";

/** A slow proof: what it does, and the stages it consists of. */
export type Part = { does: string; stages(shared: Shared): Promise<Stage[]> | Stage[] };

/** Seconds that a part may take; it is stopped then, and has failed. */
export const hour = 3600;

/** A part that is test files of Vitest with more cases or rounds. */
const files = (does: string, ...args: string[]): Part => filesIn(hour, does, ...args);
const filesIn = (budget: number, does: string, ...args: string[]): Part => ({
  does,
  stages: (shared) => [vitest(shared, { name: does, budget, args })],
});

/** A part that is stories of the browser. */
const stories = (does: string, ...args: string[]): Part => ({
  does,
  stages: async (shared) => [build, await playwright(shared, { name: does, budget: hour, args })],
});

/** The slow proofs, quickest first. */
export const parts: Record<string, Part> = {
  sessions: files(
    "Renews sessions in many rounds at once",
    "server/test/sessions-everywhere.test.ts",
    "server/access/session/session-life.test.ts",
  ),
  vendors: files("Troubles each fulfiller with 150 seeds", "vendors/vendor.test.ts"),
  plans: files("Counts the blocks that every read at 20,000 customers takes", "server/test/buffers.test.ts"),
  changes: filesIn(
    4 * hour,
    "Commits 200 random plans and orders 10,000 random changes",
    "server/ordering/plans/plan-outcomes.test.ts",
    "server/test/changes.test.ts",
  ),
  payments: filesIn(
    3 * hour,
    "Kills the worker in 200 random histories of payments at three gateways, and 200 of automatic payment",
    "server/test/payment-histories.test.ts",
    "server/billing/autopay/autopay.test.ts",
  ),
  billing: filesIn(
    2 * hour,
    "Closes each month of random histories of billing, and of a year",
    "server/test/billing-histories.test.ts",
    "server/test/billing-year.test.ts",
  ),
  cases: filesIn(
    3 * hour,
    "Tells every case of what a short run tells by one",
    "domain/ordering/differences.test.ts",
    "domain/ordering/subscriptions.properties.test.ts",
    "server/billing/invoices/invoice-run.test.ts",
    "server/billing/invoices/issued-documents.test.ts",
    "server/platform/jobs.test.ts",
    "server/test/access.test.ts",
    "server/test/audit.test.ts",
    "server/test/goods.test.ts",
    "server/test/processes.test.ts",
    "server/test/restricted.test.ts",
    "server/test/scopes.test.ts",
    "server/test/statements.test.ts",
  ),
  screens: files("Asks every screen about all faults, at each width", "--config", "web/vitest.config.ts", "web/"),
  forecast: files(
    "Compares the forecast of random subscriptions with their invoices",
    "server/ordering/forecast/forecast.properties.test.ts",
  ),
  days: filesIn(
    2 * hour,
    "Does the work of every day where other runs jump over days on which nothing is due",
    "server/billing/invoices/",
    "server/billing/payables/",
    "server/billing/vendor-invoices/",
    "server/catalogue/price-imports/",
    "server/ordering/billed-usage/",
    "server/ordering/fulfilment/",
    "server/ordering/orders/",
    "server/ordering/renewals/",
    "server/ordering/vendor-views/",
    "server/test/azure-use.test.ts",
    "server/test/invariants.test.ts",
    "server/test/returns.test.ts",
    "server/test/test-worker.test.ts",
    "server/test/usage-books.test.ts",
  ),
  orders: files(
    "Tells every case of ordering that a short run tells by one",
    "server/ordering/goods/",
    "server/ordering/journeys/",
    "server/ordering/plans/first-customers.test.ts",
    "server/ordering/stock/",
    "server/ordering/work/",
  ),
  bills: files(
    "Compares random changes in agreeing books with the vendor’s bill",
    "server/billing/vendor-invoices/agreeing-books.test.ts",
  ),
  psa: files(
    "Injects random defects into the books of both PSAs",
    "server/psa/reconciliation/defects.properties.test.ts",
  ),
  past: files("Looks back at each day of 60 stories of orders", "server/ordering/services/as-of-stories.test.ts"),
  isolation: files("Calls every endpoint about others' things as each kind of caller", "server/test/foreign.test.ts"),
  fuzz: files("Sends 200,000 bent requests", "server/test/fuzz.test.ts"),
  crash: files(
    "Kills 700 processes in rounds of orders, plans and quotes",
    "server/test/crash.test.ts",
    "server/test/crash-plans.test.ts",
    "--bail=1",
  ),
  month: files(
    "Plays a month of 5,000 subscriptions within a vendor's rate limit",
    "server/ordering/vendor-calls/vendor-month.test.ts",
  ),
  simulation: filesIn(
    2 * hour,
    "Simulates an hour of users, vendors, faults, kills and clocks",
    "server/test/simulation.test.ts",
  ),
  production: {
    does: "Rehearses production on a clone that was fetched and built as documented",
    stages: () => [{ name: "Production", budget: hour, command: ["node", "tools/dev/rehearsal.ts", "--whole"] }],
  },
  readme: {
    does: "Runs every command that README names on a new demo, with 100,000 customers more",
    stages: () => [{ name: "Commands of README", budget: hour, command: ["node", "tools/dev/readme-commands.ts"] }],
  },
  pooled: {
    does: "Rehearses production through PgBouncer and HAProxy",
    stages: () => [{ name: "Pooled", budget: hour, command: ["node", "tools/dev/rehearsal.ts", "--pooled"] }],
  },
  failover: {
    does: "Kills a primary and its standbys under a load of orders, and promotes a standby",
    stages: () => [{ name: "Failover", budget: hour, command: ["node", "tools/dev/failover.ts"] }],
  },
  looks: stories("Checks every screen and popup in all looks", "e2e/every-screen.spec.ts", "e2e/popups.spec.ts"),
  stories: stories("Tells every story at both widths", "e2e/", "--grep-invert", "has a fault"),
  ...Object.fromEntries(
    Object.entries(otherDays).map(([day, moment]): [string, Part] => [
      `day-${day}`,
      {
        does: `Runs all tests without a browser as if it were ${moment}`,
        stages: (shared) => onDay({ ...shared, long: false }, day, hour),
      },
    ]),
  ),
};

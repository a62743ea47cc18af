import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { findBreaches } from "./demo/invariants.ts";
import { addLargeDemo, size } from "./demo/large.ts";
import { startEmbedded } from "./embedded-postgres.ts";
import { root } from "./root.ts";

const count = (number: number) => number.toLocaleString("en-GB");
const data = path.resolve(root, process.env["DATA_DIR"] || ".data");
const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Uses the cluster of `npm start` if it is running, or starts it for this run only. */
async function run(): Promise<void> {
  if (!fs.existsSync(path.join(data, "demo-loaded")))
    throw new Error(`There is no demo in ${data} to add to. Start the portal once, which loads it: npm start`);
  const cluster = await startEmbedded(path.join(data, "postgres"));
  const url = new URL(cluster.url);
  url.pathname = "/tradewind";
  const database = new pg.Pool({ connectionString: url.href, max: 2 });
  try {
    console.log(`Adding ${count(size.customers)} customers to Harbour IT.`);
    const added = await addLargeDemo(database);
    console.log(
      added
        ? `Added ${count(size.customers)} customers and ${count(size.customers * size.subscriptionsEach)} subscriptions in ${seconds()}.`
        : "They are there already; nothing was added.",
    );
    const breaches = await findBreaches(database);
    if (breaches.length > 0) throw new Error(`The data does not hold together:\n${breaches.join("\n")}`);
    console.log(`Checked that it all holds together (${seconds()}).`);
  } finally {
    await database.end();
    await cluster.stop();
  }
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { readRunning } from "../postgres-running.ts";
import { settle } from "./behind-the-scenes.ts";
import { holdInvariants } from "./invariants.ts";
import type { GatewayAddresses } from "./invariants-gateways.ts";
import type { VendorAddresses } from "./invariants-vendors.ts";

/** Waits until the running product has finished its work, and throws if the data breaks an invariant. */
export async function checkRunningData(folder: string): Promise<void> {
  const cluster = readRunning(path.join(folder, "postgres"));
  if (!cluster?.ready) throw new Error(`No product runs on ${folder}.`);
  const vendors = JSON.parse(fs.readFileSync(path.join(folder, "simulators.json"), "utf8")) as VendorAddresses &
    GatewayAddresses;
  const database = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:${cluster.port}/tradewind`, max: 2 });
  try {
    await settle(database);
    await holdInvariants(database, vendors);
  } finally {
    await database.end();
  }
}

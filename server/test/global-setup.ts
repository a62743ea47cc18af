import pg from "pg";
import type { TestProject } from "vitest/node";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { prepareDatabase } from "../prepare-database.ts";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended from outside
  interface ProvidedContext {
    /** The test run's cluster: its superuser's address, and the template that fresh databases are copied from. */
    testCluster: { url: string; template: string };
  }
}

const template = "tradewind_template";

/** Starts one cluster for the whole run, with a migrated template that each test file's database is copied from. */
// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function startCluster(project: TestProject) {
  const cluster = await startThrowaway({ inMemory: true });
  try {
    const admin = new pg.Client(cluster.url);
    await admin.connect();
    await admin.query(`create database ${template}`);
    await prepareDatabase(urlOf(cluster.url, template));
    await admin.query(`alter database ${template} allow_connections false`);
    await admin.end();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide("testCluster", { url: cluster.url, template });
  return () => cluster.stop();
}

function urlOf(cluster: string, database: string) {
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  return url.href;
}

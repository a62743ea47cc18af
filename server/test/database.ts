import { turnClock } from "@tradewind/tools/demo/behind-the-scenes.ts";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  /** The superuser's address, for arranging and inspecting data outside the product. */
  adminUrl: string;
  webUrl: string;
  workerUrl: string;
  drop(): Promise<void>;
};

/** Creates a migrated, empty database from the run's template, whose business clock shows the day all tests begin. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { url: cluster, template } = inject("testCluster");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await onCluster(cluster, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  await onCluster(address(cluster, name), (admin) => turnClock(admin, testOffsetMs()));
  return {
    adminUrl: address(cluster, name),
    webUrl: address(cluster, name, "tradewind_web"),
    workerUrl: address(cluster, name, "tradewind_worker"),
    // An ended pool is still disconnecting: without force, dropping waits up to five seconds for it.
    drop: () =>
      onCluster(cluster, (admin) =>
        admin.query(`drop database ${name}`).catch(() => admin.query(`drop database ${name} with (force)`)),
      ),
  };
}

/** The business day, for SQL. */
export const sqlToday = "(select (now() + offset_ms * interval '1 millisecond')::date from business_clock)";

/** How far business time is ahead of the machine's for a test that begins now. */
export const testOffsetMs = (): number => Date.parse(inject("testBegins")) - Date.now();

async function onCluster(url: string, act: (admin: pg.Client) => Promise<unknown>) {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.end();
  }
}

function address(cluster: string, database: string, user?: string) {
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  if (user) url.username = user;
  return url.href;
}

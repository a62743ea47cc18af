import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  /** The superuser's address, for arranging and inspecting data outside the product. */
  adminUrl: string;
  webUrl: string;
  workerUrl: string;
  drop(): Promise<void>;
};

/** Creates a migrated, empty database from the run's template. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { url: cluster, template } = inject("testCluster");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  return {
    adminUrl: address(cluster, name),
    webUrl: address(cluster, name, "tradewind_web"),
    workerUrl: address(cluster, name, "tradewind_worker"),
    // An ended pool is still disconnecting: without force, dropping waits up to five seconds for it.
    drop: () =>
      onCluster(cluster, `drop database ${name}`).catch(() => onCluster(cluster, `drop database ${name} with (force)`)),
  };
}

async function onCluster(cluster: string, sql: string) {
  const admin = new pg.Client(cluster);
  await admin.connect();
  try {
    await admin.query(sql);
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

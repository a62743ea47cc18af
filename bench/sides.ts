import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tokenKeeper } from "@tradewind/server/platform/tokens.ts";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { findFreePort, type Embedded } from "@tradewind/tools/embedded-postgres.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { exportJWK, generateKeyPair } from "jose";
import pg from "pg";
import { cpuOf } from "./measure.ts";

const root = path.join(import.meta.dirname, "..");

export type Running = { url: string; child: ChildProcess; startCpu: number; stop(): Promise<void> };

/** Starts a server process and waits until it is ready. `startCpu` is the CPU time this took, in milliseconds. */
async function start(
  args: string[],
  port: number,
  environment: Record<string, string>,
  input: string,
  ready = true,
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...environment },
    stdio: ["pipe", "inherit", "inherit"],
  });
  child.stdin.end(input);
  const url = `http://127.0.0.1:${port}`;
  while (
    ready &&
    !(await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
    await sleep(20);
  }
  return {
    url,
    child,
    startCpu: cpuOf(child.pid!),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export async function startLimit(databaseUrl: string, token: string, reseller: string): Promise<Running> {
  const port = await findFreePort();
  return start(["bench/limit-server.mjs"], port, {}, JSON.stringify({ url: databaseUrl, port, token, reseller }));
}

/** Starts another program to compare with: `streams` or `vendor`. */
export async function startProgram(name: string, settings: Record<string, string>): Promise<Running> {
  const port = await findFreePort();
  return start([`bench/limit-${name}.mjs`], port, { PORT: String(port), ...settings }, "");
}

/**
 * Starts the product as in production: with generated keys, without the demo, and with the product's database logins.
 */
export async function production(databaseUrl: string) {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const keys = {
    TOKEN_KEY: JSON.stringify(await exportJWK(privateKey)),
    ENCRYPTION_KEYS: `1:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`,
    AUDIT_KEY: generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
    SECRET_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
  };
  const login = (user: string) => {
    const url = new URL(databaseUrl);
    url.username = user;
    return url.href;
  };
  const calls = {
    CALLS_PER_PERSON: "1000000",
    CALLS_PER_TOKEN: "1000000",
    CALLS_PER_RESELLER: "1000000",
    CALLS_PER_ADDRESS: "1000000",
  };
  const settings = { ...keys, ...calls, LOG_LEVEL: "warn" };
  return {
    async web(more: Record<string, string> = {}): Promise<Running> {
      const port = await findFreePort();
      return start(
        ["tradewind.mjs", "web"],
        port,
        { ...settings, PORT: String(port), DATABASE_URL: login("tradewind_web"), ...more },
        "",
      );
    },
    worker: (): Promise<Running> =>
      start(
        ["tradewind.mjs", "worker"],
        0,
        { ...settings, MAIL_FROM: "bench@example.com", DATABASE_URL: login("tradewind_worker") },
        "",
        false,
      ),
    /** Signs a person in as `signIn` does. */
    tokenFor: async (admin: pg.Client, resellerId: string): Promise<string> =>
      signIn(admin, resellerId, await tokenKeeper({ ...keys, PUBLIC_URL: "http://localhost:4000" })),
  };
}

/** Creates an access token for a person with every right of the reseller. */
export async function signIn(
  admin: pg.Client,
  resellerId: string,
  tokens: Awaited<ReturnType<typeof tokenKeeper>>,
): Promise<string> {
  const { rows } = await admin.query(
    `with p as (insert into people (user_name) values ($2) returning id),
          m as (insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, can_agree, created_at)
                select $1, id, 'reseller', 'Robin', 'Tester', $2, array[1,2,3,4,5,6,7,8,9,10,11,12,13,14]::smallint[],
                       array['addProducts', 'addOrEditCustomers'], true, '2026-01-01' from p returning id, person_id)
     insert into sessions (person_id, reseller_id, membership_id, expires_at)
     select person_id, $1, id, now() + interval '1 day' from m returning id, person_id`,
    [resellerId, `${crypto.randomUUID()}@example.com`],
  );
  return tokens.signAccess({
    sid: rows[0].id,
    sub: rows[0].person_id,
    currencyCode: "GBP",
    resellerSource: "Tradewind",
    use_se: false,
  });
}

type Product = Awaited<ReturnType<typeof production>>;
/** A database of a measurement's own, with nothing in it yet, and the product on it. */
export type Ground = { cluster: Embedded; admin: pg.Client; product: Product };

/** Measures on a database of its own, and takes it away at the end. */
export async function onGround<T>(measure: (ground: Ground) => Promise<T>): Promise<T> {
  const cluster = await startThrowaway({ maxConnections: 100 });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  try {
    await prepareDatabase(cluster.url);
    return await measure({ cluster, admin, product: await production(cluster.url) });
  } finally {
    await admin.end();
    await cluster.stop();
  }
}

import { once } from "node:events";
import http from "node:http";
import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import type { Envelope, ResultOf } from "@tradewind/contract/endpoint.ts";
import { findFreePort } from "@tradewind/tools/embedded-postgres.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type pg from "pg";
import { demoKeys } from "../platform/config.ts";
import { hashPassword, usualCost } from "../platform/password.ts";

const server = path.join(import.meta.dirname, "..");
export const password = "Copper-Lantern-42";

export type Started = {
  child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
};

/** Settings under which a test may call as often and as much at once as it likes. */
export const unlimited = {
  CALLS_PER_PERSON: "1000000",
  CALLS_PER_TOKEN: "1000000",
  CALLS_PER_RESELLER: "1000000",
  CALLS_PER_ADDRESS: "1000000",
  OVERLOAD_DELAY_MS: "600000",
};

/** Runs an entry file of the server as a separate process with only these settings. */
export function startEntry(entry: string, settings: Record<string, string>): Started {
  const child = spawn(process.execPath, [path.join(server, entry)], {
    env: { PATH: process.env["PATH"] ?? "", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal)),
  );
  return { child, output: () => output, ended };
}

export type WebProcess = Started & { url: string };

/** Starts a web process on a free port, or on `port` to replace an earlier one, and waits until it is ready. */
export async function startWeb(
  databaseUrl: string,
  settings: Record<string, string> = {},
  port?: number,
): Promise<WebProcess> {
  const chosen = port ?? (await findFreePort());
  const started = startEntry("main.ts", {
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    PORT: String(chosen),
    ...unlimited,
    ...demoKeys,
    ...settings,
  });
  const web = { ...started, url: `http://127.0.0.1:${chosen}` };
  await until(async () => {
    if (started.child.exitCode !== null) throw new Error(`The web process ended: ${started.output()}`);
    return (await statusOf(`${web.url}/readyz`)) === 200;
  });
  return web;
}

export const statusOf = (url: string) =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );

/** How often a test looks for what it waits for before it gives up. */
export const mostTries = Number(process.env["WAIT_TRIES"] ?? 1_200);

/** Polls until the answer is yes; gives up far later than it ever takes. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what = "the condition",
  most = mostTries * 250,
): Promise<void> {
  const end = performance.now() + most;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await sleep(25);
  }
}

/** Retries for five minutes until it works, like a client that was promised nothing yet. */
export async function withPatience<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + 300_000; ;)
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(100);
    }
}

export type Account = { userName: string; resellerId: string };

/** Adds a reseller with one person who can sign in with `password`. */
export async function addAccount(admin: pg.Pool, name: string): Promise<Account> {
  const userName = `${crypto.randomUUID().slice(0, 12)}@example.com`;
  const { rows } = await admin.query(
    `with r as (insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
                values ($1, 'GBP', 'GB', 'GB123456727', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id),
          p as (insert into people (user_name, password_hash) values ($2, $3) returning id)
     insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, can_agree, created_at)
     select r.id, p.id, 'reseller', 'Robin', 'Tester', $2, array[1,2,3,4,5,6,7,8,9,10,11,12,13,14]::smallint[],
            array['addProducts', 'addOrEditCustomers'], true, '2026-01-01' from r, p returning reseller_id`,
    [name, userName, await hashPassword(password, usualCost)],
  );
  return { userName, resellerId: rows[0].reseller_id as string };
}

const signInForm = (userName: string) =>
  new URLSearchParams({
    grant_type: "password",
    client_id: "tradewind-portal",
    width: "1440",
    height: "900",
    username: userName,
    password,
  });

/** Signs in like a browser, with the robot check once one is due, and returns the access token. */
export async function signInAt(url: string, userName: string): Promise<string> {
  const post = async (form: URLSearchParams) => {
    const response = await fetch(`${url}/api/auth/token`, { method: "POST", body: form });
    return { status: response.status, ...((await response.json()) as { access_token?: string; error?: string }) };
  };
  const form = signInForm(userName);
  let answer = await post(form);
  if (answer.error === "robot_required") {
    form.set("altcha", await solveCheck(url, userName));
    answer = await post(form);
  }
  if (!answer.access_token) throw new Error(`Signing in answered ${answer.status}`);
  return answer.access_token;
}

async function solveCheck(url: string, userName: string): Promise<string> {
  const response = await fetch(`${url}${robotCheck.challenge.path}?UserName=${encodeURIComponent(userName)}`);
  const { Result: challenge } = (await response.json()) as Envelope<ResultOf<typeof robotCheck.challenge>>;
  const solution = await solveChallenge({ challenge: challenge!, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** Begins to sign in, and sends the form only once the server has begun to read the request: it is under way then. */
export async function beginSignInAt(url: string, userName: string): Promise<{ status: Promise<number> }> {
  const body = signInForm(userName).toString();
  const request = http.request(`${url}/api/auth/token`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    request.once("response", (response) => resolve(response.resume().statusCode!));
    request.once("error", reject);
  });
  request.flushHeaders();
  await Promise.race([once(request, "continue"), status]);
  request.end(body);
  return { status };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Posts JSON with a fresh or given Idempotency-Key. */
export const post = (url: string, token: string, body: unknown, key: string = crypto.randomUUID()) =>
  fetch(url, {
    method: "POST",
    headers: { ...bearer(token), "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });

export type EventStream = { seen: { id: string; name: string; data: string }[]; isOpen(): boolean; close(): void };

/** Negotiates and opens an event stream, after `lastEventId` if given. */
export async function openStream(url: string, token: string, lastEventId?: string): Promise<EventStream> {
  const negotiated = await fetch(`${url}/api/notifications/negotiate`, { headers: bearer(token) });
  const { Result } = (await negotiated.json()) as { Result: { accessToken: string; url: string } };
  const query = new URLSearchParams({ access_token: Result.accessToken, ...(lastEventId ? { lastEventId } : {}) });
  const stop = new AbortController();
  const response = await fetch(`${url}${Result.url}?${query}`, { signal: stop.signal });
  const stream: EventStream["seen"] = [];
  let open = true;
  void read()
    .catch(() => {})
    .finally(() => (open = false));
  return { seen: stream, isOpen: () => open, close: () => stop.abort() };

  async function read() {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop()!;
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1] ?? "";
        if (field("event")) stream.push({ id: field("id"), name: field("event"), data: field("data") });
      }
    }
  }
}

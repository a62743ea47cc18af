import { setTimeout as sleep } from "node:timers/promises";

const password = "Copper-Lantern-42";
/** The second has no second factor, even if somebody set one up for the first. */
const operators = ["operator@tradewind.example", "clock@tradewind.example"];
const address = `http://127.0.0.1:${process.env["PORT"] || 4000}`;

const days = { day: 1, week: 7 } as const;

try {
  const [count, unit] = readWish(process.argv.slice(2).join(" "));
  const token = await signIn();
  const from = new Date((await call<{ Now: string }>(token, "GET", "/api/clock")).Now);
  const until = new Date(from);
  if (unit === "month") until.setUTCMonth(from.getUTCMonth() + count);
  else until.setUTCDate(from.getUTCDate() + count * days[unit]);
  const distance = Math.round((until.getTime() - from.getTime()) / 86_400_000);
  console.log(`Moving the clock by ${distance} ${distance === 1 ? "day" : "days"}, doing each day's work on the way.`);
  const { Until } = await call<{ Until: string }>(token, "POST", "/api/clock/move", { Days: distance });
  let shown = Date.now();
  for (;;) {
    const { Now, WorkedUntil } = await call<{ Now: string; WorkedUntil: string | null }>(token, "GET", "/api/clock");
    if (Now >= Until && WorkedUntil !== null && WorkedUntil >= Until.slice(0, 10)) break;
    if (Date.now() - shown > 2_000) {
      console.log(`At ${Now.slice(0, 10)}.`);
      shown = Date.now();
    }
    await sleep(200);
  }
  console.log(`It is now ${Until.slice(0, 10)} for the marketplace.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Parses the requested step: `1 month`, `3 days`, `2 weeks`, or just `10` for days. */
function readWish(wish: string): [number, "day" | "week" | "month"] {
  const match = /^(\d{1,3})\s*(day|week|month)?s?$/i.exec(wish.trim());
  const count = Number(match?.[1] ?? 0);
  if (count > 0) return [count, (match?.[2]?.toLowerCase() as "day" | undefined) ?? "day"];
  throw new Error("Say how far the clock shall move forward, for example: npm run clock -- 1 month");
}

async function signIn([username = "", ...others] = operators): Promise<string> {
  const form = new URLSearchParams({
    grant_type: "password",
    client_id: "tradewind-portal",
    width: "0",
    height: "0",
    username,
    password,
  });
  const response = await reach("/api/auth/token", { method: "POST", body: form });
  const answer = (await response.json()) as { access_token?: string; error?: string; error_description?: string };
  if (answer.access_token) return answer.access_token;
  if (answer.error?.startsWith("mfa_") && others.length > 0) return signIn(others);
  throw new Error(`The operator could not sign in: ${answer.error_description ?? response.status}`);
}

async function call<Result>(token: string, method: string, path: string, body?: object): Promise<Result> {
  const response = await reach(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": crypto.randomUUID(),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json()) as { Succeed: boolean; Messages: string[]; Result: Result };
  if (answer.Succeed) return answer.Result;
  throw new Error(answer.Messages[0] ?? `The portal answered ${response.status}`);
}

/** Calls the portal and tries again after a 503, with which a busy portal answers. */
async function reach(path: string, options: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(address + path, options).catch(() => undefined);
    if (!response) throw new Error(`Nothing answers at ${address}. Start the portal first: npm start`);
    if (response.status !== 503 || tries === 5) return response;
    await sleep(500);
  }
}

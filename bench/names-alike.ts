/**
 * Checks that response times do not reveal whether a user name exists: asks for known and unknown names in turn, one
 * request at a time.
 */
import http from "node:http";
import { hashPassword } from "@tradewind/server/platform/password.ts";
import type pg from "pg";
import { median, send, type Request, type Side } from "./measure.ts";
import type { Row } from "./report.ts";
import { onGround } from "./sides.ts";

const pairs = 300;
const warmUp = 30;
/** The highest allowed ratio of the slower median to the faster. */
const gate = 1.1;

const form = (path: string, fields: Record<string, string>): Request => ({
  method: "POST",
  path,
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});
const json = (path: string, fields: Record<string, string>): Request => ({
  method: "POST",
  path,
  body: JSON.stringify(fields),
  headers: { "content-type": "application/json", "x-tradewind": "1", "idempotency-key": crypto.randomUUID() },
});
const size = { width: "1440", height: "900" };
const password = "Wrong-Lantern-42";

type Way = { name: string; status: number; ask(userName: string): Request };
const ways: readonly Way[] = [
  {
    name: "sign-in with a wrong password",
    status: 400,
    ask: (username) =>
      form("/api/auth/token", {
        grant_type: "password",
        client_id: "tradewind-portal",
        ...size,
        username,
        password,
        mfaKey: "",
        mfaToken: "",
      }),
  },
  {
    name: "link to a new password",
    status: 200,
    ask: (UserName) => json("/api/auth/passwords/reset-requests", { UserName }),
  },
  {
    name: "linking a Microsoft account",
    status: 400,
    ask: (username) => json("/api/auth/link-account", { ...size, username, password, adtoken: "none" }),
  },
];

export function run(): Promise<Row[]> {
  return onGround(async ({ admin, product }) => {
    const names = await addPeople(admin, warmUp + pairs);
    const web = await product.web({ TRUST_PROXY: "true" });
    try {
      const rows: Row[] = [];
      for (const way of ways) rows.push(await compare({ url: web.url, pids: [], headers: {} }, way, names));
      return rows;
    } finally {
      await web.stop();
    }
  });
}

/** Adds people to one reseller, with distinct names and the same password. */
async function addPeople(admin: pg.Client, count: number): Promise<string[]> {
  const { rows } = await admin.query<{ user_name: string }>(
    `with r as (insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
                values ('Harbour', 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id),
          p as (insert into people (user_name, password_hash)
                select 'known-' || gen_random_uuid() || '@example.com', $2 from generate_series(1, $1) returning id, user_name)
     insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at)
     select r.id, p.id, 'reseller', 'Robin', 'Tester', p.user_name, '2026-01-01' from r, p returning email as user_name`,
    [count, await hashPassword("Copper-Lantern-42")],
  );
  await admin.query("analyze");
  return rows.map((row) => row.user_name);
}

let asked = 0;

/**
 * Asks for every name once, from a new address each time so that no rate limit applies, and alternates which side goes
 * first.
 */
async function compare(side: Side, { name, status: expected, ask }: Way, names: readonly string[]): Promise<Row> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const spent = { known: [] as number[], unknown: [] as number[] };
  for (const [n, known] of names.entries()) {
    const who = { known, unknown: known.replace("known", "nobody") };
    const answers: string[] = [];
    for (const one of n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const request = ask(who[one]);
      const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
      asked++;
      const before = performance.now();
      const { status, text } = await send(side, agent, {
        ...request,
        headers: { ...request.headers, "x-forwarded-for": from },
      });
      if (n >= warmUp) spent[one].push(performance.now() - before);
      answers.push(`${status} ${text}`);
    }
    if (answers[0] !== answers[1] || !answers[0]!.startsWith(`${expected} `))
      throw new Error(`${name}: the answers differ\n${answers.join("\n")}`);
  }
  agent.destroy();
  const [known, unknown] = [median(spent.known), median(spent.unknown)];
  return {
    name,
    value: Math.max(known / unknown, unknown / known),
    gate,
    detail: `known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, medians of ${pairs} pairs in turn`,
  };
}

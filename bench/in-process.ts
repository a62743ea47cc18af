/** The product inside the process that measures it, so that its cost is this process's and the database's. */
import type { Endpoint, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { webApp } from "@tradewind/server/app.ts";
import { demoKeys, readConfig } from "@tradewind/server/platform/config.ts";
import { openLog } from "@tradewind/server/platform/log.ts";
import type { Embedded } from "@tradewind/tools/embedded-postgres.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import type pg from "pg";
import { signIn } from "./sides.ts";

const unlimited = 1_000_000;

export async function inProcess(cluster: Embedded) {
  const url = new URL(cluster.url);
  url.username = "tradewind_web";
  const calls = ["PERSON", "TOKEN", "RESELLER", "ADDRESS"].map((whose) => [`CALLS_PER_${whose}`, String(unlimited)]);
  const config = readConfig(vendors, {
    NODE_ENV: "test",
    DEMO: "true",
    ...demoKeys,
    ...Object.fromEntries(calls),
    DATABASE_URL: url.href,
  });
  const { app, platform, close } = await webApp(config, openLog("error", "bench"));
  await app.ready();

  /** Signs a person of the reseller in. Returns what calls an endpoint as them; throws where that is refused. */
  async function callerOf(admin: pg.Client, resellerId: string) {
    const token = await signIn(admin, resellerId, platform.tokens);
    return async <E extends Endpoint>(endpoint: E, sent: SentOf<E>): Promise<ResultOf<E>> => {
      const { params, query, body } = sent as Partial<Record<"params" | "query", Record<string, string>>> & {
        body?: object;
      };
      const answer = await app.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => params![name]!),
        ...(query ? { query } : {}),
        headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
        ...(body ? { payload: body } : {}),
      });
      const { Result, Error: refusal } = answer.json<{ Result: ResultOf<E>; Error: unknown }>();
      if (answer.statusCode !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(refusal)}`);
      return Result;
    };
  }
  return { platform, callerOf, close };
}

export async function addReseller(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     values ('Bench ' || gen_random_uuid(), 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01')
     returning id`,
  );
  return rows[0]!.id;
}

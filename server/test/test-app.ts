import type { Currency } from "@tradewind/domain/values/money.ts";
import { randomUUID } from "node:crypto";
import type { Endpoint, Envelope, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import {
  permissions,
  views,
  viewNumber,
  type Right,
  type UserKind,
  type View,
} from "@tradewind/domain/values/permissions.ts";
import { vendors as ours } from "@tradewind/vendors/index.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import pg from "pg";
import type { DestinationStream } from "pino";
import { afterAll } from "vitest";
import { webApp } from "../app.ts";
import { demoKeys, readConfig } from "../platform/config.ts";
import { openLog } from "../platform/log.ts";
import { hashing } from "../platform/password.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { unlimited } from "./processes.ts";

/** What a process hashes with that is no test. */
export const costOfHashes = hashing.cost;
// The least that argon2 takes: a real hash takes a tenth of a second, and tests make and compare thousands.
hashing.cost = { memory: 8, passes: 1, parallelism: 1 };

/** A signed-in person for a test: pass it to `call`. */
export type Person = {
  token: string;
  resellerId: string;
  personId: string;
  membershipId: string;
  sessionId: string;
  email: string;
  customerId: string | null;
};

export type TestApp = Awaited<ReturnType<typeof testApp>>;
type Answer<E extends Endpoint> = Envelope<ResultOf<E>> & {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
  text: string;
};

/**
 * Starts the product on a separate database without a network port. Closed after the test file. `log` receives its log
 * lines; `vendors` replaces our own, `database` the fresh one.
 */
export async function testApp(
  settings: Record<string, string> = {},
  {
    log,
    vendors = ours,
    ...given
  }: { log?: DestinationStream; vendors?: readonly Vendor[]; database?: TestDatabase } = {},
) {
  const database = given.database ?? (await freshDatabase());
  if (vendors !== ours) await prepareDatabase(database.adminUrl, vendors);
  const environment = {
    NODE_ENV: "test",
    DEMO: "true",
    // Nobody answers there.
    DNS_SERVERS: "127.0.0.1:1",
    DATABASE_URL: database.webUrl,
    LOG_LEVEL: "error",
    ...unlimited,
    ...demoKeys,
    ...settings,
  };
  const config = readConfig(vendors, environment);
  const { app, platform, close } = await webApp(config, openLog(config.LOG_LEVEL, "test", log));
  await app.ready();
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  admin.on("error", () => {});

  afterAll(async () => {
    await close();
    await admin.end();
    await database.drop();
  });

  /** Runs SQL outside the product, as a superuser. */
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await admin.query<Row>(text, values)).rows;

  async function addReseller(changes: { name?: string; currency?: Currency; country?: string } = {}): Promise<string> {
    const currency = changes.currency ?? "GBP";
    const [row] = await sql<{ id: string }>(
      `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
       values ($1, $2, $3, $4, '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id`,
      [
        changes.name ?? `Reseller ${randomUUID().slice(0, 8)}`,
        currency,
        changes.country ?? (currency === "EUR" ? "IE" : "GB"),
        currency === "EUR" ? "IE6388047V" : "GB123456727",
      ],
    );
    return row!.id;
  }

  /**
   * Adds a signed-in person at a new or given reseller, with all rights by default, who just confirmed who they are.
   */
  async function signIn(
    changes: {
      kind?: Exclude<UserKind, "admin">;
      rights?: readonly Right[];
      resellerId?: string;
      customerId?: string;
      currency?: Currency;
      canAgree?: boolean;
    } = {},
  ): Promise<Person> {
    const resellerId =
      changes.resellerId ?? (await addReseller(changes.currency ? { currency: changes.currency } : {}));
    const email = `${randomUUID().slice(0, 12)}@example.com`;
    const rights: readonly Right[] = changes.rights ?? [...views, ...permissions];
    const [person] = await sql<{ id: string }>("insert into people (user_name) values ($1) returning id", [email]);
    const [membership] = await sql<{ id: string }>(
      `insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, views, permissions, can_agree, created_at)
       values ($1, $2, $3, $4, 'Robin', 'Tester', $5, $6, $7, $8, '2026-01-01') returning id`,
      [
        resellerId,
        person!.id,
        changes.kind ?? "reseller",
        changes.customerId ?? null,
        email,
        rights.filter((right): right is View => (views as readonly string[]).includes(right)).map(viewNumber),
        rights.filter((right) => (permissions as readonly string[]).includes(right)),
        changes.canAgree ?? true,
      ],
    );
    return openSession(person!.id, {
      resellerId,
      membershipId: membership!.id,
      email,
      customerId: changes.customerId ?? null,
    });
  }

  /** Adds a signed-in member of operator staff who just gave a second factor. */
  async function signInOperator(): Promise<Person> {
    const email = `${randomUUID().slice(0, 12)}@tradewind.example`;
    const [person] = await sql<{ id: string }>("insert into people (user_name) values ($1) returning id", [email]);
    await sql("insert into operators (person_id, display_name, email) values ($1, 'Olive Operator', $2)", [
      person!.id,
      email,
    ]);
    const operator = await openSession(person!.id, { resellerId: "", membershipId: "", email, customerId: null });
    await sql("update sessions set second_factor_at = now() where id = $1", [operator.sessionId]);
    return operator;
  }

  /** Signs a person in at another browser. */
  const signInAgain = ({ personId, resellerId, membershipId, email, customerId }: Person) =>
    openSession(personId, { resellerId, membershipId, email, customerId });

  async function openSession(
    personId: string,
    who: Pick<Person, "resellerId" | "membershipId" | "email" | "customerId">,
  ): Promise<Person> {
    const [session] = await sql<{ id: string }>(
      `insert into sessions (person_id, reseller_id, membership_id, expires_at, confirmed_at)
       values ($1, nullif($2, '')::uuid, nullif($3, '')::uuid, now() + interval '1 day', now() + interval '1 day') returning id`,
      [personId, who.resellerId, who.membershipId],
    );
    const sessionId = session!.id;
    const token = await platform.tokens.signAccess({
      sid: sessionId,
      sub: personId,
      currencyCode: "GBP",
      resellerSource: "Tradewind",
      use_se: false,
    });
    return { token, personId, sessionId, ...who };
  }

  /**
   * Calls an endpoint according to its contract; `null` calls signed out. Each call has its own idempotency key unless
   * given.
   */
  async function call<E extends Endpoint>(
    person: Pick<Person, "token"> | null,
    endpoint: E,
    sent: SentOf<E> extends infer S ? S : never = {} as never,
    options: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<E>> {
    const { params, query, body } = sent as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
    const response = await app.inject({
      method: endpoint.method,
      url: path,
      ...(query ? { query: query as Record<string, string> } : {}),
      headers: {
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...(endpoint.method === "GET" ? {} : { "idempotency-key": options.key ?? randomUUID() }),
        ...(endpoint.encoding === "form" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : {
            payload:
              endpoint.encoding === "form"
                ? new URLSearchParams(body as Record<string, string>).toString()
                : (body as object),
          }),
    });
    const isJson = (response.headers["content-type"] ?? "").startsWith("application/json");
    return {
      ...(isJson ? response.json() : {}),
      status: response.statusCode,
      headers: response.headers,
      // As browsers read it: without a byte order mark.
      text: response.body.replace(/^\uFEFF/, ""),
    } as Answer<E>;
  }

  return { app, platform, config, database, sql, addReseller, signIn, signInAgain, signInOperator, call, close };
}

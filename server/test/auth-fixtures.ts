import type { Currency } from "@tradewind/domain/values/money.ts";
import type { TestApp } from "./test-app.ts";
import { hashPassword } from "../platform/password.ts";

export const password = "Copper-Lantern-42";

let hash: Promise<string> | undefined;

/** Adds a person with the usual password, at a new reseller unless told otherwise. Names have mixed case. */
export async function addPerson(
  app: TestApp,
  changes: {
    kind?: "reseller" | "engineer" | "endUserAdmin" | "endUser" | "admin";
    resellerId?: string;
    customerId?: string;
    currency?: Currency;
    views?: number[];
    permissions?: string[];
  } = {},
) {
  hash ??= hashPassword(password);
  const userName = `Person-${crypto.randomUUID()}@example.com`;
  const [person] = await app.sql<{ id: string }>(
    "insert into people (user_name, password_hash) values ($1, $2) returning id",
    [userName, await hash],
  );
  const personId = person!.id;
  if (changes.kind === "admin") {
    await app.sql("insert into operators (person_id, display_name, email) values ($1, 'Olive Operator', $2)", [
      personId,
      userName,
    ]);
    return { userName, personId, resellerId: null };
  }
  const resellerId =
    changes.resellerId ?? (await app.addReseller(changes.currency ? { currency: changes.currency } : {}));
  await app.sql(
    `insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, views, permissions, created_at)
     values ($1, $2, $3, $4, 'Robin', 'Tester', $5, $6, $7, '2026-01-01')`,
    [
      resellerId,
      personId,
      changes.kind ?? "reseller",
      changes.customerId ?? null,
      `mail-of-${userName}`,
      changes.views ?? [1, 2],
      changes.permissions ?? [],
    ],
  );
  return { userName, personId, resellerId };
}

export async function addCustomer(app: TestApp, resellerId: string): Promise<string> {
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id",
    [resellerId, `Customer ${crypto.randomUUID().slice(0, 8)}`],
  );
  return customer!.id;
}

type Injector = Pick<TestApp["app"], "inject">;

/** Calls the token endpoint like a sign-in form, with fields changed or (with `undefined`) left out. */
export async function askToken(
  app: Injector,
  changes: Record<string, string | undefined> = {},
  ip = "192.0.2.1",
  headers: Record<string, string> = {},
) {
  const form = {
    grant_type: "password",
    client_id: "tradewind-portal",
    width: "1440",
    height: "900",
    password,
    mfaKey: "",
    mfaToken: "",
    ...changes,
  };
  const given = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  return app.inject({
    method: "POST",
    url: "/api/auth/token",
    remoteAddress: ip,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(given).toString(),
  });
}

/** A browser's token and cookie after signing in. */
export type Browser = { token: string; cookie: string; sessionId: string };

export async function signInWith(app: Injector, userName: string): Promise<Browser> {
  const response = await askToken(app, { username: userName });
  if (response.statusCode !== 200) throw new Error(`Sign-in answered ${response.statusCode}: ${response.body}`);
  const answer = response.json<{ access_token: string; refresh_token: string }>();
  return { token: answer.access_token, cookie: cookieOf(response)!, sessionId: answer.refresh_token };
}

type Answered = { headers: Record<string, string | number | string[] | undefined> };
export const setCookieOf = (response: Answered): string => [response.headers["set-cookie"] ?? ""].flat().join(", ");
/** Returns the refresh cookie an answer sets; undefined if it sets none or removes it. */
export const cookieOf = (response: Answered): string | undefined =>
  /^__Host-rt=([^;]+)/.exec(setCookieOf(response))?.[1];

export const renewWith = (app: Injector, cookie: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/api/auth/refresh",
    headers: { cookie: `__Host-rt=${cookie}`, "x-tradewind": "1", ...headers },
  });

export const getWith = (app: Injector, token: string, url = "/api/session") =>
  app.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });

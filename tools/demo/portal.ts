import type { Endpoint, Envelope, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";

/** A signed-in person. `call` returns the result, or throws the portal's message. */
export type Caller = { call<E extends Endpoint>(endpoint: E, sent?: SentOf<E>): Promise<ResultOf<E>> };

/** Thrown when the portal refuses a call. */
export class PortalRefusal extends Error {
  readonly code: string | null;
  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }
}

type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** Milliseconds until a new sign-in: shorter than the life of an access token. */
const freshFor = 300_000;

/** Signs in over HTTP as a browser does, and again when the token gets old. */
export async function signIn(address: string, userName: string, password: string): Promise<Caller> {
  let token = fetchToken(address, userName, password);
  let since = performance.now();
  await token;
  return {
    async call(endpoint, sent) {
      if (performance.now() - since > freshFor) {
        since = performance.now();
        token = fetchToken(address, userName, password);
      }
      return callPortal(address, await token, endpoint, (sent ?? {}) as Sent);
    },
  };
}

async function fetchToken(address: string, username: string, password: string): Promise<string> {
  const form = { grant_type: "password", client_id: "tradewind-portal", width: "0", height: "0", username, password };
  const response = await fetch(address + waysIn.token.path, { method: "POST", body: new URLSearchParams(form) });
  const answer = (await response.json()) as { access_token?: string; error_description?: string };
  if (!answer.access_token)
    throw new Error(`${username} could not sign in: ${answer.error_description ?? response.status}`);
  return answer.access_token;
}

async function callPortal<E extends Endpoint>(
  address: string,
  token: string,
  endpoint: E,
  { params, query, body }: Sent,
): Promise<ResultOf<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const url = new URL(path, address);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(endpoint.method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Envelope<ResultOf<E>>;
  if (answer.Succeed) return answer.Result as ResultOf<E>;
  const why = [answer.Error, ...answer.Messages, answer.Errors && JSON.stringify(answer.Errors)];
  throw new PortalRefusal(
    answer.Error,
    `${endpoint.method} ${path}: ${why.filter(Boolean).join(" ")} ${JSON.stringify(body)}`,
  );
}

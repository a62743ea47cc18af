/** People who use the rehearsed product over HTTP, as the portal does for them. */
import { TOTP } from "otpauth";
import type { Endpoint, Envelope, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";

export const password = "Copper-Lantern-42";

/** Calls an endpoint, signed in by a token or by nobody. Throws what the product refuses. */
export async function call<E extends Endpoint>(
  url: string,
  token: string | null,
  endpoint: E,
  sent: SentOf<E> = {} as SentOf<E>,
  key: string = crypto.randomUUID(),
): Promise<ResultOf<E>> {
  const { params, query, body } = sent as { params?: Record<string, string>; query?: object; body?: unknown };
  const address = new URL(
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? ""),
    url,
  );
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.method !== "GET" && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {}) as Partial<
    Envelope<ResultOf<E>>
  >;
  if (!answer.Succeed)
    throw new Error(`${endpoint.method} ${address.pathname}: ${response.status} ${text.slice(0, 500)}`);
  return answer.Result as ResultOf<E>;
}

/** Signs in with the password, and sets up the second factor where the first sign-in asks for it. */
export async function signIn(url: string, username: string): Promise<{ token: string; hadToSetUp: boolean }> {
  const ask = async (more: Record<string, string> = {}) => {
    const form = { grant_type: "password", client_id: "tradewind-portal", width: "0", height: "0", username, password };
    const response = await fetch(url + waysIn.token.path, {
      method: "POST",
      body: new URLSearchParams({ ...form, ...more }),
    });
    return (await response.json()) as { access_token?: string; error?: string; error_description?: string };
  };
  const first = await ask();
  if (first.access_token) return { token: first.access_token, hadToSetUp: false };
  if (first.error !== "mfa_config_needed") throw new Error(`${username} could not sign in: ${JSON.stringify(first)}`);
  const mfaKey = first.error_description!.split("|")[0]!;
  const second = await ask({ mfaKey, mfaToken: new TOTP({ secret: mfaKey }).generate() });
  if (!second.access_token) throw new Error(`${username} could not set up a factor: ${JSON.stringify(second)}`);
  return { token: second.access_token, hadToSetUp: true };
}

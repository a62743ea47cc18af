/**
 * Simulates sign-in with a Microsoft account of any tenant: one address for all, and tokens issued by the person's
 * tenant.
 */
import { createHash, randomUUID } from "node:crypto";
import { publicKey, signToken, type SigningKey } from "./keys.ts";
import { page, signInPage } from "./pages.ts";
import { workAccounts, type WorkAccount } from "./people.ts";

export type WebRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  cookie: string;
  /** Address of the listener. */
  origin: string;
};
export type WebReply = { status: number; headers?: Record<string, string>; body?: string };

type Code = { account: WorkAccount; asked: URLSearchParams; until: number };
const tokenLife = 3600;
const cookieName = "work_account";

export function workAccountSignIn(key: SigningKey) {
  const codes = new Map<string, Code>();

  function answer(request: WebRequest): WebReply {
    const [, , ...rest] = request.path.split("/");
    switch (`${request.method} ${rest.join("/")}`) {
      case "GET oauth2/v2.0/authorize":
        return authorise(request);
      case "POST oauth2/v2.0/authorize":
        return choose(request);
      case "POST oauth2/v2.0/token":
        return exchange(request);
      case "GET discovery/v2.0/keys":
        return json(200, { keys: [publicKey(key)] });
      case "GET oauth2/v2.0/logout":
        return signOut(request);
      default:
        return html(404, page("Not found", ""));
    }
  }

  function authorise({ query, cookie, path }: WebRequest): WebReply {
    if (!query.get("redirect_uri") || !query.get("client_id")) return html(400, page("The request is incomplete", ""));
    const signedIn = workAccounts.find(({ oid }) => cookie.includes(`${cookieName}=${oid}`));
    if (signedIn && query.get("prompt") !== "select_account") return admit(query, signedIn);
    if (query.get("prompt") === "none")
      return back(query, { error: "login_required", error_description: "AADSTS50058: No one is signed in." });
    const form = signInPage("Sign in with Microsoft (simulated)", `/microsoft${path}`, query.get("login_hint") ?? "", {
      asked: query.toString(),
    });
    return html(200, form);
  }

  function choose({ form }: WebRequest): WebReply {
    const asked = new URLSearchParams(form.get("asked") ?? "");
    if (form.get("answer") === "no")
      return back(asked, { error: "access_denied", error_description: "AADSTS65004: The user declined." });
    const account = workAccounts.find(({ userName }) => userName === form.get("username")?.trim().toLowerCase());
    if (!account) return html(400, page("There is no such account", ""));
    const reply = admit(asked, account);
    return { ...reply, headers: { ...reply.headers, "set-cookie": `${cookieName}=${account.oid}; Path=/; HttpOnly` } };
  }

  function admit(asked: URLSearchParams, account: WorkAccount): WebReply {
    const code = randomUUID();
    codes.set(code, { account, asked, until: Date.now() + 60_000 });
    return back(asked, { code });
  }

  function exchange({ form, origin }: WebRequest): WebReply {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const { asked, account } = code ?? {};
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if ((form.get("client_secret") ?? "").length < 8)
      return json(401, { error: "invalid_client", error_description: "AADSTS7000215: Invalid client secret." });
    if (
      !asked ||
      !account ||
      code!.until < Date.now() ||
      asked.get("code_challenge") !== challenge ||
      asked.get("redirect_uri") !== form.get("redirect_uri") ||
      asked.get("client_id") !== form.get("client_id")
    )
      return json(400, { error: "invalid_grant", error_description: "AADSTS70008: The code is not good any more." });
    const now = Math.floor(Date.now() / 1000);
    const id_token = signToken(key, {
      iss: `${origin}/microsoft/${account.tid}/v2.0`,
      aud: asked.get("client_id"),
      iat: now,
      nbf: now,
      exp: now + tokenLife,
      sub: createHash("sha256")
        .update(`${account.oid}${asked.get("client_id")}`)
        .digest("base64url"),
      nonce: asked.get("nonce"),
      tid: account.tid,
      oid: account.oid,
      name: account.name,
      preferred_username: account.userName,
      ver: "2.0",
    });
    return json(200, { token_type: "Bearer", expires_in: tokenLife, scope: "openid profile", id_token });
  }

  return answer;
}

function back(asked: URLSearchParams, answer: Record<string, string>): WebReply {
  const target = new URL(asked.get("redirect_uri") ?? "about:blank");
  for (const [name, value] of Object.entries({ ...answer, state: asked.get("state") ?? "" }))
    target.searchParams.set(name, value);
  return { status: 302, headers: { location: target.href } };
}

function signOut({ query }: WebRequest): WebReply {
  const target = query.get("post_logout_redirect_uri");
  const cookie = { "set-cookie": `${cookieName}=; Path=/; Max-Age=0` };
  if (target) return { status: 302, headers: { ...cookie, location: target } };
  return { status: 200, headers: { ...cookie, "content-type": "text/html" }, body: page("You are signed out", "") };
}

const html = (status: number, body: string): WebReply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body,
});
const json = (status: number, body: unknown): WebReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

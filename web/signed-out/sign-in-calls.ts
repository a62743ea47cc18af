import type { auth, TokenAnswer, TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { fetchApi, loginClientId } from "../platform/config.ts";
import { go } from "./address.ts";

/** Finds how a user name signs in. Throws if the call fails. */
export async function findLoginFlow(userName: string): Promise<string> {
  const query = new URLSearchParams({ UserName: userName });
  const response = await fetchApi(`/api/auth/login-flow?${query.toString()}`, {
    headers: { Accept: "application/json" },
  });
  const answer = (await response.json()) as { Succeed: boolean; Result: { loginFlow: string } | null };
  if (!response.ok || !answer.Succeed || !answer.Result) throw new Error(`login flow answered ${response.status}`);
  return answer.Result.loginFlow;
}

export type TokenOutcome = { ok: true; answer: TokenAnswer } | { ok: false; refusal: Partial<TokenRefusal> };

/**
 * Credentials besides the password: a second factor (`mfaKey` names the secret of a first code) and the robot check.
 */
export type SecondFactor = { mfaKey?: string; mfaToken?: string; recoveryCode?: string; passkey?: string };
export type Given = SecondFactor & { altcha?: string };

/**
 * Calls the token endpoint with the fields of a grant, and then for the login data (AUTH-63), of which the browser keeps
 * the identifier. The response's cookie carries the session; the next page fetches a new access token.
 */
export async function askForToken(grant: Record<string, string>): Promise<TokenOutcome> {
  const form = new URLSearchParams({
    client_id: loginClientId(),
    width: String(Math.round(innerWidth)),
    height: String(Math.round(innerHeight)),
    ...grant,
  });
  const response = await fetchApi("/api/auth/token", {
    method: "POST",
    headers: { Accept: "application/json" },
    body: form,
  });
  const answer = (await response.json().catch(() => ({}))) as TokenAnswer &
    Partial<TokenRefusal> & { Messages?: string[] };
  if (response.ok && answer.access_token) {
    await readLoginData(answer.access_token);
    return { ok: true, answer };
  }
  if (answer.error === "sso_only") {
    sessionStorage.setItem("keptOut", JSON.stringify(answer));
    go(publicPages.keptOut + location.search);
  }
  // Rate limiting answers in the envelope of all other calls.
  return { ok: false, refusal: { ...answer, error_description: answer.error_description ?? answer.Messages?.[0] } };
}

/** Reads who signed in. The session carries all of it too, so that a failure holds nobody up. */
export const readLoginData = (token: string): Promise<void> =>
  fetchApi("/api/auth/login-user", { headers: { Authorization: `Bearer ${token}` } })
    .then((response) => response.json())
    .then(({ Result }: { Result: ResultOf<typeof auth.loginUser> }) => localStorage.setItem("userMex", Result.mex))
    .catch(() => undefined);

/** What the person entered, and when: sent again as it is with a second factor. */
export type LoginForm = { username: string; password: string; datetime: string };

export const requestToken = (form: LoginForm, given: Given = {}): Promise<TokenOutcome> =>
  askForToken({ grant_type: "password", ...form, mfaKey: "", mfaToken: "", ...given });

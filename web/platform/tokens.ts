import type { TokenAnswer } from "@tradewind/contract/access/auth.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { CurrentSession, session } from "@tradewind/contract/access/session.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { ApiError } from "./api-error.ts";
import { fetchApi } from "./config.ts";
import { loginAddress } from "./safe-return.ts";
import { forget, remembered } from "./storage.ts";

/** The access token lives in this module only; the refresh secret only in a cookie no script can read. */
let held: { token: string; expires: number } | undefined;
let renewal: Promise<string> | undefined;
/** The session that came with the page's first token, until it is taken. */
let delivered: CurrentSession | undefined;
let ended = false;
/** Whose page this is, and in which company. */
let actingAs: string | undefined;

/** Knows of nobody yet, as a page that was just loaded. */
export function beginPage(): void {
  held = renewal = delivered = actingAs = undefined;
  ended = false;
}
beginPage();

/** A token this close to its end is renewed before it is used. */
const margin = 20_000;

export function holdToken(answer: Pick<TokenAnswer, "access_token" | ".expires">): string {
  ended = false;
  held = { token: answer.access_token, expires: Date.parse(answer[".expires"]) };
  return held.token;
}

/** A token exists and its end is in the future (AUTH-62); otherwise a new one is fetched silently. */
export function accessToken(): Promise<string> {
  return held && held.expires - margin > Date.now() ? Promise.resolve(held.token) : renewToken(held?.token);
}

/** The session that came with the page's first token, once: the first screen then needs no call for it. */
export async function takeDeliveredSession(): Promise<CurrentSession | undefined> {
  await accessToken();
  const session = delivered;
  delivered = undefined;
  return session;
}

/** One renewal at a time, in this tab and among all tabs. `used` is the token that was refused. */
export function renewToken(used: string | undefined): Promise<string> {
  if (held && held.token !== used) return Promise.resolve(held.token);
  renewal ??= navigator.locks.request("tradewind-refresh", fetchToken).finally(() => (renewal = undefined));
  return renewal;
}

async function fetchToken(): Promise<string> {
  const response = await fetchApi("/api/auth/refresh", {
    method: "POST",
    headers: { Accept: "application/json", "X-Tradewind": "1" },
  }).catch(() => {
    throw new ApiError(0);
  });
  if (response.status === 401 || response.status === 400) {
    endSession();
    throw new ApiError(401);
  }
  if (response.status === 409) keepOut(await response.text());
  if (!response.ok) throw new ApiError(response.status);
  const answer = (await response.json()) as ResultOf<typeof session.renew>;
  const { userName, cloudMarketId } = answer.session?.User ?? {};
  const who = `${userName} ${cloudMarketId}`;
  // Another tab went on as somebody else or in another company: nothing begun here may end up there.
  if (actingAs !== undefined && actingAs !== who) {
    location.assign("/");
    return new Promise(() => {});
  }
  actingAs = who;
  if (!held) delivered = answer.session;
  return holdToken(answer);
}

/** What sessions of a provider need besides, which most people never load. */
export const loadSso = () => import("./sso.ts");

/** Clears what the browser keeps and leads to sign-in, from where the person returns to this page. */
export function endSession(): void {
  if (ended) return;
  ended = true;
  held = undefined;
  if (localStorage.getItem("ssoSession")) return void loadSso().then((sso) => sso.recreateSession());
  forget();
  location.assign(loginAddress());
}

/** Says why a rule of the company keeps the person out. The session goes on as soon as no rule does. */
export function keepOut(refusal: string): void {
  sessionStorage.setItem("keptOut", refusal);
  location.assign(loginAddress(undefined, publicPages.keptOut));
}

/** The person leaves: from now on a call that is refused leads nowhere else. False when they are leaving already. */
export function beginLeaving(): boolean {
  const first = !ended;
  ended = true;
  return first;
}

/** The name sent in the actor header: the user name of end users, the email address of everybody else (API-05). */
export function actorName(): string | undefined {
  return remembered("isEndUser") === "true" ? remembered("username") : remembered("emailAddress");
}

export function dropToken(): void {
  held = undefined;
}

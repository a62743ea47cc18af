/** A sign-in at a provider, loaded when one begins or ends. What it keeps in the browser are identifiers and hints. */
import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { Envelope, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { sso, SignInProvider } from "@tradewind/contract/access/sso.ts";
import { ApiError } from "./api-error.ts";
import { fetchApi } from "./config.ts";
import { leave } from "./leave.ts";
import { loginAddress } from "./safe-return.ts";

type Wish = {
  provider: SignInProvider;
  username?: string;
  company?: string;
  target?: string;
  silent?: boolean;
  choose?: boolean;
};
type Operation = "begin" | "callback";

/** A call of the sign-in itself, which works by cookie; a refusal throws its words. */
export async function ask<O extends Operation>(operation: O, body: unknown): Promise<ResultOf<(typeof sso)[O]>> {
  const response = await fetchApi(`/api/auth/sso/${operation}`, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-Tradewind": "1" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(0);
  });
  const answer = (await response.json().catch(() => ({}))) as Partial<Envelope<ResultOf<(typeof sso)[O]>>>;
  if (!answer.Succeed || !answer.Result) throw new ApiError(response.status, answer);
  return answer.Result;
}

/** Leaves for the provider. */
export async function beginSso({ provider, username, company, target, silent, choose }: Wish): Promise<void> {
  if (!silent) sessionStorage.removeItem("ssoSilent");
  const { AuthoriseUrl } = await ask("begin", { provider, username, company, return: target, silent, choose });
  leave.to(AuthoriseUrl);
}

/** Where this session came from: a provider, which may be a company's own. */
export const sessionWay = (): Pick<Wish, "provider" | "company"> => ({
  provider: localStorage.getItem("ssoSession") === "aad" ? "aad" : "sso",
  company: localStorage.getItem("ssoCompany") ?? undefined,
});
const here = () => location.pathname + location.search + location.hash;

/** An ended session begins again without a question, where the provider still knows the person (AUTH-116). */
export async function recreateSession(): Promise<void> {
  sessionStorage.setItem("ssoSilent", "1");
  await beginSso({ ...sessionWay(), target: here(), silent: true }).catch(() => giveUp(here()));
}

/** The session cannot be had again: on to sign-in, or in the single experience to its own page (AUTH-117, AUTH-132). */
export function giveUp(place: string): void {
  const single = localStorage.getItem("singleExperience") === "true";
  localStorage.clear();
  sessionStorage.removeItem("ssoSilent");
  leave.to(single ? publicPages.singleExperienceError : loginAddress(place));
}

/** Another portal signed in for another organisation: this session is over, and the provider says who is here now. */
export async function switchOrganisation(): Promise<void> {
  localStorage.clear();
  await beginSso({ provider: "sso", target: here() }).catch(() => leave.to(loginAddress(here())));
}

type Farewell = Envelope<ResultOf<typeof sso.farewell>>;

/** Milliseconds the hardware portal has to end its session. */
const patience = 2_000;

/**
 * Ends the person's sessions in the partner portals, before the one here. Whatever does not answer is passed over.
 * Returns where the provider ends its own, from where it leads back to the sign-in page.
 */
export async function leavePortals(access: Promise<string>): Promise<string | undefined> {
  const token = await access.catch(() => "");
  const send = (method: string, path: string) =>
    fetchApi(path, {
      method,
      headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
    }).catch(() => undefined);
  const answer = await send("GET", "/api/auth/sso/farewell");
  const farewell = ((await answer?.json().catch(() => undefined)) as Farewell | undefined)?.Result;
  await send("POST", "/api/auth/comms-logout");
  // The portal knows its visitor by a cookie of its own, which only this browser can send.
  if (farewell?.HardwareLogoutUrl)
    await fetch(farewell.HardwareLogoutUrl, {
      mode: "no-cors",
      credentials: "include",
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined);
  return farewell?.EndSessionUrl ?? undefined;
}

import type { TokenAnswer, TokenRefusal } from "@tradewind/contract/auth.ts";
import type { SignInProvider } from "@tradewind/contract/sso.ts";
import { addressOf, loginClientId } from "../platform/config.ts";
import { leave } from "../platform/leave.ts";
import { t } from "../platform/messages.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { ask, giveUp } from "../platform/sso.ts";
import { go } from "./address.ts";

const size = () => ({ width: String(Math.round(innerWidth)), height: String(Math.round(innerHeight)) });
const post = (path: string, form: Record<string, string>) =>
  fetch(addressOf(path), {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(form),
  });

/** What the provider sent the browser back with becomes a session, a link to be made, or an error to be shown. */
export async function takeCallback(query: string): Promise<void> {
  const { state, code, error, error_description, iss } = Object.fromEntries(new URLSearchParams(query));
  if (!state || (!code && !error)) return leave.to("/login");
  const answer = await ask("callback", { state, code, error, error_description, iss });
  const target = safeReturn(answer.Return) ?? "";
  if (!answer.Ticket) {
    if (sessionStorage.getItem("ssoSilent")) return giveUp(target || "/");
    return fail(answer.Error ?? "", answer.Redirect);
  }
  sessionStorage.setItem("ssoTarget", target);
  // As the cookie of that name spells it, so that the two compare.
  if (answer.OrganisationId) localStorage.setItem("organisationId", encodeURIComponent(answer.OrganisationId));
  await finishWithTicket(answer.Provider, answer.Ticket);
}

/** The sign-in page shows the error once; the site may have a page of its own for it. */
function fail(message: string, place: string | null): void {
  sessionStorage.setItem("ssoError", message);
  leave.to(place ?? "/login");
}

/** The grant of the provider. A Microsoft account that is linked to nobody keeps its token and is linked first. */
export async function finishWithTicket(provider: SignInProvider, ticket: string): Promise<void> {
  const proof: Record<string, string> =
    provider === "aad" ? { grant_type: "aad", adtoken: ticket } : { grant_type: "sso", id_token: ticket };
  const response = await post("/api/auth/token", { ...proof, client_id: loginClientId, ...size() });
  const answer = (await response.json()) as Partial<TokenAnswer & TokenRefusal>;
  if (response.ok && answer.access_token) return finish(provider, answer.access_token);
  if (answer.error === "aad_not_linked") {
    sessionStorage.setItem("adToken", ticket);
    return go("/link-account", { replace: true });
  }
  localStorage.removeItem("organisationId");
  fail(answer.error_description ?? "", null);
}

/** As any other sign-in: the home address decides where each kind of user lands. */
function finish(provider: SignInProvider, token: string): void {
  localStorage.removeItem("previousUserType");
  localStorage.setItem("ssoSession", provider);
  localStorage.setItem("singleExperience", String(claimsOf(token)["use_se"] === true));
  const target = safeReturn(sessionStorage.getItem("ssoTarget"));
  for (const key of ["ssoTarget", "ssoSilent", "ssoError", "adToken"]) sessionStorage.removeItem(key);
  leave.to(target ? `/?return=${encodeURIComponent(target)}` : "/");
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What a refusal says, and whether the robot check is wanted. */
type LinkRefusal = { words: string; robot: boolean };

/** Links the Microsoft account to the user of these details, with the proof of the robot check where there is one. */
export async function linkAccount(
  username: string,
  password: string,
  altcha: string | undefined,
): Promise<LinkRefusal | undefined> {
  const adtoken = sessionStorage.getItem("adToken") ?? "";
  if (!adtoken) return { words: "Your sign-in with Microsoft has expired. Please start again.", robot: false };
  const proof: Record<string, string> = altcha === undefined ? {} : { altcha };
  const response = await post("/api/auth/link-account", { ...size(), username, password, adtoken, ...proof });
  if (response.ok) return undefined;
  type Answer = { Message?: string; Messages?: string[]; Error?: string };
  const { Message, Messages, Error } = (await response.json().catch(() => ({}))) as Answer;
  return { words: Message ?? Messages?.[0] ?? t("LOGIN.DETAILS_INCORRECT"), robot: Error === "robot_required" };
}

import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { TokenAnswer, TokenRefusal } from "@tradewind/contract/access/auth.ts";
import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import { fetchApi, loginClientId } from "../platform/config.ts";
import { leave } from "../platform/leave.ts";
import { t } from "../platform/translate.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { ask, beginSso, giveUp } from "../platform/sso.ts";
import { go } from "./address.ts";
import { readLoginData, type SecondFactor } from "./sign-in-calls.ts";

const size = () => ({ width: String(Math.round(innerWidth)), height: String(Math.round(innerHeight)) });
const post = (path: string, form: Record<string, string>) =>
  fetchApi(path, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(form),
  });

/** What the provider sent the browser back with becomes a session, a link to be made, or an error to be shown. */
export async function takeCallback(query: string): Promise<void> {
  const { state, code, error, error_description, iss } = Object.fromEntries(new URLSearchParams(query));
  if (!state || (!code && !error)) return leave.to(publicPages.login);
  const answer = await ask("callback", { state, code, error, error_description, iss });
  const target = safeReturn(answer.Return) ?? "";
  if (answer.Tested !== null) {
    sessionStorage.setItem("providerTested", String(answer.Tested));
    return leave.to(`/?return=${encodeURIComponent(target)}`);
  }
  if (!answer.Ticket) {
    if (sessionStorage.getItem("ssoSilent")) return giveUp(target || "/");
    // Somebody else is signed in at the provider: it asks once who it is, for the person whose name was typed.
    if (answer.OtherThan !== null && sessionStorage.getItem("ssoAsked") !== answer.OtherThan) {
      sessionStorage.setItem("ssoAsked", answer.OtherThan);
      return beginSso({
        provider: answer.Provider,
        username: answer.OtherThan,
        target: safeReturn(answer.Return),
        choose: true,
      });
    }
    return fail(answer.Provider, answer.Error ?? "", answer.Redirect);
  }
  sessionStorage.setItem("ssoTarget", target);
  sessionStorage.setItem("ssoCompany", answer.Company ?? "");
  // Encoded like the cookie of the same name, so that the two can be compared.
  if (answer.OrganisationId) localStorage.setItem("organisationId", encodeURIComponent(answer.OrganisationId));
  await finishWithTicket(answer.Provider, answer.Ticket);
}

/** The sign-in page shows the error once; the site may have a page of its own for it. */
function fail(provider: SignInProvider, message: string, place: string | null): void {
  sessionStorage.removeItem("ssoAsked");
  sessionStorage.setItem("ssoError", message);
  sessionStorage.setItem("ssoErrorProvider", provider);
  leave.to(place ?? publicPages.login);
}

/** The grant of the provider. Who is linked to nobody keeps their token and is linked first. */
export async function finishWithTicket(provider: SignInProvider, ticket: string): Promise<void> {
  const proof: Record<string, string> =
    provider === "aad" ? { grant_type: "aad", adtoken: ticket } : { grant_type: "sso", id_token: ticket };
  const response = await post("/api/auth/token", { ...proof, client_id: loginClientId(), ...size() });
  const answer = (await response.json()) as Partial<TokenAnswer & TokenRefusal>;
  if (response.ok && answer.access_token) {
    await readLoginData(answer.access_token);
    return finish(provider, answer.access_token);
  }
  if (answer.error === "aad_not_linked" || answer.error === "sso_not_linked") {
    sessionStorage.setItem("adToken", ticket);
    sessionStorage.setItem("linkProvider", provider);
    return go(publicPages.linkAccount, { replace: true });
  }
  localStorage.removeItem("organisationId");
  fail(provider, answer.error_description ?? "", null);
}

/** As any other sign-in: the home address decides where each kind of user lands. */
function finish(provider: SignInProvider, token: string): void {
  localStorage.removeItem("previousUserType");
  localStorage.setItem("ssoSession", provider);
  const company = sessionStorage.getItem("ssoCompany");
  if (company) localStorage.setItem("ssoCompany", company);
  else localStorage.removeItem("ssoCompany");
  localStorage.setItem("singleExperience", String(claimsOf(token)["use_se"] === true));
  const target = safeReturn(sessionStorage.getItem("ssoTarget"));
  for (const key of [
    "ssoTarget",
    "ssoCompany",
    "ssoSilent",
    "ssoAsked",
    "ssoError",
    "ssoErrorProvider",
    "adToken",
    "linkProvider",
    "keptOut",
  ])
    sessionStorage.removeItem(key);
  leave.to(target ? `/?return=${encodeURIComponent(target)}` : "/");
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Whose ticket waits to be linked: Microsoft's where nothing else was said. */
export const linkProvider = (): SignInProvider => (sessionStorage.getItem("linkProvider") === "sso" ? "sso" : "aad");

/** Links the account at the provider to the user of these details, with what else was asked for. Returns a refusal, in the words of the token endpoint where it asks for more. */
export async function linkAccount(
  username: string,
  password: string,
  proof: SecondFactor & { altcha?: string } = {},
): Promise<Partial<TokenRefusal> | undefined> {
  const adtoken = sessionStorage.getItem("adToken") ?? "";
  const from: Record<string, string> = linkProvider() === "sso" ? { provider: "sso" } : {};
  if (!adtoken)
    return {
      error_description: `Your sign-in ${from["provider"] ? "at your organisation" : "with Microsoft"} has expired. Please start again.`,
    };
  const response = await post("/api/auth/link-account", { ...size(), username, password, adtoken, ...from, ...proof });
  if (response.ok) return undefined;
  const answer = (await response.json().catch(() => ({}))) as Partial<TokenRefusal> & {
    Message?: string;
    Messages?: string[];
  };
  if (answer.error) return answer;
  return { error_description: answer.Message ?? answer.Messages?.[0] ?? t("LOGIN.DETAILS_INCORRECT") };
}

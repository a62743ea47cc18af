import { endPortalSession } from "@tradewind/vendors/partner-portals.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { createHash } from "node:crypto";
import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import { AppError, tooMany } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { SecretPlace } from "../../platform/secrets.ts";
import { countCallFrom, type Caller } from "../attempts/sign-in-limit.actions.ts";
import type { Tx } from "../../platform/db.ts";
import { randomText } from "../../platform/random.ts";
import { noteOfPerson, tellSignInChanged } from "../notices/notices.actions.ts";
import { findCompanyOf, noteTest } from "../company-providers/company-providers.store.ts";
import { companyProviderOf, findPersonOfCompany, isOtherOfCompany, linkPerson } from "./company-sign-in.actions.ts";
import { readIdToken, type Identity } from "./id-token.ts";
import { exchangeCode, providerNames, providerOf, type Provider } from "./providers.ts";
import {
  endTicket,
  findLinkedPerson,
  findSessionToken,
  holdTicket,
  insertTransaction,
  isOtherPerson,
  keepIdentity,
  linkIdentity,
  takeTransaction,
} from "./sso.store.ts";

const secret = () => randomText(32);
const hashed = (text: string) => createHash("sha256").update(text).digest();
const identity = { role: "app_identity" } as const;
/** Sign-ins begun by one network in a quarter of an hour. */
const most = { calls: 300, seconds: 900 };

/** Returns the secret of a browser that starts a provider sign-in: its existing one, or a new one. */
export const browserSecret = (given: string | undefined) => (given && /^[\w-]{43}$/.test(given) ? given : secret());

const redirectUri = ({ config }: Platform) => `${config.PUBLIC_URL}${publicPages.ssoCallback}`;

type Wish = {
  provider: SignInProvider;
  username?: string;
  company?: string;
  return?: string;
  silent?: boolean;
  choose?: boolean;
  /** The company whose provider is tried out. */
  testOf?: string;
};
/** The prompt that makes each provider ask for the account. */
const asksWho = { sso: "login", aad: "select_account" } as const;

/** The company whose own provider is asked, or speaks for the user name typed, if one does. */
async function companyAsked(platform: Platform, { provider, username, company }: Wish): Promise<string | null> {
  if (provider !== "sso") return null;
  if (company !== undefined || !username) return company ?? null;
  return (await platform.database.read(identity, (db) => findCompanyOf(db, username))) ?? null;
}

type Asked = { provider: SignInProvider; company_id: string | null; tests: boolean };
const providerAsked = (platform: Platform, { provider, company_id, tests }: Asked): Promise<Provider> =>
  company_id === null ? providerOf(platform.config, provider) : companyProviderOf(platform, company_id, tests);

/** Begins a sign-in that only this browser can finish. Returns the provider's address. */
export async function beginSignIn(platform: Platform, wish: Wish, browser: string, caller: Caller): Promise<string> {
  const companyId = wish.testOf ?? (await companyAsked(platform, wish));
  const tests = wish.testOf !== undefined;
  const provider = await providerAsked(platform, { provider: wish.provider, company_id: companyId, tests });
  const [state, nonce, verifier] = [secret(), secret(), secret()];
  const browserHash = hashed(browser);
  const wait = await platform.database.write(identity, async (tx) => {
    const after = await countCallFrom(tx, "sso", caller, most.calls, most.seconds);
    if (after !== undefined) return after;
    await insertTransaction(tx, {
      provider: wish.provider,
      stateHash: hashed(state),
      browserHash,
      nonce,
      verifier,
      returnTo: wish.return ?? null,
      loginHint: wish.username || null,
      companyId,
      tests,
    });
    return undefined;
  });
  if (wait !== undefined) throw tooMany(wait);
  const target = new URL(provider.authoriseUrl);
  const asked = {
    response_type: "code",
    response_mode: "query",
    client_id: provider.clientId,
    redirect_uri: redirectUri(platform),
    scope: companyId === null ? "openid profile" : "openid profile email",
    state,
    nonce,
    code_challenge: hashed(verifier).toString("base64url"),
    code_challenge_method: "S256",
    ...(wish.username ? { login_hint: wish.username } : {}),
    ...(wish.return ? { return: wish.return } : {}),
    ...(wish.silent ? { prompt: "none" } : wish.choose ? { prompt: asksWho[wish.provider] } : {}),
  };
  for (const [name, value] of Object.entries(asked)) target.searchParams.set(name, value);
  return target.href;
}

type Answer = { state: string; code?: string; error?: string; error_description?: string; iss?: string };
const notConfirmed = "The sign-in could not be confirmed. Please try again.";

/**
 * Finishes a sign-in with the provider's answer: returns a ticket for the identity, or the provider's refusal. Each
 * begun sign-in accepts one answer.
 */
export async function endSignIn(platform: Platform, answer: Answer, browser: string) {
  const begun = await platform.database.write(identity, (tx) =>
    takeTransaction(tx, hashed(answer.state), hashed(browser)),
  );
  if (!begun) throw new AppError("signInNotBegun");
  const provider = await providerAsked(platform, begun);
  const shown = answer.code && !answer.error ? await prove(platform, provider, answer, begun) : undefined;
  const typed = begun.login_hint;
  if (begun.tests) return endTest(platform, begun, provider, shown);
  const other =
    shown !== undefined &&
    typed !== null &&
    (begun.company_id === null
      ? await platform.database.read(identity, (db) => isOtherPerson(db, { provider: begun.provider, ...shown }, typed))
      : await isOtherOfCompany(platform, begun.company_id, shown, typed));
  const proven = other ? undefined : shown;
  const ticket = proven && secret();
  if (proven && ticket) {
    const idToken = platform.secrets.seal(proven.idToken, placeOfTicket(begun.id));
    await platform.database.write(identity, (tx) =>
      keepIdentity(tx, begun.id, { ...proven, idToken, ticketHash: hashed(ticket) }),
    );
  }
  return {
    Provider: begun.provider,
    Ticket: ticket ?? null,
    Return: begun.return_to,
    OtherThan: other ? typed : null,
    OrganisationId: proven?.orgId ?? null,
    Company: begun.company_id,
    Error: ticket
      ? null
      : other
        ? `Somebody other than ${typed} is signed in at your organisation.`
        : answer.error_description || answer.error || notConfirmed,
    Redirect: ticket ? null : platform.config.SSO_ERROR_PATH || null,
    Tested: null,
  };
}

/** Ends a test: nobody is signed in by it, and the settings are known to work. */
async function endTest(
  platform: Platform,
  begun: Asked & { return_to: string | null },
  provider: Provider,
  shown: Identity | undefined,
) {
  if (shown)
    await platform.database.write(identity, async (tx) => {
      await announce(tx, begun.company_id!, ["companyProvider"]);
      await noteTest(tx, begun.company_id!, shown.issuer, provider.clientId, platform.clock.now());
    });
  return {
    Provider: begun.provider,
    Ticket: null,
    Return: begun.return_to,
    OtherThan: null,
    OrganisationId: null,
    Company: begun.company_id,
    Error: shown ? null : notConfirmed,
    Redirect: null,
    Tested: shown !== undefined,
  };
}

async function prove(
  platform: Platform,
  provider: Provider,
  { code, iss }: Answer,
  { nonce, verifier }: { nonce: string; verifier: string },
): Promise<(Identity & { idToken: string }) | undefined> {
  // A code from one provider must never be sent to another.
  if (iss !== undefined && provider.kind === "sso" && iss !== provider.issuer) return undefined;
  const idToken = await exchangeCode(provider, { code: code!, verifier, redirectUri: redirectUri(platform) });
  const who = idToken ? await readIdToken(provider, idToken, nonce) : undefined;
  return who && { ...who, idToken: idToken! };
}

const sealedToken = { column: "id_token", version: 1 } as const;
const placeOfTicket = (id: string) => ({ ...sealedToken, owner: "sso", table: "sso_transactions", row: id });
/**
 * The place of a provider's id token in a person's sessions: needed to end the provider's session, and sealed for
 * everyone else.
 */
export const placeOfIdToken = (personId: string) => ({
  ...sealedToken,
  owner: personId,
  table: "sessions",
  row: "own",
});

/** The outcome of a ticket: the linked person, an identity not linked yet, or an invalid ticket. */
export type Redeemed =
  | { personId: string; companyId: string | null; useSe: boolean; orgId: string | null; idToken: string | null }
  | "notLinked"
  | "noTicket";

/** Redeems a ticket. Admitting a person uses it up; while its identity is not linked it remains valid for linking. */
export function redeemTicket(
  platform: Platform,
  provider: SignInProvider,
  ticket: string,
  browser: string | undefined,
): Promise<Redeemed> {
  return platform.database.write(identity, async (tx) => {
    const held = await holdTicket(tx, provider, hashed(ticket), hashed(browser ?? ""));
    if (!held) return "noTicket";
    const companyId = held.company_id;
    const person = await (companyId === null ? findLinkedPerson(tx, held) : findPersonOfCompany(platform, tx, held));
    if (!person) return "notLinked";
    await endTicket(tx, held.id);
    if (person.status !== "Active") return "noTicket";
    const idToken = held.id_token && platform.secrets.open(held.id_token, placeOfTicket(held.id));
    // What else a company's provider says of its people is not believed.
    const said = companyId === null ? { useSe: held.use_se, orgId: held.org_id } : { useSe: false, orgId: null };
    return { personId: person.id, companyId, ...said, idToken };
  });
}

type Linking = {
  provider: SignInProvider;
  ticket: string;
  browser: string | undefined;
  ip: string;
  personId: string;
  /** Whether the person may still link with the proof they gave. */
  may: (tx: Tx) => Promise<boolean>;
};

/**
 * Links a ticket's identity to a person, and informs them and their company. Returns false if the ticket is invalid,
 * its identity already belongs to someone else, or the person may no longer link.
 */
export function linkByTicket(platform: Platform, { provider, ticket, browser, ip, personId, may }: Linking) {
  return platform.database.write(identity, async (tx) => {
    const held = await holdTicket(tx, provider, hashed(ticket), hashed(browser ?? ""));
    if (!held || !(await may(tx))) return false;
    if (held.company_id !== null)
      return linkPerson(
        platform,
        tx,
        { resellerId: held.company_id, issuer: held.issuer!, subject: held.subject! },
        personId,
      );
    if (!(await linkIdentity(tx, held, personId))) return (await findLinkedPerson(tx, held))?.id === personId;
    const name = providerNames[provider];
    await noteOfPerson(platform, tx, personId, ip, "signInLinks.add", `Linked their account to ${name}`);
    await tellSignInChanged(
      platform,
      tx,
      personId,
      `Your account was linked to ${name}, which signs you in from now on.`,
    );
    return true;
  });
}

/** A hint is optional: one whose key was removed is left out. */
function opened(platform: Platform, sealed: string, place: SecretPlace): string | undefined {
  try {
    return platform.secrets.open(sealed, place);
  } catch {
    return undefined;
  }
}

/** Returns the address that ends the provider's session; null if no provider opened this session. */
export async function endSessionUrl(platform: Platform, sessionId: string): Promise<string | null> {
  const session = await platform.database.read(identity, (db) => findSessionToken(db, sessionId));
  if (session?.way !== "sso" && session?.way !== "aad") return null;
  const asked = { provider: session.way, company_id: session.company_id, tests: false };
  const provider = await providerAsked(platform, asked).catch(() => undefined);
  if (!provider?.endSessionUrl) return null;
  const target = new URL(provider.endSessionUrl);
  target.searchParams.set("client_id", provider.clientId);
  target.searchParams.set("post_logout_redirect_uri", `${platform.config.PUBLIC_URL}${publicPages.login}`);
  const hint = session.id_token && opened(platform, session.id_token, placeOfIdToken(session.person_id));
  if (hint) target.searchParams.set("id_token_hint", hint);
  return target.href;
}

/** Ends the person's session in the communications portal, if one is configured. */
export async function endCommsSession({ config }: Platform, userName: string): Promise<void> {
  if (!config.COMMS_LOGOUT_URL) return;
  if (!(await endPortalSession(config.COMMS_LOGOUT_URL, userName))) throw new AppError("partnerPortalUnavailable");
}

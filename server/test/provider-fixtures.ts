import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sso, type SignInProvider } from "@tradewind/contract/access/sso.ts";
import { startIdentityProvider } from "@tradewind/simulators/identity-provider/identity-provider.ts";
import { client, issuer } from "@tradewind/simulators/identity-provider/provider.ts";
import { afterAll } from "vitest";
import { askToken, setCookieOf } from "./auth-fixtures.ts";
import type { TestApp } from "./test-app.ts";

/** Starts a sign-in provider on a separate port, with the settings that lead to it. */
export async function testProvider() {
  const folder = mkdtempSync(path.join(tmpdir(), "tradewind-provider-"));
  const simulator = await startIdentityProvider({ port: 0, keyFile: path.join(folder, "key.json") });
  afterAll(async () => {
    await simulator.stop();
    rmSync(folder, { recursive: true });
  });
  return {
    url: simulator.url,
    issuer,
    settings: {
      SSO_URL: simulator.url,
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: client.id,
      SSO_CLIENT_SECRET: client.secret,
      AAD_URL: `${simulator.url}/microsoft`,
      AAD_CLIENT_ID: "work-account-client",
      AAD_CLIENT_SECRET: "work-account-secret",
    },
  };
}

export const ourPage = (browser?: string) => ({
  "x-tradewind": "1",
  ...(browser ? { cookie: `__Host-sso=${browser}` } : {}),
});

type Wish = {
  provider: SignInProvider;
  username?: string;
  company?: string;
  return?: string;
  silent?: boolean;
  choose?: boolean;
};

/** Begins a sign-in. Returns the redirect address and the browser's secret. */
export async function begin(app: TestApp, wish: Wish, browser?: string) {
  const answer = await app.call(null, sso.begin, { body: wish }, { headers: ourPage(browser) });
  if (answer.status !== 200) throw new Error(`The sign-in did not begin: ${answer.text}`);
  return {
    target: new URL(answer.Result!.AuthoriseUrl),
    browser: /__Host-sso=([^;]+)/.exec(setCookieOf(answer))![1]!,
  };
}

/** A browser at the provider: follows redirects with its cookies until it reaches the portal. */
export function visitor() {
  const jar = new Map<string, string>();
  async function visit(url: string | URL, form?: Record<string, string>): Promise<{ url: URL; page: string }> {
    const response = await fetch(url, {
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "") jar.delete(name!);
      else jar.set(name!, value!);
    }
    const location = response.headers.get("location");
    if (!location) return { url: new URL(url), page: await response.text() };
    const next = new URL(location, url);
    return next.hostname === "localhost" ? { url: next, page: "" } : visit(next);
  }
  return {
    visit,
    /** Fills in the provider's form. */
    async signIn(target: URL, userName: string, answer = "yes") {
      const form = await visit(target);
      const action = /action="([^"]+)"/.exec(form.page)?.[1];
      if (!action) return form.url;
      const asked = /name="asked" value="([^"]+)"/.exec(form.page)?.[1]?.replaceAll("&amp;", "&");
      const sent = { username: userName, answer, ...(asked ? { asked } : {}) };
      const next = await visit(new URL(action, form.url), sent);
      // Another person was signed in: the page first submits a form that ends their session.
      const ending = /action="([^"]+\/session\/end\/confirm)"/.exec(next.page)?.[1];
      if (!ending) return next.url;
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(next.page)?.[1] ?? "";
      return (await visit(new URL(ending, next.url), { xsrf, logout: "yes" })).url;
    },
  };
}

export const callbackBody = (back: URL) => Object.fromEntries(back.searchParams) as { state: string; code?: string };

/** Makes a whole visit to the provider and returns the portal's outcome. */
export async function comeBack(
  app: TestApp,
  wish: Wish,
  userName: string,
  {
    browserAtProvider = visitor(),
    answer = "yes",
  }: { browserAtProvider?: ReturnType<typeof visitor>; answer?: string } = {},
) {
  const { target, browser } = await begin(app, wish);
  const back = await browserAtProvider.signIn(target, userName, answer);
  const taken = await app.call(null, sso.callback, { body: callbackBody(back) }, { headers: ourPage(browser) });
  return { target, browser, back, taken, ticket: taken.Result?.Ticket ?? "" };
}

/** Redeems a ticket for a token, in the browser that holds its secret. */
export function redeem(
  app: TestApp,
  provider: SignInProvider,
  ticket: string,
  browser: string,
  host = "localhost:4000",
) {
  const given = { username: undefined, password: undefined, mfaKey: undefined, mfaToken: undefined };
  const grant = provider === "sso" ? { grant_type: "sso", id_token: ticket } : { grant_type: "aad", adtoken: ticket };
  return askToken(app.app, { ...given, ...grant }, "192.0.2.1", { cookie: `__Host-sso=${browser}`, host });
}

export const link = (app: TestApp, provider: SignInProvider, from: string, subject: string, personId: string) =>
  app.sql("insert into linked_identities (provider, issuer, subject, person_id) values ($1, $2, $3, $4)", [
    provider,
    from,
    subject,
    personId,
  ]);

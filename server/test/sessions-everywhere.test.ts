import { auth } from "@tradewind/contract/access/auth.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { sessions } from "@tradewind/contract/access/sessions.ts";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, describe, expect, inject, test, vi } from "vitest";
import { webApp } from "../app.ts";
import { addPerson, cookieOf, getWith, password, renewWith, signInWith, type Browser } from "./auth-fixtures.ts";
import { addAccount, bearer, startWeb, until } from "./processes.ts";
import { testApp } from "./test-app.ts";

const app = await testApp();

/** API clients that keep their own cookie and renew in parallel at both processes, as several tabs do. */
describe("two servers on one database", async () => {
  const admin = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });
  const webs = await Promise.all([aWeb(), aWeb()]);
  afterAll(async () => {
    await Promise.all(webs.map(({ end }) => end()));
    await admin.end();
  });

  /** A process in a long run; what would be one, in this process, in a short one. */
  async function aWeb() {
    if (inject("long")) {
      const { url, child, ended } = await startWeb(app.database.webUrl);
      return { url, end: async () => child.kill("SIGKILL") && ended };
    }
    const web = await webApp(app.config, pino({ level: "silent" }));
    return { url: await web.app.listen({ host: "127.0.0.1", port: 0 }), end: web.close };
  }

  async function signIn(): Promise<string> {
    const { userName: username } = await addAccount(admin, `Harbour ${crypto.randomUUID().slice(0, 8)}`);
    const form = { grant_type: "password", client_id: "tradewind-portal", width: "1", height: "1", username, password };
    const response = await fetch(`${webs[0].url}/api/auth/token`, { method: "POST", body: new URLSearchParams(form) });
    return cookieIn(response);
  }
  const cookieIn = (response: Response) =>
    /^__Host-rt=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const renewAt = async (n: number, cookie: string) => {
    const response = await fetch(`${webs[n % 2]!.url}/api/auth/refresh`, {
      method: "POST",
      headers: { cookie: `__Host-rt=${cookie}`, "x-tradewind": "1" },
    });
    const { access_token: token = "" } = (await response.json()) as { access_token?: string };
    return { status: response.status, cookie: cookieIn(response), token };
  };
  const statusAt = async (n: number, token: string) =>
    (await fetch(`${webs[n]!.url}/api/session`, { headers: bearer(token) })).status;

  test("rounds in which honest clients renew in parallel end no session, and each turns it over once", async () => {
    const [clients, rounds, tabs] = inject("long") ? [10, 100, 3] : [4, 5, 3];
    const turned = await Promise.all(
      Array.from({ length: clients }, async () => {
        let cookie = await signIn();
        for (let round = 0; round < rounds; round++) {
          const answers = await Promise.all(Array.from({ length: tabs }, (_, tab) => renewAt(round + tab, cookie)));
          const next = new Set(answers.map((answer) => `${answer.status} ${answer.cookie}`));
          expect(next.size).toBe(1);
          expect([...next][0]).toMatch(/^200 rt1\./);
          cookie = answers[0]!.cookie;
        }
        return Number(cookie.split(".")[2]);
      }),
    );
    expect(turned).toEqual(Array.from({ length: clients }, () => rounds));
  }, 240_000);

  test("a refresh token used by a thief and then by its owner ends the session for both, at both", async () => {
    const stolen = await signIn();
    const thief = await renewAt(0, stolen);
    const richer = await renewAt(1, thief.cookie);
    expect([await statusAt(0, richer.token), await statusAt(1, richer.token)]).toEqual([200, 200]);
    expect(await renewAt(1, stolen)).toEqual({ status: 401, cookie: "", token: "" });
    for (const n of [0, 1]) {
      await until(async () => (await statusAt(n, richer.token)) === 401, "the end of the thief's token");
      expect((await renewAt(n, richer.cookie)).status).toBe(401);
      expect((await renewAt(n, thief.cookie)).status).toBe(401);
    }
  });
});

describe("a session that is ended at one process", async () => {
  const other = await webApp(app.config, pino({ level: "silent" }));
  await other.app.ready();
  afterAll(() => other.close());
  afterEach(() => vi.useRealTimers());
  /** Freezes time, so that no cached value expires. */
  const stopTime = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const statusThere = async (token: string) => (await getWith(other.app, token)).statusCode;

  type Signed = Browser & { userName: string; personId: string };
  const ends: Record<string, (browser: Signed) => Promise<unknown>> = {
    "by signing out": (browser) => app.call(browser, auth.signOut),
    "in the list of sessions, from another": async (browser) =>
      app.call(await signInWith(app.app, browser.userName), sessions.endOthers),
    "by a new password": async (browser) =>
      app.call(await signInWith(app.app, browser.userName), passwords.update, {
        params: { loginKind: "admin", loginName: browser.userName },
        body: { oldPassword: password, newPassword: "Juniper-Ferry-8841" },
      }),
    "by a refresh token used twice": async (browser) => {
      const next = await renewWith(app.app, browser.cookie);
      await renewWith(app.app, cookieOf(next)!);
      return renewWith(app.app, browser.cookie);
    },
  };

  test.each(Object.entries(ends))("%s is over at the other at once, without its having to look", async (_, end) => {
    const person = await addPerson(app);
    const browser = { ...person, ...(await signInWith(app.app, person.userName)) };
    stopTime();
    expect(await statusThere(browser.token)).toBe(200);
    await end(browser);
    await until(async () => (await statusThere(browser.token)) === 401, "the other process to hear of it");
  });

  test("is over within a second at a process that receives no notification", async () => {
    const deaf = await webApp(app.config, pino({ level: "silent" }));
    await deaf.app.ready();
    await deaf.platform.hub.stop();
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    stopTime();
    expect((await getWith(deaf.app, browser.token)).statusCode).toBe(200);
    await app.call(browser, auth.signOut);
    expect((await getWith(deaf.app, browser.token)).statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await getWith(deaf.app, browser.token)).statusCode).toBe(401);
    await deaf.close();
  });
});

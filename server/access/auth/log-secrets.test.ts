import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { openLog } from "../../platform/log.ts";
import { testApp } from "../../test/test-app.ts";
import {
  addPerson,
  askToken,
  getWith,
  password,
  renewWith,
  setCookieOf,
  signInWith,
} from "../../test/auth-fixtures.ts";

const canary = "Canary-Password-7391";

test("passwords, tokens and cookies are in no log line, even at its most talkative and when things fail", async () => {
  const shared = await testApp();
  let written = "";
  const log = openLog(
    "trace",
    "test",
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    }),
  );
  const { app, platform, close } = await webApp({ ...shared.config, LOG_LEVEL: "trace" }, log);
  await app.ready();
  const { userName } = await addPerson(shared);
  const browser = await signInWith(app, userName);
  const ticket = await platform.tokens.signTicket({ sid: browser.sessionId, sub: "x" });
  await askToken(app, { username: userName, password: canary });
  await askToken(app, { username: userName, password: canary, scope: canary });
  await app.inject({
    method: "POST",
    url: "/api/auth/token",
    headers: { "content-type": "application/json" },
    payload: `{"password":"${canary}`,
  });
  await renewWith(app, browser.cookie);
  await getWith(app, browser.token);
  await app.inject({ url: `/api/notifications/stream?access_token=${ticket}x` });
  // With the database gone every call fails, and failures are logged.
  platform.sessions.forget("");
  await platform.database.close();
  const failed = [
    await askToken(app, { username: userName }),
    await renewWith(app, browser.cookie),
    await getWith(app, browser.token),
  ];
  log.error(
    { password: canary, session: { refresh_token: browser.cookie }, request: { headers: { cookie: browser.cookie } } },
    "On purpose",
  );
  for (const { statusCode, body } of failed) {
    expect(statusCode).toBeGreaterThanOrEqual(500);
    expect(body).not.toContain("pool");
  }
  expect(setCookieOf(failed[1]!), "the session is not over").toBe("");
  expect(written).toContain("A request failed");
  expect(written).toContain("On purpose");
  for (const secret of [
    canary,
    password,
    browser.token,
    browser.cookie,
    browser.cookie.split(".").at(-1)!,
    ticket,
    shared.config.SECRET_KEY,
  ])
    expect(written).not.toContain(secret);
  await close().catch(() => undefined);
});

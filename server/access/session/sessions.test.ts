import { auth } from "@tradewind/contract/access/auth.ts";
import { sessions } from "@tradewind/contract/access/sessions.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { announce } from "../../platform/events.store.ts";
import { addPerson, askToken, getWith, renewWith, signInWith } from "../../test/auth-fixtures.ts";
import { until } from "../../test/processes.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const other = await webApp(app.config, pino({ level: "silent" }));
await other.app.ready();
afterAll(() => other.close());

const statusAt = async (at: { app: typeof app.app }, token: string) => (await getWith(at.app, token)).statusCode;
const endedEverywhere = (token: string) =>
  until(async () => (await statusAt(app, token)) === 401 && (await statusAt(other, token)) === 401, "both to refuse");

async function browsers(count: number) {
  const { userName } = await addPerson(app);
  const signedIn = [];
  while (signedIn.length < count) signedIn.push(await signInWith(app.app, userName));
  return signedIn;
}

test("people see only their own live sessions, with the current one marked", async () => {
  const { userName } = await addPerson(app);
  const [mine, gone] = [await signInWith(app.app, userName), await signInWith(app.app, userName)];
  const phone = await askToken(app.app, { username: userName }, "192.0.2.9", {
    "user-agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
  });
  await app.call(gone, sessions.end, { params: { sessionId: gone.sessionId } });
  const { Result } = await app.call(mine, sessions.list);
  expect(Result!.Items).toHaveLength(2);
  expect(Result!.Items).toContainEqual(expect.objectContaining({ Id: mine.sessionId, This: true, Ended: null }));
  expect(Result!.Items).toContainEqual(
    expect.objectContaining({
      Id: phone.json<{ refresh_token: string }>().refresh_token,
      This: false,
      Device: "Safari on iOS",
      Address: "192.0.2.9",
      OpenedBy: null,
    }),
  );
});

test("ending the others ends each of them at every process, refresh cookie and all, and keeps this one", async () => {
  const [mine, ...rest] = await browsers(3);
  for (const { token } of rest) expect(await statusAt(other, token)).toBe(200);
  const answer = await app.call(mine!, sessions.endOthers);
  expect(answer.Result).toEqual({ Ended: 2 });
  for (const { token, cookie } of rest) {
    await endedEverywhere(token);
    expect((await renewWith(other.app, cookie)).statusCode).toBe(401);
  }
  expect([await statusAt(app, mine!.token), await statusAt(other, mine!.token)]).toEqual([200, 200]);
  expect((await app.call(mine!, sessions.endOthers)).Result).toEqual({ Ended: 0 });
  const reasons = await app.sql("select revoked_why from sessions where id = any($1::uuid[]) order by 1", [
    [mine, ...rest].map((each) => each!.sessionId),
  ]);
  expect(reasons.map(({ revoked_why }) => revoked_why)).toEqual(["ended by the person", "ended by the person", null]);
});

test("one session can be ended by itself, but only one's own", async () => {
  const [mine, phone] = await browsers(2);
  const [stranger] = await browsers(1);
  const foreign = await app.call(stranger!, sessions.end, { params: { sessionId: phone!.sessionId } });
  expect([foreign.status, foreign.Error]).toEqual([404, "notFound"]);
  expect(await statusAt(other, phone!.token)).toBe(200);
  expect((await app.call(mine!, sessions.end, { params: { sessionId: phone!.sessionId } })).status).toBe(200);
  expect(await app.sql("select revoked_why from sessions where id = $1", [phone!.sessionId])).toEqual([
    { revoked_why: "ended by the person" },
  ]);
  await endedEverywhere(phone!.token);
  expect(await statusAt(app, mine!.token)).toBe(200);
});

test("a session ends at once at the process that ends it, also while that hears nothing from the database", async () => {
  const [mine, phone, tablet, ...rest] = await browsers(5);
  const statuses = () => Promise.all([phone!, tablet!, ...rest].map(({ token }) => statusAt(app, token)));
  // Asked a moment ago, each is believed for a second unless the process is told.
  const deafen = async () => {
    expect(await statuses()).toContain(200);
    await app.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tradewind-listen' and datname = current_database()",
    );
  };
  await deafen();
  await app.call(mine!, sessions.end, { params: { sessionId: phone!.sessionId } });
  expect(await statuses()).toEqual([401, 200, 200, 200]);
  await deafen();
  await app.call(tablet!, auth.signOut);
  expect(await statuses()).toEqual([401, 401, 200, 200]);
  await deafen();
  await app.call(mine!, sessions.endOthers);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});

test("the open pages of a session close with it, and no others", async () => {
  const [mine, phone] = await browsers(2);
  const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const [stays, ends] = await Promise.all(
    [mine!, phone!].map(async (browser) => {
      const ticket = (await app.call(browser, notifications.negotiate)).Result!.accessToken;
      const stream = await fetch(`${origin}${notifications.stream.path}?access_token=${encodeURIComponent(ticket)}`);
      const reader = stream.body!.getReader();
      // What every stream begins with.
      expect(new TextDecoder().decode((await reader.read()).value)).toContain("retry:");
      return reader;
    }),
  );
  expect((await app.call(mine!, sessions.end, { params: { sessionId: phone!.sessionId } })).status).toBe(200);
  expect((await ends!.read()).done).toBe(true);
  const [{ reseller_id: resellerId }] = (await app.sql<{ reseller_id: string }>(
    "select reseller_id from sessions where id = $1",
    [mine!.sessionId],
  )) as [{ reseller_id: string }];
  await app.platform.database.write({ role: "app_tenant", resellerId }, (tx) => announce(tx, resellerId, ["users"]));
  app.platform.committed();
  expect(new TextDecoder().decode((await stays!.read()).value)).toContain("users");
  await stays!.cancel();
});

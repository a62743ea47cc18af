import { mfa } from "@tradewind/contract/access/mfa.ts";
import { expect, test, vi } from "vitest";
import { addPerson, askToken, password, signInWith } from "../../test/auth-fixtures.ts";
import { codeOf, startSetup } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";
import { openSession } from "./auth.actions.ts";
import { admitByPassword } from "./password-grant.ts";

const app = await testApp();
const from = { ip: "192.0.2.1", userAgent: null, device: Buffer.alloc(32) };
type Made = Awaited<ReturnType<typeof addPerson>>;

async function admitted({ userName }: Made) {
  const size = { width: 1, height: 1, client_id: app.config.LOGIN_CLIENT_ID };
  const grant = { grant_type: "password", username: userName, password, ...size } as const;
  const admission = await admitByPassword(app.platform, grant, from);
  if (!("entry" in admission)) throw new Error(`Not admitted: ${JSON.stringify(admission)}`);
  return admission.entry;
}
const update = (what: string) => (person: Made) =>
  app.sql(`update people set ${what} where id = $1`, [person.personId]);
async function turnFactorOn({ userName }: Made) {
  const browser = await signInWith(app.app, userName);
  const { Result } = await startSetup(app, browser);
  const on = await app.call(browser, mfa.configure, { body: { Token: codeOf(Result!.manualEntryKey) } });
  expect(on.status).toBe(200);
}

test.each<[string, (person: Made) => Promise<unknown>]>([
  ["a password changed", update("password_hash = 'another'")],
  ["a password was taken away", update("password_hash = null")],
  ["a new password was asked for", update("reset_required = true")],
  ["the person was suspended", update("status = 'Suspended'")],
  ["a second factor was turned on", turnFactorOn],
])("a sign-in under way opens no session once %s", async (_, change) => {
  const person = await addPerson(app);
  const entry = await admitted(person);
  await change(person);
  expect(await openSession(app.platform, entry, from)).toBeUndefined();
});

test.each([
  ["their passkey was removed", "delete from passkeys where person_id = $1"],
  ["a new password was asked for", "update people set reset_required = true where id = $1"],
])("nor does one by passkey alone once %s", async (_, change) => {
  const { personId } = await addPerson(app);
  const entry = { personId, way: "passkey", secondFactor: true } as const;
  await app.sql(
    "insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name) values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')",
    [personId],
  );
  expect(await openSession(app.platform, entry, from)).toBeDefined();
  await app.sql(change, [personId]);
  expect(await openSession(app.platform, entry, from)).toBeUndefined();
});

test("a sign-in during a password change waits for it and is refused like a wrong password", async () => {
  const person = await addPerson(app);
  let asked: ReturnType<typeof askToken> | undefined;
  await app.platform.database.write({ role: "app_identity" }, async (tx) => {
    await tx.updateTable("people").set({ password_hash: "another" }).where("id", "=", person.personId).execute();
    asked = askToken(app.app, { username: person.userName });
    const waiting = () =>
      app.sql("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
    await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 20_000 });
  });
  const refused = await asked!;
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([400, "invalid_grant"]);
  expect(await app.sql("select from sessions where person_id = $1", [person.personId])).toEqual([]);
});

import { createHash } from "node:crypto";
import { mailbox } from "@tradewind/contract/portal/mailbox.ts";
import { beforeAll, expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const hashed = (secret: string) => createHash("sha256").update(secret).digest();
const key = "a3f1c09e5b7d42689e0fb1c2d3e4f506";

beforeAll(async () => {
  await app.sql(
    "insert into quarantined_messages (message_id, user_key_hash, subject) values ('M-1', $1, 'Your quote')",
    [hashed(key)],
  );
  await app.sql(
    `insert into archive_access_links (access_type, token_hash, expires_at)
     values ('full', $1, now() + interval '1 day'), ('full', $2, now() - interval '1 second')`,
    [hashed(key), hashed("old")],
  );
});

test("AUTH-20 a link with both ids releases the message, signed out, and again does no harm", async () => {
  const release = (query: { MID: string; UID: string }) => app.call(null, mailbox.spamRelease, { query });
  expect((await release({ MID: "M-1", UID: key })).Result).toEqual({ Subject: "Your quote" });
  const released = () => app.sql("select released_at from quarantined_messages where message_id = 'M-1'");
  const [first] = await released();
  expect((await release({ MID: "M-1", UID: key })).status).toBe(200);
  expect(await released()).toEqual([first]);
  for (const query of [
    { MID: "M-1", UID: "guess" },
    { MID: "M-2", UID: key },
  ])
    expect((await release(query)).status).toBe(404);
});

test("AUTH-23 a link with access type and token confirms the access until it is over", async () => {
  const verify = async (AccessType: string, Token: string) =>
    (await app.call(null, mailbox.archiveAccess, { query: { AccessType, Token } })).status;
  expect([await verify("full", key), await verify("full", key)]).toEqual([200, 200]);
  expect([await verify("other", key), await verify("full", "old"), await verify("full", "guess")]).toEqual([
    404, 404, 404,
  ]);
});

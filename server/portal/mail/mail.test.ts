import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fileMail } from "./mail.actions.ts";

type Mails = {
  mails: { messageId: string; from: string; to: string[]; subject: string; text: string; html: string }[];
};

const app = await testApp();
const worker = await testWorker(app);
const mailsTo = async (to: string) => ((await worker.control("mail", `mails?to=${to}`)) as Mails).mails;
const file = (
  to: string | null,
  data = { name: "Robin", userName: "robin", url: "https://x.example/k", minutes: 60 },
) =>
  app.platform.database.write({ role: "app_identity" }, (tx) => fileMail(app.platform, tx, to, "passwordReset", data));

test("a mail filed with a change reaches its mailbox, with its sender, as text and as HTML", async () => {
  await file("robin@acme.example");
  const mails = await worker.until(async () => {
    const seen = await mailsTo("robin@acme.example");
    return seen.length > 0 && seen;
  }, "the mail");
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    from: "no-reply@tradewind.example",
    subject: "Choose a new password",
    text: expect.stringContaining("https://x.example/k"),
    html: expect.stringContaining('href="https://x.example/k"'),
  });
});

test("a failing mail server is retried under the same number; a permanent refusal is not", async () => {
  await worker.control("mail", "act", { refuse: { times: 1, code: 451 } });
  await file("again@acme.example");
  await worker.until(async () => (await mailsTo("again@acme.example")).length === 1, "the second try");
  await worker.control("mail", "act", { refuse: { times: 1, code: 550 } });
  await file("never@acme.example");
  await worker.until(
    async () =>
      (await app.sql("select from pgboss.job where name = 'mail.send' and state <> 'completed'")).length === 0,
    "an empty queue",
  );
  await file("next@acme.example");
  await worker.until(async () => (await mailsTo("next@acme.example")).length === 1, "the next mail");
  expect(await mailsTo("never@acme.example")).toEqual([]);
});

test("a failed transaction sends nothing, and a mail without a recipient is dropped", async () => {
  await app.platform.database
    .write({ role: "app_identity" }, async (tx) => {
      await fileMail(app.platform, tx, "undone@acme.example", "passwordOfProvider", { name: "R", userName: "r" });
      throw new Error("undone");
    })
    .catch(() => undefined);
  await file(null);
  await file("after@acme.example");
  await worker.until(async () => (await mailsTo("after@acme.example")).length === 1, "the mail after it");
  expect(await mailsTo("undone@acme.example")).toEqual([]);
});

test("the queue holds no link in the clear", async () => {
  await app.platform.database.write({ role: "app_identity" }, (tx) =>
    fileMail(app.platform, tx, null, "passwordChanged", { name: "R", userName: "r", url: "https://x.example/secret" }),
  );
  const kept = await app.sql<{ data: string }>("select data::text from pgboss.job where name = 'mail.send'");
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain("x.example");
});

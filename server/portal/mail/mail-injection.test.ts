import { expect, test } from "vitest";
import { addPerson } from "../../test/auth-fixtures.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";

type Mails = { mails: { to: string[]; subject: string; text: string; html: string }[] };

const app = await testApp();
const worker = await testWorker(app);
const allMails = async () => ((await worker.control("mail", "mails")) as Mails).mails;
const settled = () =>
  worker.until(
    async () =>
      (await app.sql("select from pgboss.job where name = 'mail.send' and state not in ('completed', 'failed')"))
        .length === 0,
    "an empty queue",
  );

/** Requests a link for a person with a malicious name or address. */
async function mailTo(changes: { first_name?: string; email?: string }) {
  const { userName, personId } = await addPerson(app);
  for (const [column, value] of Object.entries(changes))
    await app.sql(`update memberships set ${column} = $1 where person_id = $2`, [value, personId]);
  const before = (await allMails()).length;
  await app.call(null, passwords.requestReset, { body: { UserName: userName } });
  await settled();
  const mails = await allMails();
  return { userName, mails: mails.slice(0, mails.length - before) };
}

test.each([
  "Robin\r\nBcc: other@elsewhere.example",
  "Robin\nContent-Type: text/html\n\n<b>",
  'Robin" <other@elsewhere.example>, "x',
])("a name of %j adds nothing to a mail but itself", async (first_name) => {
  const { userName, mails } = await mailTo({ first_name });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: [`mail-of-${userName.toLowerCase()}`],
    subject: "Choose a new password",
  });
  expect(mails[0]!.html).not.toContain("<b>");
});

test.each([
  "robin@acme.example, other@elsewhere.example",
  "robin@acme.example; other@elsewhere.example",
  "robin@acme.example\r\nRCPT TO:<other@elsewhere.example>",
  "robin@acme.example>\r\nBcc: other@elsewhere.example",
  "Robin <robin@acme.example>, other@elsewhere.example",
  "group: robin@acme.example, other@elsewhere.example;",
])("a link never goes to a second address written beside the first: %j", async (email) => {
  const { mails } = await mailTo({ email });
  expect(mails.flatMap(({ to }) => to).filter((to) => to === "other@elsewhere.example")).toEqual([]);
  expect(mails.flatMap(({ to }) => to).length).toBeLessThanOrEqual(1);
});

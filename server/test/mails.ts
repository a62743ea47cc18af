import { placeOfMail } from "../portal/mail/mail.actions.ts";
import type { TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

type Delivered = {
  id: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string }[];
};

/** Waits until so many mails were delivered to an address, and returns all of them, oldest first. */
export const delivered = (
  worker: Pick<TestWorker, "until"> & { control(vendor: "mail", what: string): Promise<unknown> },
  to: string,
  count: number,
): Promise<Delivered[]> =>
  worker.until(async () => {
    const { mails } = (await worker.control("mail", `mails?to=${to}`)) as { mails: Delivered[] };
    return mails.length >= count && mails.toReversed();
  }, `${count} mails to ${to}`);

export type Filed = {
  to: string | null;
  template: string;
  data: { url: string; userName: string; company: string; what: string; subject: string; words: string };
};

/** Lists the mails to a person so far, oldest first, with the key at the end of their link. */
export async function mailsTo(app: TestApp, to: string): Promise<(Filed & { key: string })[]> {
  const rows = await app.sql<{ id: string; sealed: string }>(
    "select data ->> 'id' as id, data ->> 'sealed' as sealed from pgboss.job where name = 'mail.send' order by created_on, id",
  );
  return rows
    .map(({ id, sealed }) => JSON.parse(app.platform.secrets.open(sealed, placeOfMail(id))) as Filed)
    .filter((mail) => mail.to === to)
    .map((mail) => ({ ...mail, key: mail.data.url?.split("/").at(-1) ?? "" }));
}

/** Lists the sign-in changes a person was mailed about, oldest first. */
export const noticesTo = async (app: TestApp, userName: string): Promise<string[]> =>
  (await mailsTo(app, `mail-of-${userName}`))
    .filter(({ template }) => template === "signInChanged")
    .map(({ data }) => data.what);

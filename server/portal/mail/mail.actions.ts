import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import type { SecretPlace } from "../../platform/secrets.ts";
import type { MailData, MailName } from "./mail-templates.ts";

export type FiledMail<Name extends MailName = MailName> = {
  to: string | null;
  template: Name;
  data: MailData<Name>;
  /** The reseller who sends it, to whoever is nobody here; otherwise the brand is its reader's. */
  from?: string;
};

/** Mails are sealed in the queue, because they contain secret links. */
export const placeOfMail = (id: string): SecretPlace => ({
  owner: "mail",
  table: "job",
  column: "sealed",
  row: id,
  version: 1,
});

/**
 * Files a mail that is sent only if the transaction commits. With `to` null it costs the same and sends nothing, so
 * that unknown people cannot be told apart by timing.
 */
export async function fileMail<Name extends MailName>(
  platform: Pick<Platform, "jobs" | "secrets">,
  tx: Tx,
  to: string | null,
  template: Name,
  data: MailData<Name>,
  from?: string,
): Promise<void> {
  const mail: FiledMail<Name> = { to, template, data, ...(from && { from }) };
  await platform.jobs.file(tx, "mail.send", sealedMail(platform, mail));
}

/** Files the same mail for several readers at once. */
export async function fileMails<Name extends MailName>(
  platform: Pick<Platform, "jobs" | "secrets">,
  tx: Tx,
  readers: readonly { email: string; name: string }[],
  template: Name,
  data: Omit<MailData<Name>, "name">,
): Promise<void> {
  const mails = readers.map(({ email: to, name }) => ({ to, template, data: { ...data, name } }));
  await platform.jobs.fileAll(
    tx,
    "mail.send",
    mails.map((mail) => sealedMail(platform, mail)),
  );
}

function sealedMail({ secrets }: Pick<Platform, "secrets">, mail: object) {
  const id = newId();
  return { id, sealed: secrets.seal(JSON.stringify(mail), placeOfMail(id)) };
}

import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import type { SecretPlace } from "../../platform/secrets.ts";
import type { MailData, MailName } from "./mail-templates.ts";

export type FiledMail<Name extends MailName = MailName> = {
  to: string | null;
  template: Name;
  data: MailData<Name>;
};

/** Mails lie sealed in the queue: their links must not be read from it. */
export const placeOfMail = (id: string): SecretPlace => ({
  owner: "mail",
  table: "job",
  column: "sealed",
  row: id,
  version: 1,
});

/**
 * Files a mail that leaves exactly when the transaction commits. To nobody (`to` null) it costs as much and is never sent,
 * so that asking about a stranger takes as long as asking about a friend.
 */
export function fileMail<Name extends MailName>(
  platform: Platform,
  tx: Tx,
  to: string | null,
  template: Name,
  data: MailData<Name>,
): Promise<void> {
  const id = newId();
  const mail: FiledMail<Name> = { to, template, data };
  return platform.jobs.file(tx, "mail.send", {
    id,
    sealed: platform.secrets.seal(JSON.stringify(mail), placeOfMail(id)),
  });
}

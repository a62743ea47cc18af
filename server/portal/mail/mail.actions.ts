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
export function fileMail<Name extends MailName>(
  platform: Platform,
  tx: Tx,
  to: string | null,
  template: Name,
  data: MailData<Name>,
  from?: string,
): Promise<void> {
  const id = newId();
  const mail: FiledMail<Name> = { to, template, data, ...(from && { from }) };
  return platform.jobs.file(tx, "mail.send", {
    id,
    sealed: platform.secrets.seal(JSON.stringify(mail), placeOfMail(id)),
  });
}

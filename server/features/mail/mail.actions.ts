import { randomUUID } from "node:crypto";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { seal } from "../../platform/sealed.ts";
import type { MailData, MailName } from "./mail-templates.ts";

export type FiledMail<Name extends MailName = MailName> = {
  id: string;
  to: string | null;
  template: Name;
  data: MailData<Name>;
};

/** What mails are sealed for: their links must not be read from the queue. */
export const mailPurpose = "mail";

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
  const mail: FiledMail<Name> = { id: randomUUID(), to, template, data };
  return platform.jobs.file(tx, "mail.send", { sealed: seal(platform.config, mailPurpose, mail) });
}

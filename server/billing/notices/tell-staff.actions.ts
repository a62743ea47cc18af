import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { listStaff } from "./notices.store.ts";
import type { Notice } from "./tell-billing.actions.ts";

/** Mails something about a company's account to the operator's staff, who all see debtors. */
export async function tellStaff(
  platform: Platform,
  tx: Tx,
  { subject, words, link, label }: Omit<Notice, "resellerId" | "now">,
): Promise<void> {
  for (const { email, display_name: name } of await listStaff(tx))
    await fileMail(platform, tx, email, "billingNotice", {
      name,
      subject,
      words: words.join("\n"),
      label,
      url: new URL(link, platform.config.PUBLIC_URL).href,
    });
}

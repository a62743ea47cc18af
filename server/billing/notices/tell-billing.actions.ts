import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findReader } from "./notices.store.ts";

export type Notice = {
  resellerId: string;
  subject: string;
  words: readonly string[];
  link: string;
  label: string;
  now: Date;
};

/** Tells a company about what it owes: everybody who sees billing by notification, and its billing address by mail. */
export async function tellBilling(
  platform: Platform,
  tx: Tx,
  { resellerId, subject, words, link, label, now }: Notice,
): Promise<void> {
  await notify(tx, {
    resellerId,
    category: "Billing",
    content: [`${subject}.`, ...words].join(" "),
    link,
    view: "billing",
    kinds: ["reseller", "engineer"],
    customerId: null,
    now,
  });
  const reader = await findReader(tx, resellerId);
  if (reader.billing_email === "") return;
  await fileMail(platform, tx, reader.billing_email, "billingNotice", {
    name: reader.contact_name || reader.name,
    subject,
    words: words.join("\n"),
    label,
    url: new URL(link, platform.config.PUBLIC_URL).href,
  });
}

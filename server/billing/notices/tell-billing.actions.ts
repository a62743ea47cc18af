import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMails } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findReaders } from "./notices.store.ts";

export type Notice = {
  resellerId: string;
  subject: string;
  words: readonly string[];
  link: string;
  label: string;
  /** Whether it only reminds of what the portal shows anyway, so that people may do without it. */
  isOptional?: boolean;
  now: Date;
};

/** Tells a company about what it owes: everybody who sees billing by notification, and whoever reads its bills by mail. */
export async function tellBilling(
  platform: Platform,
  tx: Tx,
  { resellerId, subject, words, link, label, isOptional = false, now }: Notice,
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
  await fileMails(platform, tx, await findReaders(tx, resellerId, { isOptional }), "billingNotice", {
    subject,
    words: words.join("\n"),
    label,
    url: new URL(link, platform.config.PUBLIC_URL).href,
  });
}

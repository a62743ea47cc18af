import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMails } from "../../portal/mail/mail.actions.ts";
import { findChoosers, listResellersAhead, markMailed } from "./renewal-mails.store.ts";
import { ahead, listAhead } from "./renewals.store.ts";

const worker = { role: "app_worker" } as const;
/** The most subscriptions that a mail names. */
const named = 20;

/**
 * Mails what renews within a month without a choice to whoever may choose, once a week at most for each reseller, as part of
 * each business day's work.
 */
export async function mailRenewals(platform: Platform, day: string): Promise<void> {
  const { database, config } = platform;
  const url = new URL(linkTo(screens.renewals, {}, ahead), config.PUBLIC_URL).href;
  for (const resellerId of await database.read(worker, (db) => listResellersAhead(db, day)))
    await database.write(worker, async (tx) => {
      if (!(await markMailed(tx, resellerId, day))) return;
      const [rows, readers] = [await listAhead(tx, resellerId, day, named), await findChoosers(tx, resellerId)];
      if (rows.length === 0) return;
      const list = rows.map((row) => `${row.name} of ${row.customer_name} on ${formatDate(row.term_until)}`).join("\n");
      await fileMails(platform, tx, readers, "renewalsAhead", { count: rows[0]!.count, list, url });
    });
  platform.committed();
}

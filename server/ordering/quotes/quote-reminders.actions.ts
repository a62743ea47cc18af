import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { quoteNumber, remindsDaysBefore } from "@tradewind/domain/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { markExpiring } from "./quotes.store.ts";

/** Tells whoever sent a quote, once, that it ends soon without an answer, as part of each business day's work. */
export async function remindOfQuotes(platform: Platform, day: string): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    const until = addDays(day, remindsDaysBefore);
    for (const quote of await markExpiring(tx, { from: day, until }, platform.clock.now()))
      await fileMail(platform, tx, quote.email, "quoteExpiring", {
        name: quote.first_name,
        number: quoteNumber(quote.number),
        title: quote.title,
        recipient: quote.recipient_name,
        validUntil: formatDate(quote.valid_until),
        url: new URL(linkTo(screens.quote, { quoteId: quote.id }), platform.config.PUBLIC_URL).href,
      });
  });
  platform.committed();
}

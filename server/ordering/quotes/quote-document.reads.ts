import type { Db } from "../../platform/db.ts";
import { findReseller } from "../../catalogue/agreements/agreements.store.ts";
import { brandForCustomers } from "../../portal/white-label/brands.reads.ts";
import type { QuoteDocument } from "./quote-document.ts";
import type { QuoteRow } from "./quotes.store.ts";

/** Gathers what a quote's document shows, in the reseller's look of now. */
export async function documentOf(
  db: Db,
  resellerId: string,
  quote: Pick<QuoteRow, "number" | "title" | "message" | "recipient_name" | "currency" | "valid_until">,
  { now, today }: { now: Date; today: string },
  orders: QuoteDocument["orders"],
  isDraft = false,
): Promise<QuoteDocument> {
  const [reseller, brand] = await Promise.all([findReseller(db, resellerId), brandForCustomers(db, resellerId)]);
  return {
    number: quote.number,
    title: quote.title,
    message: quote.message,
    recipient: quote.recipient_name,
    currency: quote.currency,
    validUntil: quote.valid_until,
    madeOn: today,
    made: now,
    isDraft,
    orders,
    reseller,
    brand,
  };
}

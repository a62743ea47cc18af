import type { QuoteDraft } from "@tradewind/contract/ordering/quotes.ts";
import { quotedPrice } from "@tradewind/domain/ordering/quotes.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import type { Orderer } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { labelsOfFaults } from "../../platform/form-answers.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { missingAttributes } from "../journeys/line-attributes.reads.ts";
import { workOut } from "../proposals/proposals.reads.ts";
import type { KeptOrder, QuoteOrderRow } from "./quote-orders.store.ts";

export type WantedOrder = QuoteDraft["Orders"][number];
export type Asking = { db: Db; actor: Orderer; now: Date; platform: Platform };

/** What an order of a quote would do, as an order takes it. */
export const wantedOf = ({ customerId, productId, details, lines }: KeptOrder) => ({
  CustomerId: customerId,
  ProductId: productId,
  Details: details,
  Change: {
    Kind: "add" as const,
    Lines: lines.map((line) => ({
      Key: line.key,
      OfferId: line.offerId,
      Quantity: line.quantity,
      AddOnTo: line.addOnTo,
      Attributes: line.attributes,
    })),
  },
  agreedPrices: new Map(lines.map((line) => [line.key, line.unitPrice])),
});

/** An order at today's prices, and the labels of what is to be answered before it can be placed. */
type Priced = { order: KeptOrder; missing: string[] };

/** Prices one order of a draft as it could be placed now, or throws why it cannot. */
export async function priceOrder({ db, actor, now, platform }: Asking, wanted: WantedOrder): Promise<Priced> {
  const details = wanted.Details ?? {};
  const { offers, prices, isDelivered, questions, attributes } = await workOut(db, actor, now, platform, {
    CustomerId: wanted.CustomerId,
    ProductId: wanted.ProductId,
    Details: details,
    Change: { Kind: "add", Lines: wanted.Lines.map(({ UnitPrice: _ownPrice, ...line }) => line) },
  });
  if (isDelivered) throw new AppError("quoteOfGoods");
  // A line is quoted with its answers: nobody is asked for them later.
  const unanswered = missingAttributes(attributes);
  if (unanswered.length > 0)
    throw new AppError("invalidRequest", { message: `Please check these answers: ${unanswered.join(", ")}.` });
  const today = now.toISOString().slice(0, 10);
  const lines = wanted.Lines.map((line) => {
    const offer = offers.get(line.OfferId)!;
    const price = findPrice({ offers, prices }, offer.id, actor.currency, today)!;
    const ownPrice = line.UnitPrice ?? null;
    const unitPrice = quotedPrice({ own: ownPrice, usual: price.customer, recommended: price.recommended });
    if (unitPrice === null)
      throw new AppError("quoteUnpriced", {
        message: `There is no usual or recommended price for ${offer.name}. Please set the price that you quote.`,
        details: { Key: line.Key },
      });
    return {
      key: line.Key,
      offerId: offer.id,
      addOnTo: line.AddOnTo ?? null,
      attributes: line.Attributes ?? {},
      quantity: line.Quantity,
      name: offer.name,
      unit: offer.unit,
      term: offer.term,
      billing: offer.billing,
      ownPrice,
      usualPrice: price.customer,
      recommended: price.recommended,
      unitPrice,
      unitCost: price.cost,
    };
  });
  return {
    order: { customerId: wanted.CustomerId, productId: wanted.ProductId, details, lines },
    missing: labelsOfFaults(questions, details),
  };
}

/** What was kept of a draft's order, to be priced again. */
export const wantedAgain = (
  row: Pick<QuoteOrderRow, "customer_id" | "product_id" | "details" | "lines">,
): WantedOrder => ({
  CustomerId: row.customer_id,
  ProductId: row.product_id,
  Details: row.details,
  Lines: row.lines.map((line) => ({
    Key: line.key,
    OfferId: line.offerId,
    Quantity: line.quantity,
    AddOnTo: line.addOnTo,
    Attributes: line.attributes as Record<string, string | number | boolean | null>,
    UnitPrice: line.ownPrice,
  })),
});

/** An order of a draft at today's prices; with what was kept of it and the reason, if it could not be placed. */
export async function priceAgain(asking: Asking, row: QuoteOrderRow): Promise<Priced & { reason: string | null }> {
  try {
    return { ...(await priceOrder(asking, wantedAgain(row))), reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { customer_id: customerId, product_id: productId, details, lines } = row;
    return { order: { customerId, productId, details, lines }, missing: [], reason: error.message };
  }
}

/** Hashes what a quote promises: its lines with their prices, and until when. */
export const hashOfQuote = (platform: Platform, validUntil: string, orders: readonly KeptOrder[]): string =>
  hashOfPromise(
    platform,
    canonicalText({ validUntil, orders: orders.map(({ details: _details, ...promised }) => promised) }),
  );

import type { Quote, QuoteDraft, QuoteItem, QuoteLine } from "@tradewind/contract/ordering/quotes.ts";
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { quotedPrice, quoteSums } from "@tradewind/domain/ordering/quotes.ts";
import type { Currency, Money } from "@tradewind/domain/values/money.ts";
import type { FieldValue } from "../../shared/field-answers.ts";

/** A line as it is edited; what is typed as its price may be no price yet. */
export type DraftLine = Pick<
  QuoteLine,
  "Key" | "OfferId" | "AddOnTo" | "Name" | "Unit" | "Term" | "Billing" | "Quantity" | "UsualPrice" | "Recommended"
> & {
  UnitCost: string;
  /** Empty for the usual or recommended price. */
  price: string;
  attributes: Readonly<Record<string, FieldValue>>;
  fields: readonly JourneyField[];
};
export type DraftOrder = {
  CustomerId: string;
  CustomerName: string;
  ProductId: string;
  ProductName: string;
  details: Readonly<Record<string, FieldValue>>;
  /** What the server says is to be answered before it can be ordered. */
  missing: readonly string[];
  lines: readonly DraftLine[];
  /** Why the server says that it could not be ordered now. */
  reason: string | null;
};
export type Draft = {
  title: string;
  message: string;
  name: string;
  email: string;
  validUntil: string;
  orders: readonly DraftOrder[];
};

export const draftOf = (quote: Quote): Draft => ({
  title: quote.Title,
  message: quote.Message,
  name: quote.RecipientName,
  email: quote.RecipientEmail,
  validUntil: quote.ValidUntil,
  orders: quote.Orders.map((order) => ({
    ...order,
    details: order.Details,
    missing: order.Missing,
    reason: order.Reason,
    lines: order.Lines.map((line) => ({
      ...line,
      UnitCost: line.UnitCost ?? "0",
      price: line.IsOwnPrice ? (line.UnitPrice ?? "") : "",
      attributes: line.Attributes,
      fields: [],
    })),
  })),
});

/** The price of a line: as typed, or else what would be quoted; null if there is none or it is no price. */
export function priceOf(line: DraftLine): string | null {
  const typed = line.price.trim();
  if (typed !== "" && !/^\d{1,9}(\.\d{1,6})?$/.test(typed)) return null;
  return quotedPrice({ own: typed || null, usual: line.UsualPrice, recommended: line.Recommended });
}

export const bodyOf = (draft: Draft): QuoteDraft => ({
  Title: draft.title,
  Message: draft.message,
  RecipientName: draft.name,
  RecipientEmail: draft.email,
  ValidUntil: draft.validUntil,
  Orders: draft.orders.map((order) => ({
    CustomerId: order.CustomerId,
    ProductId: order.ProductId,
    Details: { ...order.details },
    Lines: order.lines.map((line) => ({
      Key: line.Key,
      OfferId: line.OfferId,
      AddOnTo: line.AddOnTo,
      Quantity: line.Quantity,
      Attributes: { ...line.attributes },
      UnitPrice: line.price.trim() || null,
    })),
  })),
});

const wire = ({ minor, currency }: Money) => ({ Minor: String(minor), Currency: currency });

/** Adds up a draft as the server will, by the same rule; lines without a price count once they have one. */
export const sumsOf = (draft: Draft, currency: Currency): QuoteItem["Sums"] =>
  quoteSums(
    draft.orders
      .flatMap(({ lines }) => lines)
      .flatMap((line) => {
        const unitPrice = priceOf(line);
        return unitPrice === null
          ? []
          : [{ billing: line.Billing, quantity: line.Quantity, unitPrice, unitCost: line.UnitCost }];
      }),
    currency,
  ).map(({ billing, price, cost, margin }) => ({
    Billing: billing,
    Price: wire(price),
    Cost: wire(cost),
    Margin: wire(margin),
  }));

type Named = Pick<DraftOrder, "CustomerId" | "CustomerName" | "ProductId" | "ProductName">;

/** Puts a line to what its customer is offered of its product already. */
export function withLine(draft: Draft, to: Named, line: DraftLine): Draft {
  const there = draft.orders.some((each) => isOf(each, to));
  const orders = there
    ? draft.orders.map((each) => (isOf(each, to) ? { ...each, lines: [...each.lines, line] } : each))
    : [...draft.orders, { ...to, details: {}, missing: [], lines: [line], reason: null }];
  return { ...draft, orders };
}

const isOf = (order: Named, { CustomerId, ProductId }: Named) =>
  order.CustomerId === CustomerId && order.ProductId === ProductId;

/** Changes a line, or removes it with its order if it was the last one. */
export const changeLine = (draft: Draft, key: string, change: Partial<DraftLine> | null): Draft => ({
  ...draft,
  orders: draft.orders
    .map((order) => ({
      ...order,
      lines: order.lines.flatMap((line) =>
        line.Key !== key ? [line] : change === null ? [] : [{ ...line, ...change }],
      ),
    }))
    .filter(({ lines }) => lines.length > 0),
});

/** Keeps what was answered of a customer's product. */
export const withAnswers = (draft: Draft, of: Named, details: DraftOrder["details"]): Draft => ({
  ...draft,
  orders: draft.orders.map((each) => (isOf(each, of) ? { ...each, details, missing: [] } : each)),
});

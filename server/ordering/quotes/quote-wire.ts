import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { Quote, QuoteItem, QuoteLine } from "@tradewind/contract/ordering/quotes.ts";
import { quotedAmount, quoteNumber, quoteStateOn, quoteSums } from "@tradewind/domain/ordering/quotes.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { KeptLine, QuoteOrderRow } from "./quote-orders.store.ts";
import type { QuoteRow } from "./quotes.store.ts";

const sumsOf = (lines: readonly KeptLine[], currency: Currency, priced: boolean): QuoteItem["Sums"] =>
  quoteSums(lines, currency).map(({ billing, price, cost, margin }) => ({
    Billing: billing,
    Price: priced ? toWireMoney(price) : null,
    Cost: priced ? toWireMoney(cost) : null,
    Margin: priced ? toWireMoney(margin) : null,
  }));

type ItemRow = Pick<
  QuoteRow,
  "id" | "number" | "title" | "state" | "currency" | "recipient_name" | "valid_until" | "made_by_name" | "made_at"
>;
type Shown = Pick<QuoteOrderRow, "customer_name" | "lines">;

/** What is shown of a quote to one of the reseller's own people; no amounts to who sees no prices. */
export const toItem = (row: ItemRow, orders: readonly Shown[], today: string, priced: boolean): QuoteItem => ({
  Id: row.id,
  Number: quoteNumber(row.number),
  Title: row.title,
  State: quoteStateOn({ state: row.state, validUntil: row.valid_until }, today),
  Customers: [...new Set(orders.map((order) => order.customer_name))],
  RecipientName: row.recipient_name,
  ValidUntil: row.valid_until,
  MadeBy: row.made_by_name,
  MadeAt: row.made_at.toISOString(),
  Sums: sumsOf(
    orders.flatMap(({ lines }) => lines),
    row.currency,
    priced,
  ),
});

export const toLine = (line: KeptLine, currency: Currency, priced: boolean): QuoteLine => ({
  Key: line.key,
  OfferId: line.offerId,
  AddOnTo: line.addOnTo,
  Attributes: { ...line.attributes },
  Name: line.name,
  Unit: line.unit,
  Term: line.term,
  Billing: line.billing,
  Quantity: line.quantity,
  UnitPrice: priced ? line.unitPrice : null,
  IsOwnPrice: line.ownPrice !== null,
  UsualPrice: priced ? line.usualPrice : null,
  Recommended: priced ? line.recommended : null,
  UnitCost: priced ? line.unitCost : null,
  Amount: priced ? toWireMoney(quotedAmount(line, currency)) : null,
});

export const toSigner = (row: QuoteRow): Quote["Signer"] =>
  row.signer_name === null
    ? null
    : {
        Name: row.signer_name,
        Address: row.signer_ip,
        Browser: row.signer_device,
        Drawing: row.signature && `data:image/png;base64,${row.signature.toString("base64")}`,
      };

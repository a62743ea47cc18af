import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import type { Quote, QuoteItem, QuoteLine } from "@tradewind/contract/ordering/quotes.ts";
import { quotedAmount, quoteNumber, quoteStateOn, type QuoteSum } from "@tradewind/domain/ordering/quotes.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { KeptLine } from "./quote-orders.store.ts";
import type { QuoteRow } from "./quotes.store.ts";

const toSums = (sums: readonly QuoteSum[], priced: boolean): QuoteItem["Sums"] =>
  sums.map(({ billing, price, cost, margin }) => ({
    Billing: billing,
    Price: priced ? toWireMoney(price) : null,
    Cost: priced ? toWireMoney(cost) : null,
    Margin: priced ? toWireMoney(margin) : null,
  }));

type ItemRow = Pick<
  QuoteRow,
  "id" | "number" | "title" | "state" | "currency" | "recipient_name" | "valid_until" | "made_by_name" | "made_at"
>;
/** `customers` are the names of its customers, each once. */
type Shown = { customers: readonly string[]; sums: readonly QuoteSum[] };

/** What is shown of a quote to one of the reseller's own people; no amounts to who sees no prices. */
export const toItem = (row: ItemRow, { customers, sums }: Shown, today: string, priced: boolean): QuoteItem => ({
  Id: row.id,
  Number: quoteNumber(row.number),
  Title: row.title,
  State: quoteStateOn({ state: row.state, validUntil: row.valid_until }, today),
  Customers: [...customers],
  RecipientName: row.recipient_name,
  ValidUntil: row.valid_until,
  MadeBy: row.made_by_name,
  MadeAt: row.made_at.toISOString(),
  Sums: toSums(sums, priced),
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

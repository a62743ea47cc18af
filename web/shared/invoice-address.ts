import { linkTo } from "@tradewind/contract/address.ts";
import type { InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { screens } from "@tradewind/contract/screens.ts";

/** The address of an invoice or a credit memo. */
export const invoiceAddress = ({ Id, Kind }: Pick<InvoiceItem, "Id" | "Kind">): string =>
  linkTo(Kind === "invoice" ? screens.invoice : screens.creditMemo, { invoiceId: Id });

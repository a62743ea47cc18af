/** What a vendor bills the operator, as it tells it in files. */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import type { Currency, Money } from "@tradewind/domain/values/money.ts";

/** A vendor's invoices to the operator. */
export type VendorInvoices = {
  list(): Promise<VendorInvoice[]>;
  /** Reads the lines of an invoice as they arrive, some at a time. */
  read(ref: string): AsyncIterable<VendorInvoiceLine[]>;
};

/** `ref` is its number; `until` is the first day after it. */
export type VendorInvoice = {
  ref: string;
  currency: Currency;
  issuedOn: CalendarDate;
  from: CalendarDate;
  until: CalendarDate;
};

/** A line as the vendor bills it, net, and negative for what is given back. Use is told by meter and day, unrounded. */
export type VendorInvoiceLine = {
  tenantRef: string;
  vendorRef: string;
  customerName: string;
  name: string;
  charge: "period" | "added" | "returned" | "usage" | "other";
  chargeType: string;
  meter?: string;
  exactAmount?: DecimalString;
  from: CalendarDate;
  until: CalendarDate;
  quantity: number | DecimalString;
  unitPrice: DecimalString;
  amount: Money;
};

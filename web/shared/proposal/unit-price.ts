import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { unitWord } from "@tradewind/domain/catalogue/units.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { formatMoney } from "../../ui/money-text.tsx";

export const billingWords = {
  monthly: "month",
  annual: "year",
  triennial: "three years",
  daily: "month",
  once: "once",
} as const;
export const termWords = { P1M: "1 month", P1Y: "1 year", P3Y: "3 years", none: "No commitment" } as const;

/** Formats a price as `£9.40`, or as `£0.0125` if it is finer than a penny. */
export function formatUnitPrice(price: string, currency: Currency): string {
  const negative = price.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? price.slice(1) : price).split(".");
  const fine = fraction.replace(/0+$/, "").padEnd(2, "0");
  const rounded = formatMoney({ Minor: `${negative ? "-" : ""}${whole}${fine.slice(0, 2)}`, Currency: currency });
  return rounded + fine.slice(2);
}

/** Formats a price beside a quantity, so that it is not read as the total: `£9.40 per licence per month`. */
export function perUnitWords(
  price: string,
  currency: Currency,
  { Unit, Billing }: { Unit: string; Billing: keyof typeof billingWords },
): string {
  const each = `${formatUnitPrice(price, currency)} per ${unitWord(Unit)}`;
  return Billing === "once" ? each : `${each} per ${billingWords[Billing]}`;
}

/** Formats what a full period costs: `£593.60 each month`. */
export const sumWords = ({ Billing, Net }: { Billing: keyof typeof billingWords; Net: WireMoney }): string =>
  `${formatMoney(Net)} each ${billingWords[Billing]}`;

/** Formats a price as `£9.40 each month`, or `£199.00 once`. */
export function priceWords(price: string, currency: Currency, billing: keyof typeof billingWords): string {
  return `${formatUnitPrice(price, currency)} ${billing === "once" ? "once" : `each ${billingWords[billing]}`}`;
}

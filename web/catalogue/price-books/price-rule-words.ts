import type { PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Tone } from "../../ui/status.tsx";
import { billingWords, formatUnitPrice, priceWords, termWords } from "../../shared/proposal/unit-price.ts";

export const ruleStateWords: Record<PriceRuleItem["State"], { label: string; tone: Tone }> = {
  inForce: { label: "In force", tone: "success" },
  coming: { label: "Coming", tone: "information" },
  past: { label: "Past", tone: "disabled" },
};

type Offer = { Name: string; Term: keyof typeof termWords; Billing: keyof typeof billingWords };

/** Names an offer with its term and how it is billed, which tell it from others of the same name. */
export const offerWords = ({ Name, Term, Billing }: Offer): string =>
  `${Name}, ${Term === "none" ? "" : `${termWords[Term]}, `}${Billing === "once" ? "once" : `billed each ${billingWords[Billing]}`}`;

/** Says what a rule is for; an amount says itself how it is billed. */
export function targetWords({
  Name,
  OfferId,
  Term,
  Billing,
  Kind,
}: Pick<PriceRuleItem, "Name" | "OfferId" | "Term" | "Billing" | "Kind">): string {
  if (Name === null) return "Everything";
  if (OfferId === null || Term === null || Billing === null) return `All of ${Name}`;
  if (Kind === "fixed") return Term === "none" ? Name : `${Name}, ${termWords[Term]}`;
  return offerWords({ Name, Term, Billing });
}

/** Says for whom a rule is. */
export const whoseWords = ({ GroupId, Whose }: Pick<PriceRuleItem, "GroupId" | "Whose">): string =>
  GroupId ? `Group ${Whose}` : (Whose ?? "Everyone");

type Setting = Pick<PriceRuleItem, "Kind" | "Value" | "Billing">;

/** Says which price a rule sets. */
export function settingWords({ Kind, Value, Billing }: Setting, currency: Currency): string {
  if (Kind === "none" || Value === null) return "No price of its own";
  if (Kind === "markUp") return `Cost plus ${Value} %`;
  if (Kind === "margin") return `Margin of ${Value} %`;
  return Billing ? priceWords(Value, currency, Billing) : formatUnitPrice(Value, currency);
}

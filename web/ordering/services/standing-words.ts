import type { Standing } from "@tradewind/contract/ordering/subscriptions.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { perUnitWords, termWords } from "../../shared/proposal/unit-price.ts";

const statusWords = { active: "Active", suspended: "Suspended", cancelled: "Ended" } as const;

const endWords: Partial<Record<Standing["TermEnd"]["Outcome"], string>> = {
  cancel: "Ends",
  extend: "Runs on by the day",
};

const termOf = ({ Term, TermUntil, Billing }: Standing): string =>
  TermUntil
    ? `${termWords[Term]}, until ${formatLastDay(TermUntil)}`
    : Billing === "daily"
      ? "Extended by the day"
      : termWords[Term];

/** Lists what is worth comparing of how a subscription stood, as label and words. */
export function wordsOf(standing: Standing | null, unit: string, currency: Currency): [string, string][] {
  if (!standing) return [["Status", "Not there yet"]];
  const { Status, Quantity, TermUntil, TermEnd, UnitCost, CustomerPrice, Billing, Attributes } = standing;
  const renewal = `Renews${TermEnd.Quantity === null ? "" : ` with ${counted(TermEnd.Quantity, unit)}`}${TermEnd.OfferId === null ? "" : " on another term or billing"}${TermEnd.Until === null ? "" : ` until ${formatLastDay(TermEnd.Until)}`}`;
  const of = { Unit: unit, Billing };
  return [
    ["Status", statusWords[Status]],
    ["Quantity", counted(Quantity, unit)],
    ["Term", termOf(standing)],
    ...(UnitCost ? [["Your price", perUnitWords(UnitCost, currency, of)] satisfies [string, string]] : []),
    ...(CustomerPrice
      ? [
          [UnitCost ? "Customer's price" : "Your price", perUnitWords(CustomerPrice, currency, of)] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(TermUntil && Status !== "cancelled"
      ? [["At the end of the term", endWords[TermEnd.Outcome] ?? renewal] satisfies [string, string]]
      : []),
    ...Attributes.map(({ Label, Text }): [string, string] => [Label, Text]),
  ];
}

/** Says in one line how a subscription stood. */
export function lineOf(standing: Standing | null, unit: string, currency: Currency): string {
  if (!standing) return "Not there yet";
  const { Status, Quantity, UnitCost, CustomerPrice, Billing } = standing;
  const each = UnitCost ?? CustomerPrice;
  if (Status === "cancelled") return statusWords.cancelled;
  return [
    counted(Quantity, unit),
    ...(each ? [perUnitWords(each, currency, { Unit: unit, Billing })] : []),
    ...(Billing === "once" ? [] : [termOf(standing)]),
    ...(Status === "suspended" ? ["suspended"] : []),
  ].join(" · ");
}

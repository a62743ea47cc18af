import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { unitWord } from "@tradewind/domain/catalogue/units.ts";
import { formatDecimal, parseDecimal } from "@tradewind/domain/values/decimal.ts";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { termName, termNote } from "../../shared/price-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { Cost } from "./plan-choice.tsx";

type Offer = JourneyItem["Offers"][number];
type Props = { journey: Journey; item: JourneyItem; offer: Offer; onOffer: (offer: Offer) => void };

const order = ["P1Y monthly", "P1Y annual", "P1M monthly", "P3Y monthly", "P3Y annual", "P3Y triennial"];
const rank = ({ Term, Billing }: Offer) => order.indexOf(`${Term} ${Billing}`);

/** Chooses for how long, and how often it is paid. */
export function TermChoice({ journey, item, offer, onOffer }: Props) {
  return (
    <ChoiceCards
      label="Term and payment"
      columns={3}
      value={offer.OfferId}
      onValue={(id) => onOffer(item.Offers.find(({ OfferId }) => OfferId === id)!)}
      choices={item.Offers.toSorted((a, b) => rank(a) - rank(b)).map((each) => ({
        value: each.OfferId,
        title: termName(each),
        figure: <Cost offer={each} journey={journey} />,
        note: savedWords(each, item, journey) ?? termNote(each.Term),
      }))}
    />
  );
}

const months = { P1M: 1, P1Y: 12, P3Y: 36, none: 0 } as const;
const every = { monthly: 1, annual: 12, triennial: 36 } as const;

/** What paying less often saves over the term, against paying monthly for the same one. */
function savedWords(offer: Offer, { Offers, Unit }: JourneyItem, { Currency }: Journey): string | undefined {
  const monthly = Offers.find(({ Term, Billing }) => Term === offer.Term && Billing === "monthly");
  if (!offer.Cost || !monthly?.Cost || !(offer.Billing in every) || offer === monthly) return undefined;
  const term = BigInt(months[offer.Term]);
  const times = term / BigInt(every[offer.Billing as keyof typeof every]);
  const saved = parseDecimal(monthly.Cost) * term - parseDecimal(offer.Cost) * times;
  if (saved <= 0n) return undefined;
  return `${formatUnitPrice(formatDecimal(saved, 2), Currency)} less for each ${unitWord(Unit)} over the term`;
}

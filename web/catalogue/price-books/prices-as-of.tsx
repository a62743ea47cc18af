import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { OfferPrice, priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { lossOf } from "@tradewind/domain/pricing/margin.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../ui/choice.tsx";
import type { TimelineEntry } from "../../ui/timeline.tsx";
import { useSession } from "../../platform/session.ts";
import { AsOfDialog } from "../../shared/as-of/as-of-dialog.tsx";
import { ChangesSince, ThenAndNow } from "../../shared/as-of/then-and-now.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { pricedProductsQuery, pricesAsOf } from "./price-books.queries.ts";
import { offerWords, settingWords, targetWords, whoseWords } from "./price-rule-words.ts";

type Props = {
  /** Whose prices; those of everyone if nobody's. */
  customerId?: string | undefined;
  productId?: string | undefined;
  onClose: () => void;
};

/** Shows a product's prices on one day, as was known on another, beside now. */
export function PricesAsOf({ customerId, productId, onClose }: Props) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const { data: products } = useQuery(pricedProductsQuery);
  const [chosen, setChosen] = useState(productId);
  const product = chosen ?? products?.[0]?.Id;
  return (
    <AsOfDialog
      query={product === undefined ? undefined : pricesAsOf(product, customerId)}
      choice={
        products?.length === 0 ? (
          <p className="text-muted">No product has prices.</p>
        ) : (
          <Select
            label="Product"
            value={product ?? ""}
            onChange={({ target }) => setChosen(target.value)}
            choices={(products ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
          />
        )
      }
      onClose={onClose}
    >
      {({ Items, Changes }, on) => (
        <>
          {Items.length === 0 ? (
            <p className="text-muted">None of its offers is for sale.</p>
          ) : (
            <ThenAndNow
              caption={customerId ? "Your cost, and what this customer pays" : "Your cost, and what everyone pays"}
              on={on}
              rows={Items.map(({ Then, Now, ...offer }) => ({
                key: offer.OfferId,
                label: offerWords(offer),
                before: priceText(Then, currency),
                after: priceText(Now, currency),
              }))}
            />
          )}
          <ChangesSince entries={Changes.map((change) => toEntry(change, currency))} />
        </>
      )}
    </AsOfDialog>
  );
}

const levelWords = { customer: "its own rule", group: "its group’s rule", everyone: "everyone’s rule" } as const;

function priceText(price: OfferPrice | null, currency: Currency): string {
  if (!price) return "No price yet";
  const { Cost, CustomerPrice, Level } = price;
  const cost = `Costs ${formatUnitPrice(Cost, currency)}`;
  if (CustomerPrice === null || Level === null) return `${cost} · no price of your own`;
  const below = lossOf(Cost, CustomerPrice) === null ? "" : ", below cost";
  return `${cost} · sold at ${formatUnitPrice(CustomerPrice, currency)}${below} by ${levelWords[Level]}`;
}

type Change = ResultOf<typeof priceBooks.asOf>["Changes"][number];

const icons = { rule: "pound", removed: "close", list: "document", group: "users" } as const;

function changeText({ What, Rule, Group }: Change, currency: Currency): string {
  if (What === "list") return "A new price list";
  if (What === "group") return Group === null ? "Taken out of its price group" : `Put into the group ${Group}`;
  if (!Rule) return "";
  const rule = `${targetWords(Rule)}, ${whoseWords(Rule)}: ${settingWords(Rule, currency)}`;
  return What === "removed" ? `Removed ${rule}` : rule;
}

const toEntry = (change: Change, currency: Currency): TimelineEntry => ({
  id: change.Id,
  what: changeText(change, currency),
  when: `In effect ${formatDate(change.EffectiveOn)} · recorded ${formatDateTime(change.RecordedAt)}`,
  at: change.RecordedAt,
  icon: icons[change.What],
});

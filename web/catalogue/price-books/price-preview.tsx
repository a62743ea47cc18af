import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { priceBooks, PriceChange } from "@tradewind/contract/catalogue/price-books.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useSession } from "../../platform/session.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { offerWords } from "./price-rule-words.ts";

type Props = {
  preview: ResultOf<typeof priceBooks.preview> | undefined;
  from: string;
  waiting: boolean;
};

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : several}`;

/** Shows whose prices a rule changes, before it is saved: from which to which, and from when. */
export function PricePreview({ preview, from, waiting }: Props) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  if (!preview)
    return waiting ? (
      <Skeleton className="h-28" />
    ) : (
      <p className="text-muted">Say for whom, for what and which price. You then see what it changes.</p>
    );
  const { Items, Prices, Changed, Kept, NotShown, BelowCost: below = 0 } = preview;
  const price = (value: string | null) => (value === null ? "none" : formatUnitPrice(value, currency));
  return (
    <section aria-label="What changes" className="grid gap-3">
      <p role="status">
        {Prices === 0 ? (
          "Nobody’s price changes: they have it already, or a closer rule decides."
        ) : (
          <>
            <strong className="font-semibold">
              From {formatDate(from)}, {counted(Changed, "customer pays", "customers pay")} another price.
            </strong>{" "}
            {Kept > 0 && `${counted(Kept, "customer keeps its price", "customers keep theirs")} by a closer rule. `}
            What is sold already keeps its price until its term ends.
          </>
        )}
      </p>
      {below > 0 && (
        <Alert type="warning" title="Below your cost">
          {counted(below, "price is", "prices are")} below what you pay yourself.
        </Alert>
      )}
      {NotShown > 0 && (
        <Alert type="info">
          {counted(NotShown, "customer has rules", "customers have rules")} of their own or of their group, and could
          not all be looked at.
        </Alert>
      )}
      {Items.length > 0 && (
        <div
          className="max-h-72 overflow-auto rounded-card border border-line"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must reach it.
          tabIndex={0}
          role="group"
          aria-label="Prices that change"
        >
          <table className="w-full text-sm">
            <thead className="sticky top-0 bg-surface text-muted">
              <tr className="border-b border-line text-left">
                <th scope="col" className="px-3 py-2 font-medium">
                  Offer
                </th>
                <th scope="col" className="px-3 py-2 font-medium max-md:hidden">
                  For whom
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium max-md:hidden">
                  Cost
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium">
                  Was
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium">
                  Will be
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {Items.map((item) => (
                <tr key={`${item.OfferId} ${item.Level} ${item.Whose}`}>
                  <td className="px-3 py-2">
                    {offerWords(item)}
                    <span className="block text-muted md:hidden">{audienceWords(item)}</span>
                  </td>
                  <td className="px-3 py-2 max-md:hidden">{audienceWords(item)}</td>
                  <td className="figures px-3 py-2 text-right text-muted max-md:hidden">{price(item.Cost)}</td>
                  <td className="figures px-3 py-2 text-right text-muted">{price(item.Was)}</td>
                  <td className="figures px-3 py-2 text-right font-medium">
                    <span className="block">{price(item.Will)}</span>
                    <BelowCost cost={item.Cost} price={item.Will} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {Prices > Items.length && (
        <p className="text-sm text-muted">
          The first {Items.length} of {Prices.toLocaleString("en-GB")} prices are shown.
        </p>
      )}
    </section>
  );
}

const audienceWords = ({ Level, Whose, Customers }: PriceChange): string =>
  Level === "customer"
    ? (Whose ?? "")
    : `${Level === "group" ? `Group ${Whose}` : "In no group"}, ${counted(Customers, "customer", "customers")}`;

import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { appLink } from "../../shared/link-render.tsx";
import { planWords } from "../../shared/prices/plan-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { offerPricesQuery } from "./price-lists.queries.ts";
import { PriceTable } from "./price-table.tsx";

const currencyNames: Record<Currency, string> = { GBP: "Prices in pounds", EUR: "Prices in euros" };

/** Shows an offer: its other plans, and its prices in each currency from the next one back to the first. */
export function OfferPricesScreen() {
  const { offerId } = useParamsOf(screens.offerPrices);
  const { data, error, refetch } = useQuery(offerPricesQuery(offerId));
  const { Today } = useSession();
  useCrumb(data?.Offer.Name);
  if (error && !data)
    return <QueryError page list={screens.priceLists.path} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-64" />
      </div>
    );
  const { Offer: offer, Plans, Prices } = data;
  return (
    <>
      <PageHeader title={offer.Name} about={planWords(offer)} />
      <div className="grid gap-6">
        <Card>
          <Facts
            facts={[
              { label: "Product", value: offer.ProductName },
              { label: "Vendor", value: offer.VendorName ?? "–" },
              { label: "SKU", value: <span className="figures">{offer.Sku}</span> },
              { label: "Priced per", value: offer.Unit },
              {
                label: "Sale",
                value: offer.IsForSale ? (
                  <StatusDot tone="success">For sale</StatusDot>
                ) : (
                  <StatusDot tone="disabled">Not for sale</StatusDot>
                ),
              },
            ]}
          />
        </Card>
        {Prices.length === 0 && (
          <Card title="Prices">
            <p className="text-muted">It has no price yet. Import a price list that names its SKU.</p>
          </Card>
        )}
        {Prices.map(({ Currency, Rows }) => (
          <Card key={Currency} title={currencyNames[Currency]} about={summary(Rows, Currency, Today)} flush>
            <PriceTable rows={Rows} currency={Currency} today={Today} />
          </Card>
        ))}
        {Plans.length > 1 && (
          <Card title="Plans" about="The same SKU with another term or billing">
            <ul className="grid gap-2">
              {Plans.map((plan) => (
                <li key={plan.OfferId} className="flex flex-wrap items-center gap-3">
                  {plan.OfferId === offer.OfferId ? (
                    <span aria-current="page">{planWords(plan)}</span>
                  ) : (
                    appLink({
                      href: linkTo(screens.offerPrices, { offerId: plan.OfferId }),
                      className: buttonClass("link"),
                      onClick: () => {},
                      children: planWords(plan),
                    })
                  )}
                  {!plan.IsForSale && <StatusDot tone="disabled">Not for sale</StatusDot>}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

type Row = Parameters<typeof PriceTable>[0]["rows"][number];

/** Says what holds today, and what comes next. */
function summary(rows: readonly Row[], currency: Currency, today: string): string {
  const [next, now] = [rows.findLast(({ From }) => From > today), rows.find(({ From }) => From <= today)];
  const said = now ? `Resellers pay ${formatUnitPrice(now.ResellersPay, currency)} today` : "No price today";
  return next ? `${said}, ${formatUnitPrice(next.ResellersPay, currency)} from ${formatDate(next.From)} on` : said;
}

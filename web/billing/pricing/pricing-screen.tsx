import { ownPrices, type OwnPrice } from "@tradewind/contract/catalogue/own-prices.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { chargingExample } from "@tradewind/domain/catalogue/charging-examples.ts";
import { marginOf } from "@tradewind/domain/pricing/margin.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAllowed, useSeesPrices, useSession } from "../../platform/session.ts";
import { pricedProductsQuery } from "../../catalogue/price-books/price-books.queries.ts";
import { chargingWords } from "../../shared/charging-words.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { planWords } from "../../shared/prices/plan-words.ts";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { ownPricesQuery } from "./pricing.queries.ts";

/** Lists what is for sale with what it costs the reseller, what customers pay, and what is left. */
export function PricingScreen() {
  const sees = useSeesPrices();
  return sees ? <Prices /> : <Hidden />;
}

const Hidden = () => (
  <>
    <PageHeader title="Prices" />
    <PricesHidden />
  </>
);

function Prices() {
  const filter = useFilter(screens.pricing);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(ownPricesQuery(asked));
  const { data: products = [] } = useQuery(pricedProductsQuery);
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const maySetPrices = useAllowed(screens.priceRules);
  const loaded = list.data?.pages.flatMap(({ Items }) => Items);
  const [isLast, isNext] = [loaded?.some(({ Last }) => Last), loaded?.some(({ Next }) => Next)];
  // Most months no cost changes: the others have the room then.
  const columns = useMemo(
    () => columnsIn(currency).filter(({ id }) => (id !== "last" || isLast) && (id !== "next" || isNext)),
    [currency, isLast, isNext],
  );
  return (
    <>
      <PageHeader
        title="Prices"
        about="What is for sale, per unit and billing period, before VAT. Customers and groups with rules of their own pay by those."
        actions={
          <>
            {maySetPrices && <TextLink to={screens.priceRules.path}>Price rules</TextLink>}
            <DownloadButton
              endpoint={ownPrices.csv}
              sent={{ query: { Search: asked.Search, ProductId: asked.ProductId } }}
              fileName="prices.csv"
            >
              Download CSV
            </DownloadButton>
          </>
        }
      />
      <ListTable
        label="Prices"
        list={list}
        searchLabel="Search name or SKU"
        search={asked.Search}
        onSearch={(Search) => ask({ Search })}
        filters={
          <Select
            label="Product"
            quietLabel
            className="w-60 max-md:w-full"
            placeholder="All products"
            value={asked.ProductId ?? ""}
            choices={products.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            onChange={({ target }) => ask({ ProductId: target.value || undefined })}
          />
        }
        settings="pricing"
        columns={columns}
        rowKey={(row) => row.OfferId}
        rowName={(row) => `${row.Name}, ${planWords(row)}`}
        empty={
          <EmptyState
            icon="search"
            title="Nothing matches"
            action={filter.isNarrowed && <Button onClick={filter.clear}>Clear filters</Button>}
          >
            Nothing for sale matches every filter.
          </EmptyState>
        }
      />
      <Models prices={list.data?.pages.flatMap(({ Items }) => Items) ?? []} currency={currency} />
    </>
  );
}

/** How each model among these prices charges, with an example at the price of one of them. */
function Models({ prices, currency }: { prices: readonly OwnPrice[]; currency: Currency }) {
  const examples = [...Map.groupBy(prices, ({ ChargingModel }) => ChargingModel)].map(
    ([model, of]) => [model, of[0]!] as const,
  );
  if (examples.length === 0) return null;
  return (
    <Card className="mt-6" title="How it is charged" about="Worked out at your cost of one offer each.">
      <dl className="grid gap-4 pt-2 md:grid-cols-2">
        {examples.map(([model, { Name, Cost, Unit, Billing }]) => (
          <div key={model} className="grid content-start gap-1">
            <dt className="font-medium">{chargingWords[model]}</dt>
            <dd>
              {Name}: {chargingExample(model, { cost: Cost, unit: Unit, billing: Billing, currency })}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const figure = { width: "minmax(118px, 0.8fr)", align: "end" } as const;
const asks = ({ Own, Recommended }: OwnPrice) => Own ?? Recommended;
const percent = (row: OwnPrice) => {
  const price = asks(row);
  const margin = price === null ? null : marginOf(row.Cost, price).percent;
  return margin === null ? "–" : `${margin} %`;
};

function columnsIn(currency: Currency): readonly Column<OwnPrice>[] {
  const amount = (value: string | null) => (
    <span className="figures">{value === null ? "–" : formatUnitPrice(value, currency)}</span>
  );
  const text = (value: string | null) => value ?? "";
  return [
    {
      id: "name",
      header: "Offer",
      width: "minmax(200px, 2.2fr)",
      cell: (row) => row.Name,
      text: (row) => row.Name,
    },
    { id: "plan", header: "Plan", width: "minmax(130px, 1.2fr)", card: "line", cell: planWords, text: planWords },
    {
      id: "unit",
      header: "Unit",
      width: "minmax(100px, 0.7fr)",
      from: "wide",
      quiet: true,
      cell: (row) => row.Unit,
      text: (row) => row.Unit,
    },
    {
      id: "model",
      header: "Charged",
      width: "minmax(160px, 1.4fr)",
      from: "wide",
      quiet: true,
      cell: (row) => chargingWords[row.ChargingModel],
      text: (row) => chargingWords[row.ChargingModel],
    },
    {
      ...figure,
      id: "cost",
      header: "Cost",
      card: "line",
      cell: (row) => (
        <>
          <span className="md:hidden">cost </span>
          {amount(row.Cost)}
        </>
      ),
      text: (row) => row.Cost,
    },
    {
      ...figure,
      id: "recommended",
      header: "Recommended",
      from: "large",
      quiet: true,
      cell: (row) => amount(row.Recommended),
      text: (row) => text(row.Recommended),
    },
    {
      ...figure,
      id: "own",
      header: "Your price",
      card: "corner",
      cell: (row) =>
        row.Own === null && row.Recommended !== null ? (
          <span className="text-muted">{amount(row.Recommended)} RRP</span>
        ) : (
          <span className="inline-grid">
            {amount(row.Own)}
            <BelowCost cost={row.Cost} price={row.Own} currency={currency} />
          </span>
        ),
      text: (row) => text(row.Own),
    },
    {
      ...figure,
      id: "margin",
      header: "Margin",
      card: "line",
      cell: (row) => (
        <span className={`figures ${percent(row).startsWith("−") ? "text-danger" : ""}`}>
          <span className="md:hidden">margin </span>
          {percent(row)}
        </span>
      ),
      text: percent,
    },
    {
      id: "last",
      header: "Cost before",
      width: "180px",
      from: "wide",
      quiet: true,
      cell: ({ Last }) =>
        Last && (
          <span className="figures">
            {formatUnitPrice(Last.Cost, currency)} before {formatDate(Last.From)}
          </span>
        ),
      text: ({ Last }) => (Last ? `${Last.Cost} before ${formatDate(Last.From)}` : ""),
    },
    {
      id: "next",
      header: "Next cost",
      width: "180px",
      from: "large",
      cell: ({ Next }) =>
        Next && (
          <span className="figures">
            {formatUnitPrice(Next.Cost, currency)} on {formatDate(Next.From)}
          </span>
        ),
      text: ({ Next }) => (Next ? `${Next.Cost} on ${formatDate(Next.From)}` : ""),
    },
  ];
}

import type { ListedPrice } from "@tradewind/contract/catalogue/price-lists.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { appLink, rowLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { planWords } from "../../shared/prices/plan-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { pricedProductsQuery, pricesQuery } from "./price-lists.queries.ts";

const currencyChoices = [
  { value: "GBP", label: "£ Pounds" },
  { value: "EUR", label: "€ Euros" },
] as const;

/** Lists what is sold with what resellers pay for it, what it costs, and when that changes next. */
export function PriceListsScreen() {
  const filter = useFilter(screens.priceLists);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(pricesQuery(asked));
  const { data: known } = useQuery(pricedProductsQuery);
  const columns = useMemo(() => columnsIn(asked.Currency), [asked.Currency]);
  const products = (known?.Products ?? []).filter(({ Vendor }) => !asked.Vendor || Vendor === asked.Vendor);
  return (
    <>
      <PageHeader
        title="Price lists"
        about="What is sold, at the prices of today, per unit and billing period"
        actions={appLink({
          href: linkTo(screens.priceImports),
          className: buttonClass("secondary"),
          onClick: () => {},
          children: "Imported lists",
        })}
      />
      <ListTable
        label="Price lists"
        list={list}
        searchLabel="Search name or SKU"
        search={asked.Search}
        onSearch={(Search) => ask({ Search })}
        filters={
          <>
            <Select
              label="Vendor"
              quietLabel
              className="w-40 max-md:w-[calc(50%-0.375rem)]"
              placeholder="All vendors"
              value={asked.Vendor ?? ""}
              choices={(known?.Vendors ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
              onChange={({ target }) => ask({ Vendor: target.value || undefined, ProductId: undefined })}
            />
            <Select
              label="Product"
              quietLabel
              className="w-48 max-md:w-[calc(50%-0.375rem)]"
              placeholder="All products"
              value={asked.ProductId ?? ""}
              choices={products.map(({ Id, Name }) => ({ value: Id, label: Name }))}
              onChange={({ target }) => ask({ ProductId: target.value || undefined })}
            />
            <Segmented
              label="Currency"
              quietLabel
              value={asked.Currency}
              onValue={(Currency) => ask({ Currency })}
              choices={currencyChoices}
            />
          </>
        }
        columns={columns}
        rowKey={(row) => row.OfferId}
        rowName={(row) => `${row.Name}, ${planWords(row)}`}
        href={(row) => linkTo(screens.offerPrices, { offerId: row.OfferId })}
        renderLink={rowLink}
        empty={
          <EmptyState
            icon="search"
            title="Nothing matches"
            action={filter.isNarrowed && <Button onClick={filter.clear}>Clear filters</Button>}
          >
            No offer was found that matches every filter.
          </EmptyState>
        }
      />
    </>
  );
}

const figure = { width: "minmax(100px, 0.8fr)", align: "end" } as const;

function columnsIn(currency: Currency): readonly Column<ListedPrice>[] {
  const amount = (value: string | null | undefined) => (
    <span className="figures">{value ? formatUnitPrice(value, currency) : "–"}</span>
  );
  return [
    {
      id: "name",
      header: "Offer",
      width: "minmax(230px, 2.4fr)",
      cell: (row) => (
        <>
          {row.Name} {!row.IsForSale && <Badge>Not for sale</Badge>}
        </>
      ),
    },
    { id: "plan", header: "Plan", width: "minmax(150px, 1.2fr)", card: "line", cell: planWords },
    {
      id: "sku",
      header: "SKU",
      width: "minmax(140px, 1fr)",
      from: "wide",
      quiet: true,
      cell: (row) => <span className="figures">{row.Sku}</span>,
    },
    { ...figure, id: "we", header: "We pay", from: "large", quiet: true, cell: (row) => amount(row.Price?.WePay) },
    {
      ...figure,
      id: "resellers",
      header: "Resellers pay",
      card: "corner",
      cell: (row) => amount(row.Price?.ResellersPay),
    },
    { ...figure, id: "rrp", header: "Recommended", from: "large", cell: (row) => amount(row.Price?.Recommended) },
    {
      id: "from",
      header: "Since",
      width: "110px",
      from: "wide",
      quiet: true,
      cell: (row) => (row.Price ? formatDate(row.Price.From) : "–"),
    },
    {
      id: "next",
      header: "Next change",
      width: "minmax(150px, 1.1fr)",
      card: "line",
      cell: ({ Next }) =>
        Next ? (
          <span className="figures">
            {formatUnitPrice(Next.ResellersPay, currency)} on {formatDate(Next.From)}
          </span>
        ) : (
          <span className="text-muted max-md:hidden">None</span>
        ),
    },
  ];
}

import { linkTo } from "@tradewind/contract/address.ts";
import type { ListedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { categories } from "@tradewind/domain/catalogue/products.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../platform/session.ts";
import { categoryNames } from "../../shared/category-names.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { customersQuery, productsQuery } from "./assortment.queries.ts";
import { saleState } from "./sale-words.ts";

const categoryChoices = categories.map((value) => ({ value, label: categoryNames[value] }));
const stateChoices = [
  { value: "shown", label: "Shown" },
  { value: "hidden", label: "Hidden" },
];

/** Lists all products with what of them is sold, and how many customers have each. */
export function ProductsScreen() {
  const filter = useFilter(screens.assortment);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(productsQuery(asked));
  const { data: all } = useQuery(customersQuery);
  const { Today } = useSession();
  const vendors = [...new Set(all?.flatMap(({ Vendor }) => Vendor ?? []))].toSorted();
  const columns = useMemo(() => {
    const counts = new Map(all?.map(({ ProductId, Customers }) => [ProductId, Customers]));
    return columnsOf(Today, (productId) => counts.get(productId)?.toLocaleString("en-GB") ?? "…");
  }, [all, Today]);
  return (
    <>
      <PageHeader title="Products" about="What the marketplace says of each, what of it is sold, and who has it" />
      <ListTable
        label="Products"
        list={list}
        searchLabel="Search name or search word"
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
              choices={vendors.map((value) => ({ value, label: value }))}
              onChange={({ target }) => ask({ Vendor: target.value || undefined })}
            />
            <Select
              label="Category"
              quietLabel
              className="w-48 max-md:w-[calc(50%-0.375rem)]"
              placeholder="All categories"
              value={asked.Category ?? ""}
              choices={categoryChoices}
              onChange={({ target }) => ask({ Category: categories.find((each) => each === target.value) })}
            />
            <Select
              label="State"
              quietLabel
              className="w-48 max-md:w-full"
              placeholder="Shown and hidden"
              value={asked.State ?? ""}
              choices={stateChoices}
              onChange={({ target: { value } }) =>
                ask({ State: value === "shown" || value === "hidden" ? value : undefined })
              }
            />
          </>
        }
        columns={columns}
        rowKey={(row) => row.ProductId}
        rowName={(row) => row.Name}
        href={(row) => linkTo(screens.assortedProduct, { productId: row.ProductId })}
        renderLink={rowLink}
        empty={
          <EmptyState
            icon="search"
            title="Nothing matches"
            action={filter.isNarrowed && <Button onClick={filter.clear}>Clear filters</Button>}
          >
            No product was found that matches every filter.
          </EmptyState>
        }
      />
    </>
  );
}

const columnsOf = (today: string, customers: (productId: string) => string): readonly Column<ListedProduct>[] => [
  {
    id: "name",
    header: "Product",
    width: "minmax(240px, 2.2fr)",
    cell: ({ Icon, Name, ImageSrc, IsReworded }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ProductIcon icon={Icon} name={Name} image={ImageSrc} />
        <span className="min-w-0 truncate">{Name}</span>
        {IsReworded && <Badge>Own words</Badge>}
      </span>
    ),
  },
  { id: "vendor", header: "Vendor", width: "minmax(120px, 1fr)", card: "line", cell: ({ Vendor }) => Vendor ?? "–" },
  {
    id: "category",
    header: "Category",
    width: "minmax(150px, 1fr)",
    from: "large",
    quiet: true,
    cell: ({ Category }) => categoryNames[Category],
  },
  {
    id: "state",
    header: "State",
    width: "minmax(190px, 1.4fr)",
    card: "line",
    cell: ({ IsShown, Withdrawal }) => {
      const { tone, word } = saleState("product", { isOn: IsShown, withdrawal: Withdrawal }, today);
      return <StatusDot tone={tone}>{word}</StatusDot>;
    },
  },
  {
    id: "offers",
    header: "Offers for sale",
    width: "minmax(110px, 0.7fr)",
    align: "end",
    from: "large",
    cell: ({ OffersForSale, Offers }) => (
      <span className="figures">{OffersForSale === Offers ? Offers : `${OffersForSale} of ${Offers}`}</span>
    ),
  },
  {
    id: "customers",
    header: "Customers",
    width: "minmax(100px, 0.7fr)",
    align: "end",
    card: "corner",
    cell: ({ ProductId }) => (
      <span className="figures">
        {customers(ProductId)}
        <span className="text-muted md:hidden">{customers(ProductId) === "1" ? " customer" : " customers"}</span>
      </span>
    ),
  },
];

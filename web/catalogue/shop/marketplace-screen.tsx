import { acts } from "@tradewind/contract/acts.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Sort } from "@tradewind/domain/catalogue/product-list.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Option } from "../../ui/combobox.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { useAllowed, useSeesSales } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { BasketLink } from "../../shared/basket-link.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { useRested } from "../../shared/use-rested.ts";
import { foundQuery, marketplaceQuery } from "../products/products.queries.ts";
import { CategoryTiles } from "./category-tiles.tsx";
import { FoundPlans } from "./found-plans.tsx";
import { arrange, categoryOf, categoryText, sortOf, type Offered } from "./marketplace-filter.ts";
import { productAddress, ProductCard } from "./product-card.tsx";
import { WorthOffering } from "./worth-offering.tsx";
import { habitsQuery, windowQuery } from "./shop.queries.ts";

const sorts: readonly { value: Sort; label: string }[] = [
  { value: "relevance", label: "Relevance" },
  { value: "name", label: "Name" },
];
/** Milliseconds without typing before the server is asked for plans. */
const typingRest = 120;
const shelved = (services: readonly MarketplaceService[] | undefined, id: string) =>
  services?.find(({ ProductId }) => ProductId === id);
/** Products ordered lately that are shown. */
const mostRecent = 5;

/** The shop window: finds products by what people call them, and shows those that matter to this person first. */
export function MarketplaceScreen() {
  const { data, error, refetch } = useQuery(marketplaceQuery());
  const { data: window } = useQuery(windowQuery);
  const [search, change] = useAsked(screens.marketplace);
  const mayAdd = useAllowed(acts.order);
  const seesSales = useSeesSales();
  const seesCustomers = useAllowed(screens.customers);
  const [customer, setCustomer] = useState<Option | null>(null);
  const { all, options, shown, recent, favourites } = arrange(data ?? [], window, search);
  const { data: habits } = useQuery({ ...habitsQuery, enabled: useAllowed(shop.habits) });
  const most = (habits?.Most ?? []).flatMap(
    ({ ProductId }) => all.find(({ service }) => service.ProductId === ProductId) ?? [],
  );
  const text = useRested(search.Search.trim(), typingRest);
  const found = useQuery(foundQuery(text, customer?.id)).data;
  const category = categoryOf(search.Category);
  const isHome = search.Search.trim() === "" && category === "all";
  const plans = found?.filter(({ ProductId }) => category === "all" || shelved(data, ProductId)?.Category === category);
  const cards = (products: readonly Offered[]) =>
    products.map((product) => (
      <ProductCard key={product.service.ProductId} product={product} currency={window?.Currency} mayAdd={mayAdd} />
    ));
  return (
    <>
      <PageHeader title="Marketplace" actions={<BasketLink />} />
      <ShopSearch
        value={search.Search}
        amount={data?.length}
        first={isHome ? undefined : shown[0]}
        onText={(Search) => change({ Search })}
      />
      <CategoryTiles
        options={options}
        chosen={category}
        known={data !== undefined}
        onChoose={(option) => change({ Category: categoryText(option) })}
      />
      {isHome && most.length > 0 && (
        <Shelf title="Most ordered by your customers" about="In the last twelve months">
          {cards(most)}
        </Shelf>
      )}
      {isHome && habits && habits.Worth.length > 0 && <WorthOffering worth={habits.Worth} services={data ?? []} />}
      {isHome && recent.length > 0 && <Shelf title="Recently ordered">{cards(recent.slice(0, mostRecent))}</Shelf>}
      {isHome && favourites.length > 0 && <Shelf title="Your favourites">{cards(favourites)}</Shelf>}
      {text !== "" && plans && plans.length > 0 && (
        <FoundPlans
          plans={plans}
          services={data ?? []}
          currency={window?.Currency}
          mayAdd={mayAdd}
          customer={customer}
          onCustomer={seesCustomers ? setCustomer : undefined}
        />
      )}
      {data ? (
        <Shelf
          title={isHome ? "All products" : "Products"}
          about={seesSales && "Amounts each month if nothing else is said, before VAT."}
          actions={
            <Segmented
              label="Sort by"
              quietLabel
              choices={sorts}
              value={sortOf(search.Sort)}
              onValue={(sort) => change({ Sort: sort === "name" ? sort : undefined })}
            />
          }
          none={
            shown.length === 0 && (
              <EmptyState icon="search" title={plans?.length ? "No other products match" : "No matches found"}>
                Try another word or another category.
              </EmptyState>
            )
          }
        >
          {cards(shown)}
        </Shelf>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-hidden="true" className={grid}>
          {Array.from({ length: 10 }, (_, at) => (
            <Skeleton key={at} className="h-52 rounded-card! max-md:h-20" />
          ))}
        </div>
      )}
    </>
  );
}

const grid = "grid gap-4 max-md:gap-2 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5";

type ShelfProps = { title: string; about?: ReactNode; actions?: ReactNode; none?: ReactNode; children: ReactNode };
const Shelf = ({ title, about, actions, none, children }: ShelfProps) => (
  <section aria-label={title} className="mb-6">
    <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-md">{title}</h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      {actions}
    </div>
    {none || <ul className={grid}>{children}</ul>}
  </section>
);

type SearchProps = {
  value: string;
  amount: number | undefined;
  first: Offered | undefined;
  onText: (text: string) => void;
};

/** Searches with every letter. A slash comes here, Enter opens the first product found, with Ctrl it orders it. */
function ShopSearch({ value, amount, first, onText }: SearchProps) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const come = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || (event.target as HTMLElement).closest("input, textarea, select, [role=dialog]")) return;
      event.preventDefault();
      box.current?.querySelector("input")?.focus();
    };
    addEventListener("keydown", come);
    return () => removeEventListener("keydown", come);
  }, []);
  const open = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !first) return;
    const { ProductId: productId, ManagedElsewhere } = first.service;
    if (event.ctrlKey && !ManagedElsewhere) openAddProduct({ productId });
    else void navigate({ to: productAddress(productId) });
  };
  return (
    <div ref={box} className="relative mb-4">
      <SearchBox
        label="Search products"
        className="max-w-none! [&_input]:min-h-11 [&_input]:text-md"
        placeholder={`Search ${amount ?? ""} products: a plan, a vendor, what it does`}
        defaultValue={value}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={open}
      />
      <kbd className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-control border border-line bg-sunken px-1.5 text-sm text-muted max-md:hidden">
        /
      </kbd>
    </div>
  );
}

import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import type { Sort } from "@tradewind/domain/catalogue/product-list.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { cx } from "../../ui/class-names.ts";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { useAllowed } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { marketplaceQuery } from "./products.queries.ts";
import { categoryNames } from "./category-names.ts";
import { arrange, categoryOf, categoryText, sortOf } from "./marketplace-filter.ts";
import { useAsked } from "../../shared/screen-address.ts";

const sorts: readonly { value: Sort; label: string }[] = [
  { value: "relevance", label: "Relevance" },
  { value: "name", label: "Name" },
];

/** Lists the products that can be added, by category. */
export function MarketplaceScreen() {
  const { data, error, refetch } = useQuery(marketplaceQuery());
  const [search, change] = useAsked(screens.marketplace);
  const mayAdd = useAllowed(acts.order);
  const { options, shown } = arrange(data ?? [], search);
  return (
    <>
      <PageHeader title="Marketplace" about="Products you can add for your customers." />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <SearchBox
          label="Search products"
          defaultValue={search.Search}
          onChange={(event) => change({ Search: event.target.value })}
        />
        <Segmented
          label="Sort by"
          choices={sorts}
          value={sortOf(search.Sort)}
          onValue={(sort) => change({ Sort: sort === "name" ? sort : undefined })}
        />
      </div>
      <div role="group" aria-label="Category" className="mb-6 flex flex-wrap gap-2">
        {options.map(({ option, amount }) => {
          const chosen = option === categoryOf(search.Category);
          return (
            <button
              key={option}
              type="button"
              aria-pressed={chosen}
              onClick={() => change({ Category: categoryText(option) })}
              className={cx(
                "flex min-h-9 items-center gap-2 rounded-full border px-3.5 font-medium transition-colors max-md:min-h-11",
                chosen
                  ? "border-accent-text bg-accent-soft text-accent-text"
                  : "border-line bg-surface text-muted hover:text-ink",
              )}
            >
              {categoryNames[option]} <span className="figures text-sm">{data ? amount : "–"}</span>
            </button>
          );
        })}
      </div>
      {data ? (
        shown.length === 0 ? (
          <EmptyState icon="search" title="No matches found">
            Try another word or another category.
          </EmptyState>
        ) : (
          <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {shown.map((service) => (
              <ProductCard key={service.ProductId} service={service} mayAdd={mayAdd} />
            ))}
          </ul>
        )
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-hidden="true" className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 9 }, (_, at) => (
            <Skeleton key={at} className="h-40 rounded-card!" />
          ))}
        </div>
      )}
    </>
  );
}

function ProductCard({ service, mayAdd }: { service: MarketplaceService; mayAdd: boolean }) {
  const id = `product-${service.ProductId}`;
  return (
    <li
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5 max-md:p-4"
    >
      <div className="flex items-center gap-3">
        <ProductIcon icon={service.Icon} name={service.Name} />
        <div className="grid min-w-0">
          <h2 id={id} className="truncate text-md">
            {service.Name}
          </h2>
          <p className="text-sm text-muted">{categoryNames[service.Category]}</p>
        </div>
      </div>
      <p className="flex-1 text-muted">{service.Description}</p>
      {service.ManagedElsewhere ? (
        <p className="flex min-h-9 items-center text-sm text-muted">Managed at the vendor</p>
      ) : (
        mayAdd && (
          <Button
            className="self-start max-md:w-full"
            icon="add"
            aria-label={`Add ${service.Name}`}
            onClick={() => openAddProduct({ productId: service.ProductId })}
          >
            Add
          </Button>
        )
      )}
    </li>
  );
}

import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { categories, type Category } from "@tradewind/domain/catalogue/products.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { BundleProducts, BundleRows } from "./bundle-rows.tsx";
import { useRested } from "../../shared/use-rested.ts";
import { categoryNames } from "../../shared/category-names.ts";
import { bundlesQuery, foundQuery, marketplaceQuery, type Buyer } from "./products.queries.ts";
import { ServiceRow, ServiceRowsSkeleton } from "./service-rows.tsx";

type ChooseServiceProps = {
  /** The customer to buy for; if omitted, any product can be chosen and the customer is chosen next. */
  buyer: Buyer | undefined;
  customerName: string | undefined;
  busy: boolean;
  onChoose: (service: MarketplaceService) => void;
  onClose: () => void;
};

/** Milliseconds without typing before the server is asked for plans. */
const typingRest = 120;

/** The select-service popup: lists the products that can be added, by category; a search finds them by their plans, too. */
export function ChooseService({ buyer, customerName, busy, onChoose, onClose }: ChooseServiceProps) {
  const { data, error, refetch } = useQuery(marketplaceQuery(buyer));
  const { data: bundles = [] } = useQuery(bundlesQuery(buyer ?? { customerId: "" }));
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<string>();
  const text = useRested(search.trim(), typingRest);
  const { data: plans = [] } = useQuery(foundQuery(text, undefined));
  const bundle = bundles.find(({ Id }) => Id === opened);
  const wanted = search.trim().toLocaleLowerCase("en-GB");
  const isWanted = ({ Name }: { Name: string }) => Name.toLocaleLowerCase("en-GB").includes(wanted);
  const foundBundles = bundles.filter(isWanted);
  const choose = busy ? () => {} : onChoose;
  const withPlans = new Set(text === "" ? [] : plans.map(({ ProductId }) => ProductId));
  const found = data
    ?.filter((service) => isWanted(service) || withPlans.has(service.ProductId))
    .toSorted((a, b) => b.Popularity - a.Popularity);
  return (
    <Dialog
      title="Add product"
      subtitle={bundle ? bundle.Name : "Select product"}
      size="large"
      onClose={onClose}
      locked={busy}
      footer={
        <>
          {bundle && (
            <Button onClick={() => setOpened(undefined)} disabled={busy}>
              Back
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
        </>
      }
    >
      {customerName && (
        <p className="mb-3 text-muted">
          For <span className="font-medium text-ink">{customerName}</span>
        </p>
      )}
      {bundle ? (
        <BundleProducts bundle={bundle} onChoose={choose} />
      ) : (
        <>
          <SearchBox label="Search products" value={search} onChange={(event) => setSearch(event.target.value)} />
          <div className="mt-4" aria-busy={busy || undefined}>
            {found ? (
              found.length === 0 && foundBundles.length === 0 ? (
                <p role="status" className="px-2.5 py-6 text-muted">
                  No matches found
                </p>
              ) : (
                <>
                  <BundleRows bundles={foundBundles} onOpen={setOpened} />
                  {categories.map((category) => (
                    <Group
                      key={category}
                      category={category}
                      services={found.filter((service) => service.Category === category)}
                      level={buyer?.userId ? "user" : "customer"}
                      onChoose={choose}
                    />
                  ))}
                </>
              )
            ) : error ? (
              <QueryError tight error={error} onRetry={() => void refetch()} />
            ) : (
              <ServiceRowsSkeleton />
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

type GroupProps = {
  category: Category;
  services: readonly MarketplaceService[];
  level: "customer" | "user";
  onChoose: (service: MarketplaceService) => void;
};
function Group({ category, services, level, onChoose }: GroupProps) {
  if (services.length === 0) return null;
  return (
    <section aria-label={categoryNames[category]} className="mb-4 last:mb-0">
      <h3 className="px-2.5 pb-1 text-sm font-medium text-muted">{categoryNames[category]}</h3>
      <ul className="grid gap-x-4 md:grid-cols-2">
        {services.map((service) => (
          <li key={service.ProductId} className="min-w-0">
            <ServiceRow service={service} level={level} onChoose={() => onChoose(service)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Bundle, MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { Icon } from "../../ui/icon.tsx";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { ServiceRow } from "./service-rows.tsx";

const stateOf = ({ Products }: Bundle): string => {
  const added = Products.filter((product) => product.Added).length;
  return added === 0 ? counted(Products.length, "product") : `${added} of ${counted(Products.length, "product")} added`;
};

/** Lists the bundles that can be had for a person. */
export function BundleRows({ bundles, onOpen }: { bundles: readonly Bundle[]; onOpen: (id: string) => void }) {
  if (bundles.length === 0) return null;
  return (
    <section aria-label="Bundles" className="mb-4">
      <h3 className="px-2.5 pb-1 text-sm font-medium text-muted">Bundles</h3>
      <ul className="grid gap-x-4 md:grid-cols-2">
        {bundles.map((bundle) => (
          <li key={bundle.Id} className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(bundle.Id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 py-2 text-left transition-colors hover:bg-sunken"
            >
              <ProductIcon icon="box" name={bundle.Name} />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{bundle.Name}</span>
                <span className="truncate text-sm text-muted">{stateOf(bundle)}</span>
              </span>
              <Icon name="chevronRight" className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the products of a bundle in the order in which they are added, each leading to its journey. */
export function BundleProducts({
  bundle,
  onChoose,
}: {
  bundle: Bundle;
  onChoose: (service: MarketplaceService) => void;
}) {
  return (
    <>
      <p className="text-muted">{bundle.Description}</p>
      <p className="mt-1 text-muted">Each product is ordered by itself. Come back here for the next one.</p>
      <ol aria-label={bundle.Name} className="mt-4">
        {bundle.Products.map((service) => (
          <li key={service.ProductId}>
            <ServiceRow service={service} level="user" onChoose={() => onChoose(service)} />
          </li>
        ))}
      </ol>
    </>
  );
}

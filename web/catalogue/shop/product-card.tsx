import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openAddProduct } from "../../shared/add-product.ts";
import { categoryNames } from "../../shared/category-names.ts";
import { chargingWords } from "../../shared/charging-words.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { FavouriteButton } from "./favourite-button.tsx";
import type { Offered } from "./marketplace-filter.ts";
import { costWords, sellWords } from "../../shared/price-words.ts";
import { ProductBand } from "./product-picture.tsx";
import { YouPayFrom } from "./you-pay.tsx";

export const productAddress = (productId: string): string => linkTo(screens.marketplaceProduct, { productId });

type Props = { product: Offered; currency: Currency | undefined; mayAdd: boolean };

/** Shows a product with its picture and least price; leads to its page. A row on a phone. */
export function ProductCard({ product: { service, told }, currency, mayAdd }: Props) {
  const id = useId();
  const { ProductId, Name } = service;
  const add = () => openAddProduct({ productId: ProductId });
  return (
    <li
      aria-labelledby={id}
      className="relative flex min-w-0 rounded-card border border-line bg-surface transition-colors hover:border-line-strong md:flex-col"
    >
      <ProductBand
        icon={service.Icon}
        name={Name}
        category={service.Category}
        image={service.ImageSrc}
        alt={service.ImageAlt}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 p-4 max-md:py-2.5 max-md:pr-1 md:pt-3">
        <div className="flex min-w-0 items-start justify-between gap-1">
          <h3 id={id} className="min-w-0 text-base wrap-anywhere">
            {rowLink({
              href: productAddress(ProductId),
              className:
                "outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text",
              onClick: () => {},
              children: Name,
            })}
          </h3>
          <FavouriteButton
            productId={ProductId}
            name={Name}
            isFavourite={told?.IsFavourite ?? false}
            className="-my-1.5 -mr-2 max-md:absolute max-md:right-1 max-md:top-1/2 max-md:m-0 max-md:-translate-y-1/2"
          />
        </div>
        <p className="text-sm text-muted max-md:hidden">{told?.Vendor}</p>
        {told?.YouPay && currency && <YouPayFrom paid={told.YouPay} currency={currency} />}
        {told?.From && currency && (
          <div className="mt-1 max-md:mt-0">
            <p className="max-md:text-sm">
              <span className="text-sm text-muted">from </span>
              <span className="figures text-lg font-semibold max-md:text-base">
                {formatUnitPrice(told.From.Cost, currency)}
              </span>{" "}
              <span className="text-sm text-muted">
                cost<span className="max-md:hidden">{costWords(told.From).slice(4)}</span>
              </span>
            </p>
            <p className="figures text-sm text-muted">{sellWords(told.From, currency)}</p>
          </div>
        )}
        <p className="mt-1 line-clamp-2 text-sm text-muted max-md:hidden">{service.Description}</p>
        <div className="mt-auto flex items-end justify-between gap-2 pt-2 max-md:contents">
          <p className="text-sm text-muted max-md:hidden">
            {categoryNames[service.Category]} · {chargingWords[service.ChargingModel]}
          </p>
          {service.ManagedElsewhere ? (
            <p className="text-sm text-muted md:text-end">Managed at the vendor</p>
          ) : (
            mayAdd && (
              <Button
                size="small"
                className="relative z-1 max-md:hidden"
                icon="add"
                aria-label={`Add ${Name}`}
                onClick={add}
              >
                Add
              </Button>
            )
          )}
        </div>
      </div>
      {mayAdd && !service.ManagedElsewhere && (
        <button
          type="button"
          aria-label={`Add ${Name}`}
          className="relative z-1 mr-11 grid size-11 shrink-0 place-items-center self-center rounded-control text-accent-text hover:bg-sunken md:hidden"
          onClick={add}
        >
          <Icon name="add" size={18} />
        </button>
      )}
    </li>
  );
}

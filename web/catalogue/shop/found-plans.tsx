import type { Currency } from "@tradewind/domain/values/money.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { openAddProduct } from "../../shared/add-product.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import type { Offered, ShopPlanFound } from "./marketplace-filter.ts";
import { costWords, sellWords } from "../../shared/price-words.ts";
import { productAddress } from "./product-card.tsx";
import { ProductMark } from "./product-picture.tsx";

type Props = {
  plans: readonly { product: Offered; plan: ShopPlanFound }[];
  currency: Currency | undefined;
  mayAdd: boolean;
};

/** Lists the plans that a search finds by name, each with its least price and its order. */
export const FoundPlans = ({ plans, currency, mayAdd }: Props) => (
  <Card title="Plans" flush className="mb-6">
    <ul className="divide-y divide-line border-t border-line">
      {plans.map(({ product: { service }, plan }) => (
        <li key={plan.Sku} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-canvas">
          <ProductMark icon={service.Icon} name={service.Name} category={service.Category} image={service.ImageSrc} />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6">
            <span className="grid min-w-0">
              {rowLink({
                href: productAddress(service.ProductId),
                className: "font-medium wrap-anywhere after:absolute after:inset-0",
                onClick: () => {},
                children: plan.Name,
              })}
              <span className="text-sm text-muted">
                {service.Name}
                {plan.IsAddOn && " · add-on"}
              </span>
            </span>
            {plan.From && currency && (
              <span className="figures grid md:text-end">
                <span>
                  <span className="text-sm text-muted">from </span>
                  <span className="font-semibold">{formatUnitPrice(plan.From.Cost, currency)}</span>{" "}
                  <span className="text-sm text-muted">{costWords(plan.From)}</span>
                </span>
                <span className="text-sm text-muted">{sellWords(plan.From, currency)}</span>
              </span>
            )}
          </div>
          {mayAdd && !plan.IsAddOn && (
            <Button
              size="small"
              className="relative z-1"
              aria-label={`Order ${plan.Name}`}
              onClick={() => openAddProduct({ productId: service.ProductId, plan: plan.Sku })}
            >
              Order
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Card>
);

import { customers } from "@tradewind/contract/customers/customers.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import type { FoundPlan } from "@tradewind/contract/catalogue/shop.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { Card } from "../../ui/page.tsx";
import { call } from "../../platform/api.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { costWords, sellWords } from "../../shared/price-words.ts";
import { productAddress } from "./product-card.tsx";
import { ProductMark } from "./product-picture.tsx";
import { YouPayFrom } from "./you-pay.tsx";

type Props = {
  plans: readonly FoundPlan[];
  services: readonly MarketplaceService[];
  currency: Currency | undefined;
  mayAdd: boolean;
  /** For whom prices are shown and orders are placed; null for anybody. */
  customer: Option | null;
  /** Absent for people who look after nobody else. */
  onCustomer: ((customer: Option | null) => void) | undefined;
};

const findCustomers = async (Search: string, signal: AbortSignal): Promise<readonly Option[]> =>
  (await call(customers.suggestions, { query: { Search }, signal })).Items.map(({ Id, Name, Status }) => ({
    id: Id,
    label: Name,
    ...(Status === "Suspended" && { disabled: true, hint: "Suspended: reactivate it before you order" }),
  }));

/** Lists the plans that a search finds, each with its least price, what the customer has of it, and its order. */
export const FoundPlans = ({ plans, services, currency, mayAdd, customer, onCustomer }: Props) => (
  <Card
    title="Plans"
    flush
    className="mb-6"
    actions={
      onCustomer && (
        <div className="w-56">
          <Combobox
            label="For"
            quietLabel
            placeholder="For any customer"
            value={customer}
            onValue={onCustomer}
            search={findCustomers}
          />
        </div>
      )
    }
  >
    <ul className="divide-y divide-line border-t border-line">
      {plans.map((plan) => {
        const { ProductId, ProductName, From, YouPay, Has } = plan;
        const service = services.find((each) => each.ProductId === ProductId);
        return (
          <li key={`${ProductId} ${plan.Sku}`} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-canvas">
            {service && (
              <ProductMark
                icon={service.Icon}
                name={service.Name}
                category={service.Category}
                image={service.ImageSrc}
              />
            )}
            <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6">
              <span className="grid min-w-0">
                {rowLink({
                  href: productAddress(ProductId),
                  className: "font-medium wrap-anywhere after:absolute after:inset-0",
                  onClick: () => {},
                  children: plan.Name,
                })}
                <span className="text-sm text-muted">
                  {ProductName}
                  {plan.IsAddOn && " · add-on"}
                  {Has !== null && Has > 0 && ` · already has ${counted(Has, From?.Unit ?? "Licence")}`}
                </span>
              </span>
              {YouPay && currency && <YouPayFrom paid={YouPay} currency={currency} />}
              {From && currency && (
                <span className="figures grid md:text-end">
                  <span>
                    <span className="text-sm text-muted">from </span>
                    <span className="font-semibold">{formatUnitPrice(From.Cost, currency)}</span>{" "}
                    <span className="text-sm text-muted">{costWords(From)}</span>
                  </span>
                  <span className="text-sm text-muted">{sellWords(From, currency)}</span>
                </span>
              )}
            </div>
            {mayAdd && !plan.IsAddOn && !service?.ManagedElsewhere && (
              <Button
                size="small"
                className="relative z-1"
                aria-label={`Order ${plan.Name}`}
                onClick={() =>
                  openAddProduct({
                    productId: ProductId,
                    plan: plan.Sku,
                    ...(customer && { customerId: customer.id, customerName: customer.label }),
                  })
                }
              >
                Order
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  </Card>
);

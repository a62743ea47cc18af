import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import type { shop } from "@tradewind/contract/catalogue/shop.ts";
import { Card } from "../../ui/page.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { productAddress } from "./product-card.tsx";
import { ProductMark } from "./product-picture.tsx";

type Props = { worth: ResultOf<typeof shop.habits>["Worth"]; services: readonly MarketplaceService[] };

/** Names products that many customers lack, each with the rule by which they do; its page names them. */
export const WorthOffering = ({ worth, services }: Props) => (
  <Card title="Worth offering" about="By what your customers have and what they lack" flush className="mb-6">
    <ul className="divide-y divide-line border-t border-line">
      {worth.map(({ ProductId, Customers, Reason }) => {
        const service = services.find((each) => each.ProductId === ProductId);
        return (
          service && (
            <li key={ProductId} className="flex items-center gap-3 px-5 py-2.5 max-md:px-4">
              <ProductMark
                icon={service.Icon}
                name={service.Name}
                category={service.Category}
                image={service.ImageSrc}
              />
              <span className="grid min-w-0 flex-1">
                <span className="font-medium wrap-anywhere">{service.Name}</span>
                <span className="text-sm text-muted">{Reason}</span>
              </span>
              <TextLink to={productAddress(ProductId)}>
                {Customers === 1 ? "See the one" : `See the ${Customers.toLocaleString("en-GB")}`}
                <span className="sr-only"> customers who might want {service.Name}</span>
              </TextLink>
            </li>
          )
        );
      })}
    </ul>
  </Card>
);

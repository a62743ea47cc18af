import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { ShopPage } from "@tradewind/contract/catalogue/shop.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Card } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useAllowed } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { reviewAddress } from "../../shared/review-address.ts";
import { productAddress } from "./product-card.tsx";

type Props = { page: ShopPage; productId: string };

/** Says what must be there before a product works, and what its reseller agrees to. */
export function ProductNeeds({ page: { Needs, Agreement }, productId }: Props) {
  const mayRead = useAllowed(agreements.byId);
  if (Needs.length === 0 && !Agreement) return null;
  return (
    <Card title="What it needs">
      {Needs.length > 0 && (
        <ul className="mb-3 grid list-disc gap-1 pl-5">
          {Needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      )}
      {Agreement && (
        <div className="grid gap-0.5 border-t border-line pt-3 first:border-0 first:pt-0">
          <span className="text-sm text-muted">Agreement</span>
          {mayRead ? (
            <TextLink to={reviewAddress(Agreement.Id, linkTo(screens.marketplaceProduct, { productId }))}>
              {Agreement.Title}
            </TextLink>
          ) : (
            <span>{Agreement.Title}</span>
          )}
          {Agreement.SignedAt ? (
            <StatusDot tone="success">Signed on {formatDate(Agreement.SignedAt)}</StatusDot>
          ) : (
            <StatusDot tone="warning">Not signed yet: asked for with the first order</StatusDot>
          )}
        </div>
      )}
    </Card>
  );
}

/** Lists products that go with this one, and why. */
export const GoesWith = ({ page }: { page: ShopPage }) =>
  page.GoesWith.length > 0 && (
    <Card title="Goes with" flush>
      <ul className="divide-y divide-line border-t border-line">
        {page.GoesWith.map(({ ProductId, Name, Icon, ImageSrc, Why }) => (
          <li key={ProductId} className="flex items-start gap-3 px-5 py-2.5 max-md:px-4">
            <ProductIcon icon={Icon} name={Name} image={ImageSrc} />
            <div className="grid min-w-0">
              <TextLink to={productAddress(ProductId)}>{Name}</TextLink>
              <span className="text-sm text-muted">{Why}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );

/** Leads to what can be read about a product. */
export const ProductDocuments = ({ page: { Documents } }: { page: ShopPage }) =>
  Documents.length > 0 && (
    <Card title="Documents">
      <ul className="grid gap-1.5">
        {Documents.map(({ Title, Url }) => (
          <li key={Url + Title}>
            <TextLink to={Url}>{Title}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );

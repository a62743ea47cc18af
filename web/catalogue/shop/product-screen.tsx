import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { shop, type ShopPage, type ShopPlan } from "@tradewind/contract/catalogue/shop.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { asApiError } from "../../platform/api-error.ts";
import { useAllowed, useSeesPrices } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { BasketLink } from "../../shared/basket-link.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { productQuery } from "../products/products.queries.ts";
import { AddOns } from "./add-ons.tsx";
import { FavouriteButton } from "./favourite-button.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { PlanList } from "./plan-list.tsx";
import { groupsOf, isList, leadingPlan, type Reach } from "./plan-model.ts";
import { PlanTable } from "./plan-table.tsx";
import { GoesWith, ProductDocuments, ProductNeeds } from "./product-needs.tsx";
import { ProductMark } from "./product-picture.tsx";
import { WhoHasIt, WhoMight } from "./product-reach.tsx";
import { pageQuery, reachQuery } from "./shop.queries.ts";

/** A product's page: its plans side by side, what it needs and goes with, who has it and who might want it. */
export function ProductScreen() {
  const { productId } = useParamsOf(screens.marketplaceProduct);
  const product = useQuery(productQuery(productId));
  const page = useQuery(pageQuery(productId));
  const sees = useAllowed(shop.customers);
  const { data: reach } = useQuery({ ...reachQuery(productId), enabled: sees });
  useCrumb(product.data?.Name);
  const failed = product.data && !isGone(product.error) ? page : product;
  if (isGone(failed.error)) return <NotSold />;
  if (failed.error && !failed.data)
    return <QueryError page error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!product.data || !page.data) return <ProductSkeleton />;
  return <Product key={productId} service={product.data} page={page.data} reach={reach} />;
}

/** Whether it is hidden meanwhile, or was never there. */
const isGone = (error: Error | null) => error !== null && asApiError(error).status === 404;

const NotSold = () => (
  <>
    <PageHeader title="This product is not on sale" />
    <div className="rounded-card border border-line bg-surface">
      <EmptyState
        icon="search"
        title="It was withdrawn, or is not offered to your company"
        action={<TextLink to={screens.marketplace.path}>All products</TextLink>}
      >
        Customers who have it keep it: change or end it on their pages. Ask support if you need it for somebody else.
      </EmptyState>
    </div>
  </>
);

type Props = { service: MarketplaceService; page: ShopPage; reach: Reach | undefined };

function Product({ service, page, reach }: Props) {
  const mayAdd = useAllowed(acts.order) && !service.ManagedElsewhere;
  const { ProductId: productId, Name } = service;
  const plan = leadingPlan(page.Plans, reach?.Have.Plans)?.Sku;
  return (
    <div className="max-md:pb-20">
      <ProductHead {...{ service, page, reach }} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_316px]">
        <div className="grid min-w-0 gap-5">
          {page.Plans.length > 0 && <Plans {...{ service, page, reach, mayAdd }} />}
          {page.AddOns.length > 0 && <AddOns page={page} />}
        </div>
        <div className="grid min-w-0 gap-4 max-xl:md:grid-cols-2 max-xl:items-start">
          {reach && <WhoHasIt have={reach.Have} productId={productId} />}
          {reach?.Might && <WhoMight might={reach.Might} {...{ productId, plan, mayAdd }} product={Name} />}
          <ProductNeeds page={page} productId={productId} />
          <GoesWith page={page} />
          <ProductDocuments page={page} />
        </div>
      </div>
    </div>
  );
}

function ProductHead({ service, page, reach }: Props) {
  const mayPlan = useAllowed(screens.plans);
  const { ProductId, Name } = service;
  return (
    <header className="mb-5 grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-start gap-x-4 gap-y-1 max-md:gap-y-3">
      <div className="md:row-span-2">
        <ProductMark
          icon={service.Icon}
          name={Name}
          category={service.Category}
          image={service.ImageSrc}
          alt={service.ImageAlt}
          large
        />
      </div>
      <div className="grid min-w-0 gap-1">
        <h1 className="text-xl wrap-anywhere">{Name}</h1>
        <p className="text-sm text-muted">{page.Vendor}</p>
      </div>
      <BasketLink />
      <FavouriteButton productId={ProductId} name={Name} isFavourite={page.IsFavourite} />
      <div className="grid min-w-0 gap-1 max-md:col-span-full md:col-start-2">
        <ul className="text-muted">
          {page.Lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {service.ManagedElsewhere && <p className="font-medium">Managed at the vendor</p>}
        {mayPlan && reach && reach.Have.Total > 1 && service.ChargingModel !== "OneTime" && (
          <p>
            <TextLink to={linkTo(screens.plans, {}, { ProductId })}>Change it for many customers</TextLink>
          </p>
        )}
      </div>
    </header>
  );
}

function Plans({ service, page, reach, mayAdd }: Props & { mayAdd: boolean }) {
  const phone = useMedia(widths.phone);
  const seesPrices = useSeesPrices();
  const groups = groupsOf(page.Plans);
  const [asked, setGroup] = useState<string>();
  const group = asked ?? [...groups.keys()][0]!;
  const plans = groups.get(group)!;
  const onOrder = (plan: ShopPlan) => openAddProduct({ productId: service.ProductId, plan: plan.Sku });
  const shown = { page, plans, holdings: reach?.Have.Plans };
  const mayQuote = useAllowed(screens.newQuote) && seesPrices && !service.ManagedElsewhere;
  const quote = mayQuote ? quoteAddress : undefined;
  const order = (plan: ShopPlan, isLeading: boolean) => (
    <div className="grid justify-items-center gap-1.5">
      {mayAdd && (
        <Button
          className="w-full"
          variant={isLeading ? "primary" : "secondary"}
          aria-label={`Order ${plan.Name}`}
          onClick={() => onOrder(plan)}
        >
          Order
        </Button>
      )}
      {quote && (
        <TextLink to={quote(plan)}>
          Quote<span className="sr-only"> {plan.Name}</span>
        </TextLink>
      )}
    </div>
  );
  const drawn = phone ? (
    <PlanCards key={group} {...shown} onOrder={mayAdd ? onOrder : undefined} quote={quote} />
  ) : isList(plans) ? (
    <PlanList {...shown} order={order} />
  ) : (
    <PlanTable {...shown} order={order} />
  );
  if (groups.size === 1) return <section aria-label="Plans">{drawn}</section>;
  return (
    <Tabs
      label="Plans"
      tabs={[...groups].map(([id, { length }]) => ({ id, label: id, count: length }))}
      value={group}
      onValue={setGroup}
    >
      {drawn}
    </Tabs>
  );
}

/** A quote that begins with a plan: for a year paid monthly, as most are, or else its first offer. */
const quoteAddress = ({ Offers }: ShopPlan) =>
  linkTo(
    screens.newQuote,
    {},
    {
      OfferId: (Offers.find(({ Term, Billing }) => Term === "P1Y" && Billing === "monthly") ?? Offers[0]!).OfferId,
    },
  );

const ProductSkeleton = () => (
  <div aria-hidden="true" className="grid gap-5">
    <div className="flex gap-4">
      <Skeleton className="size-12" />
      <div className="grid flex-1 content-start gap-2">
        <Skeleton className="h-7 w-60 max-md:w-40" />
        <Skeleton className="w-96 max-md:w-full" />
        <Skeleton className="w-80 max-md:w-full" />
      </div>
    </div>
    <Skeleton className="h-96 rounded-card!" />
  </div>
);

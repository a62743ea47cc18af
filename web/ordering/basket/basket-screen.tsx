import { basket, type Basket, type BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { useAllowed, useSession } from "../../platform/session.ts";
import { useWrite } from "../../platform/queries.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { PriceBreakdownSkeleton } from "../../shared/price-skeleton.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { BasketAgreements } from "./basket-agreements.tsx";
import { BasketCosts } from "./basket-costs.tsx";
import { BasketOrder } from "./basket-order.tsx";
import { PlacedOrders } from "./placed-orders.tsx";
import { RemovedOrders } from "./removed-orders.tsx";
import { basketQuery } from "./basket.queries.ts";
import { byCustomer, countOrders, isReady } from "./basket-words.ts";

/** Orders for several customers, each at its price now, that are placed all at once. */
export function BasketScreen() {
  const { data, error, refetch, isFetching } = useQuery(basketQuery);
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  if (!data) return <BasketSkeleton />;
  return <BasketPage data={data} isFetching={isFetching} />;
}

function BasketPage({ data: { Lines, Totals }, isFetching }: { data: Basket; isFetching: boolean }) {
  const [removed, setRemoved] = useState<readonly BasketLine[]>([]);
  const isChanging = useIsMutating() > 0 || isFetching;
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const seesMarketplace = useAllowed(screens.marketplace);
  const kept = Lines.filter(({ State }) => State !== "ordered");
  const placed = Lines.filter(({ State }) => State === "ordered");
  const ready = kept.filter(isReady);
  const place = useWrite(basket.place, { refreshes: ["basket", "services", "orders", "customers", "dashboard"] });
  const more = seesMarketplace && <TextLink to={screens.marketplace.path}>Add another product</TextLink>;
  const placeButton = (className: string) => (
    <Button
      variant="primary"
      className={className}
      disabled={ready.length === 0}
      busy={place.isPending}
      onClick={() => place.mutate({ body: { Lines: ready.map(({ Id, Proposal }) => ({ Id, Hash: Proposal!.Hash })) } })}
    >
      {ready.length === 0 ? "Place orders" : `Place ${countOrders(ready.length)}`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Basket"
        about={kept.length > 0 && `${countOrders(kept.length)} for ${customersIn(kept)}`}
        actions={kept.length > 0 && more}
      />
      <RemovedOrders lines={removed} onRestored={(id) => setRemoved(removed.filter((line) => line.Id !== id))} />
      {kept.length === 0 && placed.length === 0 && (
        <EmptyState icon="document" title="Your basket is empty" action={more}>
          Choose a plan for a customer, and add it to the basket instead of ordering it at once.
        </EmptyState>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <BasketAgreements lines={kept} />
          {[...byCustomer(kept).values()].map((orders) => (
            <Card
              key={orders[0]!.CustomerId}
              title={orders[0]!.CustomerName}
              actions={<TextLink to={customerAddress(orders[0]!.CustomerId)}>Open customer</TextLink>}
            >
              <ul className="divide-y divide-line">
                {orders.map((line) => (
                  <BasketOrder
                    key={line.Id}
                    {...{ line, currency }}
                    onRemoved={(gone) => setRemoved([...removed, gone])}
                  />
                ))}
              </ul>
            </Card>
          ))}
          {placed.length > 0 && <PlacedOrders lines={placed} waiting={kept.length} />}
        </div>
        {kept.length > 0 && (
          <aside className="grid gap-3 lg:sticky lg:top-[calc(var(--header)+16px)]">
            {Totals.map((total) => (
              <BasketCosts key={total.Currency} lines={kept} total={total} stale={isChanging} />
            ))}
            <div className="grid gap-2 max-lg:hidden">
              {placeButton("w-full")}
              <p className="text-center text-sm text-muted">
                {ready.length < kept.length
                  ? "What cannot be ordered now stays in the basket."
                  : "Each at exactly these amounts, or it stays in the basket."}
              </p>
            </div>
          </aside>
        )}
      </div>
      {kept.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 mt-5 flex items-center justify-between gap-4 border-t border-line bg-canvas px-4 py-3 md:-mx-6 md:px-6 lg:hidden">
          <p className="figures min-w-0 flex-1">
            {Totals.map(({ Gross }) => (
              <span key={Gross.Currency} className="grid">
                <span className="text-sm text-muted">Total now, with VAT</span>
                <strong className="text-md font-semibold">{formatMoney(Gross)}</strong>
              </span>
            ))}
          </p>
          {placeButton("")}
        </div>
      )}
    </>
  );
}

const customersIn = (lines: readonly BasketLine[]): string => {
  const { size } = byCustomer(lines);
  return size === 1 ? "1 customer" : `${size} customers`;
};

const BasketSkeleton = () => (
  <div aria-hidden="true" className="grid gap-6">
    <Skeleton className="h-7 w-40" />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_344px]">
      <div className="grid gap-4">
        <Skeleton className="h-48 rounded-card!" />
        <Skeleton className="h-48 rounded-card!" />
      </div>
      <PriceBreakdownSkeleton />
    </div>
  </div>
);

import { acts } from "@tradewind/contract/acts.ts";
import { linkTo, writeSearch, type AskedOf } from "@tradewind/contract/address.ts";
import type { ServiceCustomer } from "@tradewind/contract/ordering/my-services.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { SortButton } from "../../ui/sort-button.tsx";
import { sortOf } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { useRows } from "../../shared/list/list-table.tsx";
import { useTypedSearch } from "../../shared/list/use-typed-search.ts";
import { useAllowed, useMayAddCustomers } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { productChoices } from "../../shared/product-choices.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf, useSearchOf } from "../../shared/screen-address.ts";
import { ServiceListSkeleton } from "../../shared/service-list.tsx";
import { hasFailed, nextStep, sentence, ServiceStatus } from "../../shared/service-status.tsx";
import { countedEach } from "../../shared/units.ts";
import { CustomerLists } from "./customer-lists.tsx";
import { holdersQuery, myServicesQuery, shownQuery } from "./my-services.queries.ts";
import { MyServicesRail, productAddress } from "../../shared/my-services-rail.tsx";

/**
 * My services of one product (`services/{type}/{productId}/1`, `services/exclaimer`): who has it, and on demand each
 * customer's lists. The address says whose are open.
 */
export function MyServiceScreen() {
  const params: { productId?: string } = useParamsOf(screens.servicesOfProduct);
  const productId = params.productId ?? "exclaimer";
  const { Search, Sort, CustomerId } = useSearchOf(screens.servicesOfProduct);
  const navigate = useNavigate();
  const seesPlans = useAllowed(screens.plans);
  const mayOrder = useAllowed(acts.order);
  const mayAddCustomers = useMayAddCustomers();
  const shown = useQuery(shownQuery(productId)).data;
  const addsCustomer =
    mayOrder &&
    mayAddCustomers &&
    shown?.CustomerLists.some(({ BottomCustomControl }) => BottomCustomControl === "add-customer");
  const mine = useQuery(myServicesQuery).data;
  const product = mine?.find(({ Id }) => Id === productId);
  useCrumb(product?.Name);
  const ask = (search: AskedOf<typeof screens.servicesOfProduct>) =>
    void navigate({
      to: productAddress(productId),
      // What is typed is asked for as well, though the address does not have it yet.
      search: writeSearch(screens.servicesOfProduct, { Search: text.trim(), Sort, CustomerId, ...search }),
      replace: true,
      resetScroll: false,
    });
  const [text, setText] = useTypedSearch(Search, (found) => ask({ Search: found, CustomerId: undefined }));
  const list = useInfiniteQuery(holdersQuery(productId, Search, Sort));
  const { rows, loadMore } = useRows(list);
  return (
    <>
      <PageHeader
        title={product?.Name ?? "Services"}
        about={product && servicesWord(product.Services)}
        actions={
          seesPlans &&
          mayOrder && (
            <TextLink to={linkTo(screens.plans, {}, { ProductId: productId, CustomerId })}>Change many</TextLink>
          )
        }
      />
      <div className="grid gap-6 lg:grid-cols-[240px_minmax(0,1fr)]">
        <MyServicesRail open={productId} />
        <div className="grid content-start gap-4">
          <div className="flex flex-wrap items-end gap-3">
            <Select
              label="Product"
              quietLabel
              className="w-60 max-md:w-full lg:hidden"
              value={productId}
              onChange={({ target }) => void navigate({ to: productAddress(target.value) })}
              choices={productChoices(mine ?? [], productId)}
            />
            <SearchBox
              label="Search customers"
              className="max-md:w-full"
              value={text}
              maxLength={screens.servicesOfProduct.search?.["Search"]?.longest ?? 100}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
          <Card flush>
            {list.isPending ? (
              <ServiceListSkeleton />
            ) : list.isError && rows.length === 0 ? (
              <QueryError tight error={list.error} onRetry={() => void list.refetch()} />
            ) : rows.length === 0 ? (
              <EmptyState
                icon={Search ? "search" : "cloud"}
                title={Search ? "No customers match" : "No customer has this product"}
                action={Search && <Button onClick={() => ask({ Search: "" })}>Clear filters</Button>}
              >
                {Search
                  ? `No customer with this product is called “${Search}”.`
                  : "Customers appear here as soon as a service of theirs is ordered."}
              </EmptyState>
            ) : (
              <>
                <div className="border-b border-line px-3 py-1">
                  <SortButton
                    label="Customer"
                    aria-label={Sort === "name" ? "Customer, A to Z" : "Customer, Z to A"}
                    direction={sortOf(Sort, "name")}
                    onPress={() => ask({ Sort: Sort === "name" ? "-name" : "name" })}
                  />
                </div>
                <ul>
                  {rows.map((row) => (
                    <Holder
                      key={row.OrganisationId}
                      customer={row}
                      productId={productId}
                      isOpen={CustomerId === row.OrganisationId}
                      onOpen={(open) =>
                        // With what was typed, even if it is not asked yet.
                        ask({ Search: text.trim(), CustomerId: open ? row.OrganisationId : undefined })
                      }
                    />
                  ))}
                </ul>
              </>
            )}
          </Card>
          {(list.hasNextPage || addsCustomer) && (
            <div className="flex flex-wrap justify-center gap-3">
              {list.hasNextPage && (
                <Button busy={list.isFetchingNextPage} onClick={loadMore}>
                  Show more customers
                </Button>
              )}
              {addsCustomer && (
                <Button icon="add" onClick={() => openAddProduct({ productId })}>
                  Add new customer
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  );
}

const servicesWord = (count: number) => (count === 1 ? "1 service" : `${count.toLocaleString("en-GB")} services`);

type HolderProps = {
  customer: ServiceCustomer;
  productId: string;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
};

/** A customer who has the product: how much of it and how it stands, and its lists below when it is opened. */
function Holder({ customer, productId, isOpen, onOpen }: HolderProps) {
  const panel = useId();
  return (
    <li className="border-b border-line last:border-0">
      <div className="has-[button:hover]:bg-canvas">
        <h2 className="text-base font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-left max-md:px-4"
            onClick={() => onOpen(!isOpen)}
          >
            <Icon name={isOpen ? "chevronDown" : "chevronRight"} className="text-muted" />
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">{customer.Name}</span>
            <span className="figures text-sm text-muted max-md:order-last max-md:basis-full max-md:pl-8">
              {countedEach(customer.Quantities)}
            </span>
            <span className="md:w-44">
              <ServiceStatus service={customer} />
            </span>
          </button>
        </h2>
        {!isOpen && hasFailed(customer.Status) && (
          <p className="-mt-1 pr-5 pb-3 pl-13 text-sm wrap-anywhere max-md:pl-12">
            <span className="text-danger">{sentence(customer.Reason ?? "")}</span>{" "}
            <span className="text-muted">{nextStep(customer.Status)}</span>
          </p>
        )}
      </div>
      {isOpen && (
        <div id={panel} className="border-t border-line bg-canvas/60 px-5 py-4 max-md:px-4">
          <CustomerLists productId={productId} customerId={customer.OrganisationId} customerName={customer.Name} />
        </div>
      )}
    </li>
  );
}

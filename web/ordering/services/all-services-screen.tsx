import { screens } from "@tradewind/contract/screens.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { formatBusinessDay } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { serviceAddress } from "../../shared/customer-context.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { productChoices } from "../../shared/product-choices.ts";
import { countedEach, namesHeld } from "../../shared/units.ts";
import { hasFailed, ServiceStatus } from "../../shared/service-status.tsx";
import { RouterButton } from "../../shared/router-button.tsx";
import { useAllowed, useSession } from "../../platform/session.ts";
import { Segmented, Select } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { MyServicesRail } from "../../shared/my-services-rail.tsx";
import { serviceCountQuery, serviceListQuery } from "./services.queries.ts";

const columns: readonly Column<ServiceItem>[] = [
  { id: "customer", header: "Customer", width: "minmax(180px, 3fr)", sortable: true, cell: (row) => row.CustomerName },
  {
    id: "product",
    header: "Product",
    width: "minmax(200px, 4fr)",
    card: "line",
    cell: (row) => (
      <span className="truncate">
        {row.ProductName}
        {row.UserName && <span className="text-muted"> · {row.UserName}</span>}
        {row.Reason && hasFailed(row.Status) && <span className="text-danger"> · {row.Reason}</span>}
        {row.Names.length > 0 && <span className="text-muted"> · {namesHeld(row.Names)}</span>}
      </span>
    ),
  },
  { id: "state", header: "State", width: "170px", card: "corner", cell: (row) => <ServiceStatus service={row} /> },
  {
    id: "quantity",
    header: "Units",
    width: "minmax(140px, 2fr)",
    align: "end",
    from: "large",
    cell: (row) => (
      <span className="block truncate" title={countedEach(row.Quantities)}>
        {countedEach(row.Quantities)}
      </span>
    ),
  },
  {
    id: "since",
    header: "Since",
    width: "130px",
    align: "end",
    sortable: true,
    quiet: true,
    cell: (row) => formatBusinessDay(row.Since),
  },
];

/** The services of all customers: what each has, how it stands, and where something failed. */
export function AllServicesScreen() {
  const filter = useFilter(screens.services);
  const { Sort: _, ...found } = filter.asked;
  const mayOrder = useAllowed(screens.marketplace);
  const seesRequests = useAllowed(screens.requests);
  const { isEndUser, isEndUserAdmin: isCustomers } = useSession().User;
  const list = useInfiniteQuery(serviceListQuery(filter.asked));
  // The rows come first; the figures about them follow.
  const { data: counts } = useQuery({ ...serviceCountQuery(filter.asked), enabled: !list.isPending });
  const total = { all: counts?.Total, active: counts?.Active, changing: counts?.Changing, failed: counts?.Failed };
  const choice = (value: keyof typeof total, label: string) => ({
    value,
    label: total[value] === undefined ? label : `${label} ${total[value].toLocaleString("en-GB")}`,
  });
  return (
    <div className="grid gap-6 lg:grid-cols-[240px_minmax(0,1fr)]">
      <div className="max-lg:hidden lg:pt-20">
        <MyServicesRail />
      </div>
      <div className="min-w-0">
        <ListScreen
          title="Services"
          words={["service", "services"]}
          filter={filter}
          headActions={
            <>
              {/* The menu of the reseller's people has them. */}
              {seesRequests && isCustomers && <TextLink to={screens.requests.path}>Requests</TextLink>}
              {list.data?.pages[0]?.Items.length ? (
                <DownloadButton endpoint={serviceLists.csv} sent={{ query: found }} fileName="services.csv">
                  Export CSV
                </DownloadButton>
              ) : undefined}
            </>
          }
          searchLabel="Search customers"
          filters={
            <>
              <Select
                label="Product"
                quietLabel
                className="w-60 max-md:w-full"
                value={filter.asked.ProductId ?? ""}
                onChange={({ target }) => filter.ask({ ProductId: target.value })}
                placeholder="All products"
                choices={productChoices(counts?.Products ?? [], filter.asked.ProductId)}
              />
              <div className="max-w-full overflow-x-auto">
                <Segmented
                  label="State"
                  quietLabel
                  value={filter.asked.State ?? "all"}
                  onValue={(value) => filter.ask({ State: value === "all" ? undefined : value })}
                  choices={[
                    choice("all", "All"),
                    choice("active", "Active"),
                    choice("changing", "Changing"),
                    choice("failed", "Failed"),
                  ]}
                />
              </div>
            </>
          }
          settings="services"
          list={list}
          columns={columns}
          rowKey={(row) => row.Id}
          href={(row) => serviceAddress(row.CustomerId, row.Id)}
          renderLink={rowLink}
          total={total[filter.asked.State ?? "all"]}
          empty={
            <EmptyState
              icon="cloud"
              title="No services yet"
              action={mayOrder && <RouterButton to={screens.marketplace.path}>Add product</RouterButton>}
            >
              {isEndUser
                ? "Services that are set up for you appear here."
                : "Services you order for your customers appear here, with their state at the vendor."}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}

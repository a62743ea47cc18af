import { acts } from "@tradewind/contract/acts.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { ListColumn, myServices, ServiceDetail } from "@tradewind/contract/ordering/my-services.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useAllowed } from "../../platform/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { customerAddress, serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { RetryButton } from "../../shared/retry-button.tsx";
import { hasFailed, nextStep, sentence, ServiceState } from "../../shared/service-status.tsx";
import { countedEach } from "../../shared/units.ts";
import { customerListQuery, detailButtonsQuery, shownQuery, type OfList } from "./my-services.queries.ts";
import { ServerButtons } from "../../shared/server-buttons.tsx";

type List = ResultOf<typeof myServices.schema>["CustomerLists"][number];

/** A customer's services of one product, in the lists that the server describes. */
export function CustomerLists(of: { productId: string; customerId: string; customerName: string }) {
  const { data: shown, error, refetch } = useQuery(shownQuery(of.productId));
  if (error && !shown) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!shown) return <Skeleton className="h-24" />;
  return (
    <div className="grid gap-6">
      {shown.CustomerLists.map((list) => (
        <CustomerList
          key={list.Id}
          list={list}
          of={{ productId: of.productId, customerId: of.customerId, listId: list.Id, assigned: shown.AssignedLicences }}
          customerName={of.customerName}
        />
      ))}
      <TextLink to={customerAddress(of.customerId)}>Open {of.customerName}</TextLink>
    </div>
  );
}

function CustomerList({ list, of, customerName }: { list: List; of: OfList; customerName: string }) {
  const { data, error, refetch } = useQuery(customerListQuery(of));
  const [open, setOpen] = useState<string>();
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  const { Columns, Items, Buttons } = data;
  if (Items.length === 0 && Buttons.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label={`${list.Name} of ${customerName}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{list.Name}</h3>
        <ServerButtons buttons={Buttons} />
      </div>
      {Items.length === 0 ? (
        <p className="text-sm text-muted">No {list.Name.toLowerCase()} yet.</p>
      ) : (
        <table className="w-full rounded-card border border-line bg-surface text-left max-md:block">
          <thead className="max-md:sr-only">
            <tr>
              {Columns.map((column) => (
                <th
                  key={column.Id}
                  scope="col"
                  className={cx("px-3 py-2 text-sm font-medium text-muted", sideOf(column))}
                >
                  {column.Name}
                </th>
              ))}
              <th scope="col" className="w-12">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          {Items.map((row) => (
            <Detail
              key={row.Id}
              columns={Columns}
              row={row}
              of={of}
              isOpen={open === row.Id}
              onOpen={() => setOpen(open === row.Id ? undefined : row.Id)}
            />
          ))}
        </table>
      )}
      {Items.length > 1 && <p className="figures text-right text-sm text-muted">{countedEach(totalOf(Items))}</p>}
    </section>
  );
}

const sideOf = ({ Type }: ListColumn) =>
  Type === "units" || Type === "number" || Type === "day" ? "md:text-right" : "";

/** Sums what is bought, each unit by itself. */
const totalOf = (items: readonly ServiceDetail[]) =>
  [...Map.groupBy(items, ({ Unit }) => Unit)].map(([Unit, of]) => ({
    Unit,
    Quantity: of.reduce((sum, { Values }) => sum + Number(Values["Quantity"] ?? 0), 0),
  }));

type DetailProps = {
  columns: readonly ListColumn[];
  row: ServiceDetail;
  of: OfList;
  isOpen: boolean;
  onOpen: () => void;
};

/** One row of a list, and below it, when it is opened, what can be done to it. */
function Detail({ columns, row, of, isOpen, onOpen }: DetailProps) {
  return (
    <tbody className="max-md:block">
      <tr className="border-t border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:py-2">
        {columns.map((column, at) => (
          <td
            key={column.Id}
            className={cx(
              "px-3 py-2 align-top wrap-anywhere max-md:py-0.5",
              at === 0 ? "font-medium max-md:order-1" : "max-md:order-3 max-md:col-span-2 max-md:text-sm",
              sideOf(column),
            )}
          >
            {at > 0 && <span className="text-muted md:hidden">{column.Name}: </span>}
            <Cell column={column} row={row} />
          </td>
        ))}
        <td className="px-1 py-1 text-right max-md:order-2">
          <IconButton
            icon={isOpen ? "chevronDown" : "chevronRight"}
            label={`Actions for ${row.Name}`}
            aria-expanded={isOpen}
            size="small"
            onClick={onOpen}
          />
        </td>
      </tr>
      {hasFailed(row.Status) && (
        <tr className="max-md:block">
          <td colSpan={columns.length + 1} className="px-3 pb-3 text-sm wrap-anywhere max-md:block">
            <WayOut row={row} customerId={of.customerId} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr className="max-md:block">
          <td colSpan={columns.length + 1} className="px-3 pb-3 max-md:block">
            <DetailButtons of={of} detailId={row.Id} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Why something failed, and what to do about it. */
function WayOut({ row, customerId }: { row: ServiceDetail; customerId: string }) {
  const mayRetry = useAllowed(acts.retryOrder);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        <span className="text-danger">{sentence(row.Reason ?? "")}</span>{" "}
        <span className="text-muted">{nextStep(row.Status)}</span>
      </p>
      {mayRetry ? (
        <RetryButton instanceId={row.InstanceId} name={row.Name} size="small" />
      ) : (
        <TextLink to={serviceAddress(customerId, row.InstanceId)}>Open service</TextLink>
      )}
    </div>
  );
}

function Cell({ column, row }: { column: ListColumn; row: ServiceDetail }): ReactNode {
  const value = row.Values[column.Id] ?? null;
  switch (column.Type) {
    case "state":
      return row.Status === "Active" && row.IsSuspended ? (
        <StatusDot tone="disabled">Suspended</StatusDot>
      ) : (
        <ServiceState status={row.Status} />
      );
    case "units":
      return <span className="figures">{counted(Number(value), row.Unit)}</span>;
    case "number":
      return <span className="figures">{Number(value).toLocaleString("en-GB")}</span>;
    case "day":
      return <span className="figures">{value === null ? "–" : formatLastDay(String(value))}</span>;
    default:
      return value ?? "–";
  }
}

function DetailButtons({ of, detailId }: { of: OfList; detailId: string }) {
  const { data, error, refetch } = useQuery(detailButtonsQuery(of, detailId));
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  return data ? <ServerButtons buttons={data} /> : <Skeleton className="h-8 w-64" />;
}

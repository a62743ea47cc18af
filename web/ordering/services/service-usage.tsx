import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted, unitLabel } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { useAllowed } from "../../platform/session.ts";
import { serviceUsageQuery } from "./services.queries.ts";

type Month = ResultOf<typeof meteredUsage.ofService>["Months"][number];
type Meter = Month["Meters"][number];

/** Shows what a service used, the latest month first, each meter with its days on demand. */
export function ServiceUsage({ instanceId }: { instanceId: string }) {
  const { data, error, refetch } = useQuery(serviceUsageQuery(instanceId));
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} tight />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.Months.length === 0)
    return (
      <Card>
        <EmptyState tight icon="chart" title="Nothing measured yet">
          The vendor is asked once a day what this service uses.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-4">
      {data.Months.map((month) => (
        <Card key={month.Month} title={formatMonth(month.Month)} flush>
          <ul className="divide-y divide-line border-t border-line">
            {month.Meters.map((meter) => (
              <li key={`${meter.SubscriptionId} ${meter.Meter}`} className="px-5 py-3 max-md:px-4">
                <MeterOfMonth meter={meter} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

const amount = (quantity: string) => Number(quantity).toLocaleString("en-GB", { maximumFractionDigits: 8 });

type Price = NonNullable<Meter["Price"]>;

const addressOf = ({ Id, Kind }: Price["Documents"][number]) =>
  linkTo(Kind === "invoice" ? screens.invoice : screens.creditMemo, { invoiceId: Id });

function Cost({ price: { Quantity, Amount, ReportedAt } }: { price: Price }) {
  if (Number(Quantity) === 0) return <span className="text-sm text-muted">Within its licences</span>;
  if (!Amount) return null;
  return (
    <span className="text-sm text-muted">
      {ReportedAt === null ? "Estimate " : "Charged "}
      <MoneyText value={Amount} />
    </span>
  );
}

/** Says what a month costs above its licences, by whose figure, and where that stands. */
function PriceOfMonth({ price, unit }: { price: Price; unit: string }) {
  const mayOpen = useAllowed(screens.invoice);
  const { Licences, Quantity, UnitCost, Amount, ReportedAt, Corrections, Documents } = price;
  const licences = counted(Number(Licences), unit);
  const above = Number(Quantity);
  return (
    <div className="mt-3 grid gap-1 text-sm">
      <p>
        {above === 0 ? (
          <>Within the {licences} of its licences, so nothing more is charged.</>
        ) : (
          <>
            {counted(above, unit)} above the {licences} of its licences
            {UnitCost && Amount && (
              <>
                {" "}
                × <span className="figures">{formatUnitPrice(UnitCost, Amount.Currency)}</span> ={" "}
                <MoneyText value={Amount} />
              </>
            )}
          </>
        )}
      </p>
      <p className="text-muted">
        {ReportedAt === null
          ? "An estimate from what was measured so far. The vendor’s report of the whole month decides what is charged."
          : `By the vendor’s report, read on ${formatDate(ReportedAt)}${Corrections > 0 ? `, corrected ${Corrections === 1 ? "once" : `${Corrections} times`}` : ""}.`}
        {Documents.length > 0 && (
          <>
            {" "}
            On{" "}
            {Documents.map((document, index) => (
              <span key={document.Id}>
                {index > 0 && ", "}
                {mayOpen ? <TextLink to={addressOf(document)}>{document.Number}</TextLink> : document.Number}
              </span>
            ))}
            .
          </>
        )}
        {ReportedAt !== null && Amount && Documents.length === 0 && above > 0 && " It will be on the next invoice."}
      </p>
    </div>
  );
}

function MeterOfMonth({ meter }: { meter: Meter }) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="shrink-0 text-muted group-open:rotate-90" />
        <span className="grid min-w-0 flex-1">
          <span className="font-medium wrap-anywhere">{meter.SubscriptionName}</span>
          <span className="text-sm text-muted">{meter.Name}</span>
        </span>
        <span className="grid text-right">
          <span className="figures text-md font-semibold">{counted(Number(meter.Total), meter.Unit)}</span>
          {meter.Price && <Cost price={meter.Price} />}
        </span>
      </summary>
      {meter.Price && <PriceOfMonth price={meter.Price} unit={meter.Unit} />}
      {meter.Days.length > 0 && (
        <table className="mt-3 w-full text-sm">
          <caption className="sr-only">{meter.SubscriptionName} by day</caption>
          <thead className="text-left text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Day
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {unitLabel(meter.Unit)}
              </th>
            </tr>
          </thead>
          <tbody className="figures">
            {meter.Days.map((each) => (
              <tr key={each.Day} className="border-t border-line">
                <td className="py-1">{formatDate(each.Day)}</td>
                <td className="py-1 text-right">{amount(each.Quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

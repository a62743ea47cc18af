import { acts } from "@tradewind/contract/acts.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { customerOverview, OverviewItem } from "@tradewind/contract/ordering/customer-overview.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { marginOf } from "@tradewind/domain/pricing/margin.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { lazy, Suspense, useState } from "react";
import { useAllowed, useSession } from "../../platform/session.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { ProductIcon } from "../../shared/product-icon.tsx";
import { billingWords, formatUnitPrice, termWords } from "../../shared/proposal/unit-price.ts";
import { changeWords } from "../../shared/units.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";

const HeldChange = lazy(async () => ({ default: (await import("./held-change.tsx")).HeldChange }));

export type Overview = ResultOf<typeof customerOverview.overview>;
type Props = { customerId: string; overview: Overview };

const plain = "md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]";
const withMoney = "md:grid-cols-[minmax(0,3.2fr)_minmax(0,1.7fr)_6rem_6rem_4.5rem_minmax(0,2fr)]";

/** Lists a customer's subscriptions with their add-ons below them: units, worth a month, and what comes next. */
export function HeldList({ customerId, overview: { Subscriptions, Monthly, Ended } }: Props) {
  const [changing, setChanging] = useState<OverviewItem>();
  const tracks = Monthly ? withMoney : plain;
  const ordered = Subscriptions.filter((each) => !Subscriptions.some(({ Id }) => Id === each.ParentId)).flatMap(
    (each) => [each, ...Subscriptions.filter(({ ParentId }) => ParentId === each.Id)],
  );
  return (
    <Card title="Subscriptions" flush>
      <div role="table" aria-label="Subscriptions" className="border-t border-line">
        <div role="rowgroup" className="max-md:sr-only">
          <div role="row" className={`grid gap-x-4 px-5 py-2 text-sm text-muted ${tracks}`}>
            <span role="columnheader">Subscription</span>
            <span role="columnheader">Quantity</span>
            {Monthly && (
              <>
                <span role="columnheader" className="md:text-right">
                  Cost
                </span>
                <span role="columnheader" className="md:text-right">
                  Sales
                </span>
                <span role="columnheader" className="md:text-right">
                  Margin
                </span>
              </>
            )}
            <span role="columnheader" className="md:pl-3">
              Renewal
            </span>
          </div>
        </div>
        <div role="rowgroup" className="divide-y divide-line border-t border-line">
          {ordered.map((each) => (
            <Row
              key={each.Id}
              item={each}
              nested={Subscriptions.some(({ Id }) => Id === each.ParentId)}
              {...{ customerId, tracks, priced: Monthly !== null }}
              onChange={() => setChanging(each)}
            />
          ))}
        </div>
      </div>
      {Monthly && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted max-md:px-4">
          Amounts each month, before VAT.{" "}
          {Monthly.Unpriced > 0 &&
            `${Monthly.Unpriced === 1 ? "One subscription has" : `${Monthly.Unpriced} subscriptions have`} no price of yours, so sales and margin are without ${Monthly.Unpriced === 1 ? "it" : "them"}.`}
        </p>
      )}
      {Ended.length > 0 && (
        <details className="border-t border-line px-5 py-3 max-md:px-4">
          <summary className="min-h-6 text-muted hover:text-ink">
            {Ended.length} ended {Ended.length === 1 ? "subscription" : "subscriptions"}
          </summary>
          <ul className="mt-2 grid gap-1.5">
            {Ended.map(({ Id, Name, Quantity, Unit }) => (
              <li key={Id} className="figures flex justify-between gap-4 text-muted">
                <span className="min-w-0 wrap-anywhere">{Name}</span>
                <span>{counted(Quantity, Unit)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changing && (
        <Suspense fallback={null}>
          <HeldChange item={changing} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

type RowProps = {
  customerId: string;
  item: OverviewItem;
  nested: boolean;
  tracks: string;
  priced: boolean;
  onChange: () => void;
};

function Row({ customerId, item, nested, tracks, priced, onChange }: RowProps) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const { Monthly, UnitCost, Billing } = item;
  const margin = Monthly?.Price ? marginOf(Monthly.Cost.Minor, Monthly.Price.Minor).percent : null;
  return (
    <div
      role="row"
      className={`grid items-center gap-x-4 gap-y-1.5 px-5 py-2.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 ${tracks}`}
    >
      <div role="cell" className={`flex min-w-0 items-center gap-3 max-md:col-span-2 ${nested ? "pl-6" : ""}`}>
        <ProductIcon icon={item.Icon} name={item.ProductName} />
        <div className="grid min-w-0">
          <TextLink to={serviceAddress(customerId, item.InstanceId)}>{item.Name}</TextLink>
          <span className="text-sm text-muted">
            {nested && "Add-on · "}
            {[
              item.Term === "none" ? undefined : termWords[item.Term],
              Billing === "once" ? "bought once" : `billed each ${billingWords[Billing]}`,
              UnitCost === null ? undefined : `${formatUnitPrice(UnitCost, currency)} each`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
      </div>
      <div role="cell" className="figures">
        <Units item={item} onChange={onChange} />
      </div>
      {priced && (
        <>
          <div role="cell" className="text-right text-muted max-md:hidden">
            {Monthly ? <MoneyText value={Monthly.Cost} /> : "–"}
          </div>
          <div role="cell" className="text-right">
            {Monthly?.Price ? <MoneyText value={Monthly.Price} /> : "–"}
            <span className="text-sm text-muted md:hidden">
              {Monthly?.Price ? " sales" : " no price"}
              {Monthly && (
                <>
                  , <MoneyText value={Monthly.Cost} /> cost
                </>
              )}
            </span>
          </div>
          <div role="cell" className="figures text-right text-muted max-md:hidden">
            {margin === null ? "–" : `${margin} %`}
          </div>
        </>
      )}
      <div
        role="cell"
        className={`grid text-sm max-md:col-span-2 md:pl-3 ${item.TermUntil === null && !item.GiveBack ? "max-md:hidden" : ""}`}
      >
        <Renewal item={item} />
      </div>
    </div>
  );
}

/** How many it is of; pressed, it is changed. */
function Units({ item, onChange }: { item: OverviewItem; onChange: () => void }) {
  const mayOrder = useAllowed(acts.order);
  const words = counted(item.Quantity, item.Unit);
  const mark =
    item.AtVendor === "refused" ? (
      <StatusDot tone="fail">Refused</StatusDot>
    ) : item.AtVendor === "changing" ? (
      <StatusDot tone="information" moving>
        Changing
      </StatusDot>
    ) : item.Status === "suspended" ? (
      <StatusDot tone="warning">Suspended</StatusDot>
    ) : null;
  if (mark !== null || !mayOrder || item.Billing === "once")
    return (
      <span className="grid">
        {words}
        {mark}
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`${words}. ${changeWords(item.Unit)} of ${item.Name}`}
      className="inline-flex min-h-8 items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-left hover:bg-sunken max-md:min-h-11"
      onClick={onChange}
    >
      {words}
      <Icon name="edit" size={14} className="shrink-0 text-muted" />
    </button>
  );
}

/** When its term ends and what happens then, and until when units can be given back. */
function Renewal({
  item: { TermUntil, TermEnd, Quantity: quantity, Unit, Billing, GiveBack },
}: {
  item: OverviewItem;
}) {
  const later = TermEnd.Quantity ?? quantity;
  return (
    <>
      {TermUntil === null ? (
        <span className="text-muted">{Billing === "once" ? "Bought once" : "No term"}</span>
      ) : (
        <>
          <span>{formatDate(TermUntil)}</span>
          <span className={TermEnd.Outcome === "renew" ? "text-muted" : "text-warning"}>
            {TermEnd.Outcome === "cancel"
              ? `ends, the last day is ${formatLastDay(TermUntil)}`
              : TermEnd.Outcome === "extend"
                ? "runs on by the day"
                : `renews with ${counted(later, Unit)}`}
          </span>
        </>
      )}
      {GiveBack && (
        <span className="pt-0.5">
          <Badge tone="information">{`${GiveBack.Quantity.toLocaleString("en-GB")} back by ${formatDate(GiveBack.Until)}`}</Badge>
        </span>
      )}
    </>
  );
}

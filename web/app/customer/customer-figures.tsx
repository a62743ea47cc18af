import type { Overview } from "../../ordering/services/held-list.tsx";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { marginOf } from "@tradewind/domain/pricing/margin.ts";
import { daysBetween } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAllowed, useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { ticketCountQuery } from "../../support/tickets/tickets.queries.ts";
import { formatMoney } from "../../ui/money-text.tsx";

const minus = (a: string, b: string) => String(BigInt(a) - BigInt(b));

/** What a customer is worth a month, when its next term ends, and how many of its tickets are open. */
export function CustomerFigures({ customerId, overview }: { customerId: string; overview: Overview }) {
  const today = useSession().Today;
  const { Monthly, NextRenewal } = overview;
  const priced = Monthly?.Price;
  const margin = Monthly && priced && marginOf(Monthly.CostOfPriced.Minor, priced.Minor).percent;
  return (
    <dl className="mb-5 grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {Monthly && (
        <>
          <Figure label="Sales each month" note={priced ? undefined : "No price of yours is known"}>
            {priced ? formatMoney(priced) : "–"}
          </Figure>
          <Figure
            label="Cost each month"
            note={
              priced && Monthly.Cost.Minor !== Monthly.CostOfPriced.Minor
                ? `${formatMoney(Monthly.CostOfPriced)} of what has a price`
                : undefined
            }
          >
            {formatMoney(Monthly.Cost)}
          </Figure>
          <Figure label="Margin" note={margin ? `${margin} %` : undefined}>
            {priced ? formatMoney({ ...priced, Minor: minus(priced.Minor, Monthly.CostOfPriced.Minor) }) : "–"}
          </Figure>
        </>
      )}
      <Figure
        label="Next renewal"
        note={NextRenewal ? `in ${counted(Math.max(0, daysBetween(today, NextRenewal)), "day")}` : undefined}
      >
        {NextRenewal ? formatDate(NextRenewal) : "None"}
      </Figure>
      <Tickets customerId={customerId} />
    </dl>
  );
}

function Tickets({ customerId }: { customerId: string }) {
  const mayRead = useAllowed(screens.tickets);
  const { data } = useQuery({ ...ticketCountQuery({ ...everyTicket, CustomerId: customerId }), enabled: mayRead });
  if (!mayRead || !data) return null;
  const open = data.New + data.Open + data["Waiting for you"];
  const yours = data["Waiting for you"];
  return (
    <Figure label="Tickets" note={yours > 0 ? `${yours.toLocaleString("en-GB")} your turn` : undefined}>
      <TextLink
        to={linkTo(screens.tickets, {}, { CustomerId: customerId })}
      >{`${open.toLocaleString("en-GB")} open`}</TextLink>
    </Figure>
  );
}

export const everyTicket = { Search: "", Sort: "-updated" } as const;

const Figure = ({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) => (
  <div className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 max-md:last:odd:col-span-2">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures flex flex-wrap items-baseline gap-x-2 text-lg font-semibold">
      {children}
      {note && <span className="text-sm font-normal text-muted">{note}</span>}
    </dd>
  </div>
);

import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { daysBetween } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chargesQuery } from "../../billing/customer-charges/customer-charges.queries.ts";
import { activityQuery } from "../../customers/customers/customers.queries.ts";
import type { Overview } from "../../ordering/services/held-list.tsx";
import { useAllowed, useSession } from "../../platform/session.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { ticketListQuery } from "../../support/tickets/tickets.queries.ts";
import { TicketStatus } from "../../support/tickets/ticket-words.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { everyTicket } from "./customer-figures.tsx";

const mostLines = 4;

/** What comes next for a customer and what happened last: renewals, tickets, charges and activity. */
export function CustomerRail({ customerId, overview }: { customerId: string; overview: Overview }) {
  return (
    <div className="grid content-start gap-4">
      <Renewals overview={overview} />
      {useAllowed(screens.tickets) && <Tickets customerId={customerId} />}
      {useAllowed(acts.seeCharges) && <Charges customerId={customerId} />}
      <Activity customerId={customerId} />
    </div>
  );
}

const Lines = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <Card title={title} actions={action} flush>
    <ul className="divide-y divide-line border-t border-line">{children}</ul>
  </Card>
);
const line = "flex items-start justify-between gap-3 px-5 py-2.5 max-md:px-4";

function Renewals({ overview: { Subscriptions } }: { overview: Overview }) {
  const today = useSession().Today;
  const mayOpen = useAllowed(screens.renewals);
  const days = Map.groupBy(
    Subscriptions.filter(({ Term, TermUntil }) => Term !== "P1M" && TermUntil !== null),
    ({ TermUntil }) => TermUntil!,
  );
  const next = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostLines);
  if (next.length === 0) return null;
  return (
    <Lines title="Renewals" action={mayOpen && <TextLink to={screens.renewals.path}>All renewals</TextLink>}>
      {next.map(([day, ending]) => {
        const leaving = ending.filter(({ TermEnd }) => TermEnd.Outcome === "cancel").length;
        return (
          <li key={day} className={line}>
            <span className="grid min-w-0">
              <span className="font-medium">{formatDate(day)}</span>
              <span className="text-sm text-muted">
                {counted(ending.length, "subscription")}
                {leaving > 0 && `, ${leaving === ending.length ? "not renewed" : `${leaving} not renewed`}`}
              </span>
            </span>
            <span className="text-sm whitespace-nowrap text-muted">
              in {counted(Math.max(0, daysBetween(today, day)), "day")}
            </span>
          </li>
        );
      })}
    </Lines>
  );
}

function Tickets({ customerId }: { customerId: string }) {
  const { data } = useInfiniteQuery(ticketListQuery({ ...everyTicket, CustomerId: customerId }));
  const mayOpen = useAllowed(acts.openTicket);
  const isCustomers = useSession().User.Kind === "endUserAdmin";
  if (!data) return null;
  const items = data.pages[0]!.Items.filter(({ State }) => State !== "Solved" && State !== "Closed").slice(
    0,
    mostLines,
  );
  return (
    <Lines
      title="Tickets"
      action={mayOpen && <TextLink to={linkTo(screens.addTicket, {}, { CustomerId: customerId })}>New ticket</TextLink>}
    >
      {items.length === 0 && <li className={`${line} text-muted`}>None is open.</li>}
      {items.map((ticket) => (
        <li key={ticket.Id} className={line}>
          <span className="grid min-w-0">
            <TextLink to={linkTo(screens.ticket, {}, { Id: ticket.Id })}>{ticket.Subject}</TextLink>
            <span className="text-sm text-muted">
              {ticket.Number}, since {formatDate(ticket.Created)}
            </span>
          </span>
          <span className="shrink-0 text-sm">
            <TicketStatus ticket={ticket} reader={isCustomers ? "customer" : "reseller"} />
          </span>
        </li>
      ))}
    </Lines>
  );
}

function Charges({ customerId }: { customerId: string }) {
  const { data } = useInfiniteQuery(chargesQuery(customerId));
  const items = data?.pages[0]!.Items.slice(0, mostLines) ?? [];
  if (items.length === 0) return null;
  return (
    <Lines
      title="Latest charges"
      action={<TextLink to={`${customerAddress(customerId)}/view/billing`}>All charges</TextLink>}
    >
      {items.map(({ Id, Description, DueOn, Net }) => (
        <li key={Id} className={line}>
          <span className="grid min-w-0">
            <span className="wrap-anywhere">{Description}</span>
            <span className="text-sm text-muted">{formatDate(DueOn)}</span>
          </span>
          {Net && <MoneyText value={Net} />}
        </li>
      ))}
    </Lines>
  );
}

function Activity({ customerId }: { customerId: string }) {
  const { data } = useInfiniteQuery(activityQuery(customerId, undefined));
  const items = data?.pages[0]!.Items.slice(0, mostLines) ?? [];
  if (items.length === 0) return null;
  return (
    <Lines
      title="Activity"
      action={<TextLink to={`${customerAddress(customerId)}/view/activity`}>All activity</TextLink>}
    >
      {items.map(({ Id, What, Who, At, Outcome }) => (
        <li key={Id} className={line}>
          <span className="grid min-w-0">
            <span className="wrap-anywhere">{Outcome === "done" ? What : `${What} (${Outcome})`}</span>
            <span className="text-sm text-muted">{Who}</span>
          </span>
          <span className="text-sm whitespace-nowrap text-muted">{formatDate(At)}</span>
        </li>
      ))}
    </Lines>
  );
}

import type { Ticket } from "@tradewind/contract/support/ticket-parts.ts";
import type { Side } from "@tradewind/domain/support/tickets.ts";
import type { ReactNode } from "react";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TicketStatus } from "./ticket-words.tsx";

type Props = {
  ticket: Ticket;
  reader: Side;
  actions: ReactNode;
  facts: ReactNode;
  children: ReactNode;
};

/** Shows a ticket: the thread, and its facts beside it. */
export const TicketPage = ({ ticket, reader, actions, facts, children }: Props) => (
  <>
    <PageHeader
      title={ticket.Subject}
      about={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="figures">{ticket.Number}</span>
          <TicketStatus ticket={ticket} reader={reader} />
          {ticket.CustomerName && <span className="wrap-anywhere">{ticket.CustomerName}</span>}
        </span>
      }
      actions={actions}
    />
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 gap-5">{children}</div>
      {facts}
    </div>
  </>
);

export const TicketSkeleton = () => (
  <div aria-hidden="true" className="grid gap-6">
    <Skeleton className="h-7 w-2/5" />
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid gap-4">
        <Skeleton className="h-28" />
        <Skeleton className="h-20" />
        <Skeleton className="h-40" />
      </div>
      <Skeleton className="h-72" />
    </div>
  </div>
);

import type { Ticket } from "@tradewind/contract/support/ticket-parts.ts";
import type { Side } from "@tradewind/domain/support/tickets.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { customerAddress, serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { Card } from "../../ui/page.tsx";
import { categoryWords, Priority, TicketStatus } from "./ticket-words.tsx";

/** Shows the subject of a ticket, and who can see it. */
export function TicketFacts({
  ticket,
  reader,
  reseller,
  mayOpenCustomer,
}: {
  ticket: Ticket;
  reader: Side;
  reseller?: string;
  mayOpenCustomer: boolean;
}) {
  const { CustomerId, CustomerName, ServiceId, ServiceName } = ticket;
  const linked = mayOpenCustomer && CustomerId !== null;
  const customer = linked ? (
    <TextLink to={customerAddress(CustomerId)}>{CustomerName ?? ""}</TextLink>
  ) : (
    (CustomerName ?? "None")
  );
  const service =
    linked && ServiceId ? (
      <TextLink to={serviceAddress(CustomerId, ServiceId)}>{ServiceName ?? ""}</TextLink>
    ) : (
      ServiceName
    );
  const facts: { label: string; value: ReactNode }[] = [
    { label: "State", value: <TicketStatus ticket={ticket} reader={reader} /> },
    { label: "Priority", value: <Priority of={ticket.Priority} /> },
    { label: "Category", value: categoryWords[ticket.Category] },
    ...(reseller ? [{ label: "Reseller", value: reseller }] : []),
    { label: "Customer", value: customer },
    ...(ServiceName ? [{ label: "Service", value: service }] : []),
    { label: "Opened by", value: `${ticket.OpenedBy}, ${formatDateTime(ticket.Created)}` },
    { label: "Assigned to", value: ticket.Assignee ?? "Nobody yet" },
    { label: "Who sees it", value: seenBy(ticket, reader) },
  ];
  return (
    <Card title="About this ticket">
      <dl className="grid gap-3 md:max-lg:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid min-w-0 content-start">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function seenBy({ Shared, CustomerId, CustomerName }: Ticket, reader: Side): string {
  if (reader === "customer") return "Administrators of your organisation, your provider and Tradewind";
  const us = reader === "operator" ? "The reseller's people" : "Your colleagues";
  return Shared
    ? `${us}, Tradewind and ${CustomerName}`
    : `${us} and Tradewind${CustomerId === null ? "" : ", but not the customer"}`;
}

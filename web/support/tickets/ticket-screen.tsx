import { screens } from "@tradewind/contract/screens.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import type { Ticket } from "@tradewind/contract/support/ticket-parts.ts";
import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, downloadFile } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed, useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { ReplyBox, useReplyDraft } from "./reply-box.tsx";
import { ticketQuery } from "./tickets.queries.ts";
import { TicketFacts } from "./ticket-facts.tsx";
import { TicketPage, TicketSkeleton } from "./ticket-page.tsx";
import { TicketThread } from "./ticket-thread.tsx";
import { useSearchOf } from "../../shared/screen-address.ts";

/** `/support/ticket-detail?id=`: the id is in the query, so that reloading and links keep the ticket. */
export function TicketScreen() {
  const { Id: id = "" } = useSearchOf(screens.ticket);
  const { data, error, refetch } = useQuery({ ...ticketQuery(id), enabled: id !== "" });
  useCrumb(data?.Number);
  if (id === "")
    return (
      <EmptyState
        page
        icon="help"
        title="Which ticket?"
        action={<TextLink to={screens.tickets.path}>See all tickets</TextLink>}
      >
        This address does not name a ticket. Choose one from the list.
      </EmptyState>
    );
  if (error && !data)
    return <QueryError page list={screens.tickets.path} error={error} onRetry={() => void refetch()} />;
  if (!data) return <TicketSkeleton />;
  return <Opened key={data.Id} ticket={data} />;
}

function Opened({ ticket }: { ticket: Ticket }) {
  const reader = sideOf(useSession().User.Kind);
  const mayOpenCustomer = useAllowed(screens.customer) && reader === "reseller";
  const queries = useQueryClient();
  const params = { ticketId: ticket.Id };
  const show = (changed: Ticket) => queries.setQueryData(ticketQuery(ticket.Id).queryKey, changed);
  const { clear, ...writing } = useReplyDraft(ticket.Id);
  const reply = useWrite(tickets.reply, {
    refreshes: ["support"],
    shown: true,
    onDone: (changed, sent) => {
      show(changed);
      clear(sent);
    },
  });
  const move = useWrite(tickets.move, { refreshes: ["support"], onDone: show });
  const rate = useWrite(tickets.rate, { onDone: show });
  const [closing, setClosing] = useState(false);
  const { Move } = ticket.May;
  const moveTo = (State: "Open" | "Solved" | "Closed", told: string) =>
    move.mutate({ params, body: { State } }, { onSuccess: () => toast(told) });

  return (
    <TicketPage
      ticket={ticket}
      reader={reader}
      actions={
        <>
          {Move.includes("Closed") && (
            <Button onClick={() => setClosing(true)} disabled={move.isPending}>
              Close ticket
            </Button>
          )}
          {Move.includes("Open") && (
            <Button icon="refresh" busy={move.isPending} onClick={() => moveTo("Open", "The ticket was reopened")}>
              Reopen
            </Button>
          )}
          {Move.includes("Solved") && (
            <Button icon="check" busy={move.isPending} onClick={() => moveTo("Solved", "The ticket is solved")}>
              Mark as solved
            </Button>
          )}
        </>
      }
      facts={<TicketFacts ticket={ticket} reader={reader} mayOpenCustomer={mayOpenCustomer} />}
    >
      <TicketThread
        entries={ticket.Thread}
        reader={reader}
        download={(fileId, name) => downloadFile(ticketFiles.download, { params: { ...params, fileId } }, name)}
      />
      <Outcome ticket={ticket} busy={rate.isPending} onRate={(Helpful) => rate.mutate({ params, body: { Helpful } })} />
      {ticket.May.Reply || ticket.May.Note ? (
        <ReplyBox
          ticket={ticket}
          reader={reader}
          {...writing}
          upload={(body) => call(ticketFiles.upload, { body })}
          busy={reply.isPending}
          error={reply.error}
          send={({ Text, Audience, Files }) => reply.mutate({ params, body: { Text, Audience, Files } })}
        />
      ) : (
        ticket.State !== "Closed" && (
          <Alert type="info" title="You can read this ticket">
            To answer colleagues’ tickets you need the permission to answer all tickets. Ask the person who manages
            users.
          </Alert>
        )
      )}
      {closing && (
        <ConfirmDialog
          title="Close this ticket?"
          action="Close ticket"
          busy={move.isPending}
          onClose={() => setClosing(false)}
          onConfirm={() => {
            setClosing(false);
            moveTo("Closed", "The ticket is closed");
          }}
        >
          A closed ticket takes no more messages and cannot be reopened. Mark it as solved instead if you may want to
          come back to it.
        </ConfirmDialog>
      )}
    </TicketPage>
  );
}

/** Explains a solved or closed ticket, and asks whether the answer helped. */
function Outcome({ ticket, busy, onRate }: { ticket: Ticket; busy: boolean; onRate: (helpful: boolean) => void }) {
  if (ticket.State !== "Solved" && ticket.State !== "Closed") return null;
  const { Helpful, May, Closes } = ticket;
  return (
    <div className="grid gap-3">
      <Alert
        type={ticket.State === "Solved" ? "success" : "light"}
        title={ticket.State === "Solved" ? "This ticket is solved" : "This ticket is closed"}
      >
        {ticket.State === "Solved"
          ? `It closes automatically on ${Closes ? formatDate(Closes) : "its seventh day"}. An answer reopens it.`
          : `If you still need help, open a new ticket and mention ${ticket.Number}.`}
      </Alert>
      {May.Rate && (
        <div className="flex flex-wrap items-center gap-3" role="group" aria-label="Did the answer help?">
          <span className="font-medium">
            {Helpful === null ? "Did the answer help?" : Helpful ? "You said it helped." : "You said it did not help."}
          </span>
          <Button
            size="small"
            icon="check"
            disabled={busy}
            aria-pressed={Helpful === true}
            onClick={() => onRate(true)}
          >
            Yes, it helped
          </Button>
          <Button
            size="small"
            icon="close"
            disabled={busy}
            aria-pressed={Helpful === false}
            onClick={() => onRate(false)}
          >
            No, it did not
          </Button>
        </div>
      )}
    </div>
  );
}

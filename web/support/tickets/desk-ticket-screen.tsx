import { screens } from "@tradewind/contract/screens.ts";
import { desk, type DeskTicket } from "@tradewind/contract/support/desk.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, downloadFile } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { ReplyBox, useReplyDraft } from "./reply-box.tsx";
import { deskTicketQuery } from "./tickets.queries.ts";
import { TicketFacts } from "./ticket-facts.tsx";
import { TicketPage, TicketSkeleton } from "./ticket-page.tsx";
import { TicketThread } from "./ticket-thread.tsx";

export function DeskTicketScreen({ ticketId }: { ticketId: string }) {
  const { data, error, refetch } = useQuery(deskTicketQuery(ticketId));
  useCrumb(data?.Number);
  if (error && !data) return <QueryError page list={screens.desk.path} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="mb-3 text-sm">
        <TextLink to={screens.desk.path}>Back to the queue</TextLink>
      </p>
      {data ? <Opened key={data.Id} ticket={data} /> : <TicketSkeleton />}
    </>
  );
}

function Opened({ ticket }: { ticket: DeskTicket }) {
  const queries = useQueryClient();
  const params = { ticketId: ticket.Id };
  const show = (changed: DeskTicket) => queries.setQueryData(deskTicketQuery(ticket.Id).queryKey, changed);
  const options = { refreshes: ["support-desk"], onDone: show };
  const { clear, ...writing } = useReplyDraft(ticket.Id);
  const reply = useWrite(desk.reply, {
    ...options,
    shown: true,
    onDone: (changed, sent) => {
      show(changed);
      clear(sent);
    },
  });
  const assign = useWrite(desk.assign, options);
  const move = useWrite(desk.move, options);
  const [closing, setClosing] = useState(false);
  const { Move } = ticket.May;
  const moveTo = (State: "Open" | "Solved" | "Closed") => move.mutate({ params, body: { State } });
  return (
    <TicketPage
      ticket={ticket}
      reader="operator"
      actions={
        <>
          {Move.includes("Closed") && (
            <Button onClick={() => setClosing(true)} disabled={move.isPending}>
              Close ticket
            </Button>
          )}
          {Move.includes("Open") && ticket.State !== "New" && (
            <Button icon="refresh" busy={move.isPending} onClick={() => moveTo("Open")}>
              Reopen
            </Button>
          )}
          {ticket.State !== "Closed" && (
            <Button
              variant={ticket.AssignedToMe ? "secondary" : "primary"}
              icon="user"
              busy={assign.isPending}
              onClick={() => assign.mutate({ params, body: { ToMe: !ticket.AssignedToMe } })}
            >
              {ticket.AssignedToMe ? "Give back" : "Assign to me"}
            </Button>
          )}
        </>
      }
      facts={<TicketFacts ticket={ticket} reader="operator" reseller={ticket.ResellerName} mayOpenCustomer={false} />}
    >
      <TicketThread
        entries={ticket.Thread}
        reader="operator"
        download={(fileId, name) => downloadFile(desk.download, { params: { ...params, fileId } }, name)}
      />
      {ticket.State === "Closed" && (
        <Alert type="light" title="This ticket is closed">
          You can only add notes.
        </Alert>
      )}
      <ReplyBox
        ticket={ticket}
        reader="operator"
        {...writing}
        upload={(body) => call(desk.upload, { params, body })}
        busy={reply.isPending}
        error={reply.error}
        send={(body) => reply.mutate({ params, body })}
      />
      {closing && (
        <ConfirmDialog
          title="Close this ticket?"
          action="Close ticket"
          onClose={() => setClosing(false)}
          onConfirm={() => {
            setClosing(false);
            moveTo("Closed");
          }}
        >
          A closed ticket takes no more messages and cannot be reopened. A solved one closes automatically.
        </ConfirmDialog>
      )}
    </TicketPage>
  );
}

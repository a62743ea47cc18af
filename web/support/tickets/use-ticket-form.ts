import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { useDraft } from "../../shared/draft.ts";
import { fieldMessage } from "@tradewind/contract/validation.ts";
import type { TicketCategory } from "@tradewind/domain/support/tickets.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { useWrite } from "../../platform/queries.ts";
import { toast } from "../../ui/toast.tsx";
import { draftName, draftOf } from "./ticket-draft.ts";
import { useSearchOf } from "../../shared/screen-address.ts";

const labels: Record<string, string> = { Subject: "Subject", Category: "Category", Description: "Description" };

/** Returns the draft of a ticket, its errors, and its submit handler. */
export function useTicketForm(page: "ticket" | "order") {
  const search = useSearchOf(page === "ticket" ? screens.addTicket : screens.orderRequest);
  const navigate = useNavigate();
  const [draft, setDraft] = useDraft(draftName(page, search), draftOf(search));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const write = useWrite(tickets.create, {
    refreshes: ["support"],
    shown: true,
    onDone: (ticket) => {
      toast(`${ticket.Number} was sent`);
      setDraft(draftOf(search));
      void navigate({ href: linkTo(screens.ticket, {}, { Id: ticket.Id }) });
    },
  });
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));

  const send = (subject: string, category: TicketCategory | "", more: Record<string, string> = {}) => {
    const body = {
      Subject: subject,
      Category: category || undefined,
      Priority: draft.priority,
      Description: draft.description,
      CustomerId: draft.customerId || null,
      ServiceId: draft.serviceId || null,
      Shared: draft.shared && draft.customerId !== "",
      Files: draft.files.map((file) => file.Id),
    };
    const checked = z.safeParse(tickets.create.body, body);
    const faults = Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path: [name], message }) => [
        String(name),
        fieldMessage(message, labels[String(name)] ?? String(name)),
      ]),
    );
    setWrong({ ...faults, ...more });
    if (checked.success && Object.keys(more).length === 0) write.mutate({ body: checked.data });
  };
  return {
    draft,
    change,
    send,
    busy: write.isPending,
    fields: { ...write.error?.fields, ...wrong } as Record<string, string | undefined>,
    problem: write.error && Object.keys(write.error.fields).length === 0 ? write.error.message : undefined,
  };
}

import type { TicketCategory, TicketPriority } from "@tradewind/domain/support/tickets.ts";
import type { SentFile } from "./tickets.queries.ts";

/** A ticket that is being written. */
export type TicketDraft = {
  subject: string;
  category: TicketCategory | "";
  priority: TicketPriority;
  description: string;
  customerId: string;
  serviceId: string;
  shared: boolean;
  files: SentFile[];
};

const someId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (value: string | undefined) => (value && someId.test(value) ? value : "");

/** What the address fills in: `customer`, `service`, `subject`, `category`. */
export const draftOf = (search: Readonly<Record<string, string | undefined>>): TicketDraft => ({
  subject: (search["subject"] ?? "").slice(0, 150),
  category: "",
  priority: "Normal",
  description: "",
  customerId: idIn(search["customer"]),
  serviceId: idIn(search["service"]),
  shared: false,
  files: [],
});

/** Each customer and service that the address names has a draft of its own. */
export const draftName = (page: "ticket" | "order", search: Readonly<Record<string, string | undefined>>): string =>
  [page, search["customer"] ?? "", search["service"] ?? ""].join(":");

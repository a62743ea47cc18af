import type { SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import type { TicketCategory, TicketPriority } from "@tradewind/domain/support/tickets.ts";
import type { SentFile } from "./tickets.queries.ts";

/** A ticket that has not been sent yet. */
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

/** The search parameters that fill in the form. */
type Asked = SearchOf<typeof screens.addTicket>;

export const draftOf = ({ Subject = "", CustomerId = "", ServiceId = "" }: Asked): TicketDraft => ({
  subject: Subject,
  category: "",
  priority: "Normal",
  description: "",
  customerId: CustomerId,
  serviceId: ServiceId,
  shared: false,
  files: [],
});

/** Returns a separate draft name for each customer and service in the address. */
export const draftName = (page: "ticket" | "order", { CustomerId = "", ServiceId = "" }: Asked): string =>
  [page, CustomerId, ServiceId].join(":");

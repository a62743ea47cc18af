import type { SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
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

/** What the address fills in. */
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

/** Each customer and service that the address names has a draft of its own. */
export const draftName = (page: "ticket" | "order", { CustomerId = "", ServiceId = "" }: Asked): string =>
  [page, CustomerId, ServiceId].join(":");

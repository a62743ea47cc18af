import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { answers, ticketNumber, type Side } from "@tradewind/domain/support/tickets.ts";
import type { Doing } from "../../platform/http.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findMember } from "./members.store.ts";
import type { TicketRow } from "./tickets.store.ts";

type Telling = Pick<Doing, "tx" | "platform" | "now">;
type News = {
  by: { personId: string; side: Side };
  /** Whether the customer's people may know about it. */
  toCustomer: boolean;
  content: string;
};

export const addressOfTicket = (ticketId: string) => linkTo(screens.ticket, {}, { Id: ticketId });
export const nameOfTicket = ({ number, subject }: Pick<TicketRow, "number" | "subject">) =>
  `${ticketNumber(number)} “${subject}”`;

/** Notifies the other sides: the reseller's people, and the customer's if they may see the ticket. */
export async function tellOfTicket({ tx, now }: Telling, ticket: TicketRow, news: News): Promise<void> {
  const notice = {
    resellerId: ticket.reseller_id,
    category: "Support" as const,
    content: news.content,
    link: addressOfTicket(ticket.id),
    view: "support" as const,
    customerId: ticket.customer_id,
    ...(ticket.product_id === null ? {} : { productId: ticket.product_id }),
    ...(ticket.customer_id === null ? { restrictedOnly: ticket.opened_by } : {}),
    butPersonId: news.by.personId,
    now,
  };
  if (news.by.side !== "reseller") await notify(tx, { ...notice, kinds: ["reseller", "engineer"] });
  if (news.by.side === "customer" || !ticket.shared || !news.toCustomer) return;
  await notify(tx, { ...notice, kinds: ["endUserAdmin"] });
  if (ticket.opened_side === "customer")
    await notify(tx, { ...notice, kinds: ["endUser"], onlyPersonId: ticket.opened_by });
}

/** Mails an answer to the ticket's opener once the transaction commits. */
export async function mailAnswer(
  { tx, platform }: Telling,
  ticket: TicketRow,
  answer: { side: Side; writer: string; text: string; solves: boolean },
): Promise<void> {
  if (!answers({ openedSide: ticket.opened_side }, answer.side)) return;
  const opener = await findMember(tx, ticket.reseller_id, ticket.opener_membership_id);
  if (!opener) return;
  await fileMail(platform, tx, opener.email, "ticketAnswered", {
    name: opener.first_name,
    number: ticketNumber(ticket.number),
    subject: ticket.subject,
    writer: answer.writer,
    text: answer.text,
    solves: answer.solves,
    url: new URL(addressOfTicket(ticket.id), platform.config.PUBLIC_URL).href,
  });
}

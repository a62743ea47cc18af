import { desk } from "@tradewind/contract/support/desk.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import type { Caller } from "./portal.ts";
import type { Cast } from "./teller.ts";
import { ticketTales, type Hand, type Line, type TicketTale } from "./tickets-data.ts";

type Entry = { day: number; tale: TicketTale; line: Line };

/** Plays the tickets of a story of `days` days: posts the lines that are due through the portal, each as its author. */
export function ticketStory(days: number) {
  const ids = new Map<TicketTale, string>();
  const rest: Entry[] = ticketTales
    .flatMap((tale) => tale.lines.map((line) => ({ day: days - line.ago, tale, line })))
    .filter(({ day }) => day >= 0)
    .toSorted((a, b) => a.day - b.day);
  return {
    /** Returns the day of the next line, or the story's last day if none is left. */
    next: () => rest[0]?.day ?? days,
    async tellUntil(cast: Cast, day: number): Promise<void> {
      while (rest[0] && rest[0].day <= day) {
        const { tale, line } = rest.shift()!;
        const ticketId = ids.get(tale);
        if (ticketId === undefined) ids.set(tale, await open(cast, tale, line));
        else await write(cast, ticketId, line);
      }
    },
  };
}

const handOf = async ({ resellers, operator, customerAdmin }: Cast, hand: Hand): Promise<Caller> =>
  ({
    harbour: resellers.harbour.reseller,
    engineer: resellers.harbour.engineer,
    liffey: resellers.liffey.reseller,
    operator,
    admin: hand === "admin" ? await customerAdmin() : operator,
  })[hand];

async function open(cast: Cast, tale: TicketTale, line: Line): Promise<string> {
  const writer = await handOf(cast, line.by);
  const found = tale.customer && (await writer.call(tickets.customers, { query: { Search: tale.customer } }));
  const { Id } = await writer.call(tickets.create, {
    body: {
      Subject: tale.subject,
      Category: tale.category,
      Priority: tale.priority,
      Description: line.text,
      CustomerId: found ? (found.Items[0]?.Id ?? null) : null,
      Shared: tale.shared ?? false,
      Files: line.file
        ? [
            (
              await writer.call(ticketFiles.upload, {
                body: { Name: line.file.name, Content: Buffer.from(line.file.text).toString("base64") },
              })
            ).Id,
          ]
        : [],
    },
  });
  return Id;
}

async function write(cast: Cast, ticketId: string, line: Line): Promise<void> {
  const writer = await handOf(cast, line.by);
  const params = { ticketId };
  const body = { Text: line.text, Audience: line.audience ?? "everyone" };
  if (line.by === "operator") {
    await writer.call(desk.reply, { params, body: { ...body, Solves: line.solves ?? false } });
    return;
  }
  await writer.call(tickets.reply, { params, body });
  if (line.helpful === undefined) return;
  await writer.call(tickets.move, { params, body: { State: "Solved" } });
  await writer.call(tickets.rate, { params, body: { Helpful: line.helpful } });
}

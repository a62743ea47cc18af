import { acts } from "@tradewind/contract/acts.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { TicketItem } from "@tradewind/contract/support/ticket-parts.ts";
import { sideOf, type Side } from "@tradewind/domain/support/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { mayUse, useAllowed, useSession } from "../../platform/session.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { appLink, TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { RouterButton } from "../../shared/router-button.tsx";
import { ellipsis } from "../../ui/page.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { OutsideSites } from "./outside-sites.tsx";
import { overviewQuery } from "./tickets.queries.ts";
import { FriendlyTime, ticketAddress, TicketStatus } from "./ticket-words.tsx";

/** Shows the start of support: the tickets waiting for you, the answered ones, and help to try before writing. */
export function SupportScreen() {
  const reader = sideOf(useSession().User.Kind);
  const mayOpen = useAllowed(acts.openTicket);
  const { data, error, refetch } = useQuery(overviewQuery);
  const now = useBusinessNow();
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  const loading = data === undefined;
  const count = (state: "New" | "Open" | "Waiting for you" | "Solved") => data?.Counts[state] ?? 0;
  return (
    <>
      <PageHeader
        title="Support"
        about="Ask for help, follow your tickets and see what is waiting for you."
        actions={
          mayOpen && (
            <>
              <RouterButton to={screens.orderRequest.path} variant="secondary">
                Request about an order
              </RouterButton>
              <RouterButton to={screens.addTicket.path}>Add support ticket</RouterButton>
            </>
          )
        }
      />
      <div className="mb-6 grid grid-cols-3 gap-4 max-md:grid-cols-1 max-md:gap-3">
        <StatTile
          label="Waiting for you"
          icon="alert"
          tone={data && data.WaitingCount > 0 ? "warning" : undefined}
          loading={loading}
          value={data?.WaitingCount.toLocaleString("en-GB")}
          note={data?.WaitingCount === 0 ? "Nothing needs your answer" : "These need your answer"}
        />
        <StatTile
          label="Not solved yet"
          icon="clock"
          loading={loading}
          value={(count("New") + count("Open") + count("Waiting for you")).toLocaleString("en-GB")}
          note={
            count("New") === 0 ? "All have been looked at" : `${count("New").toLocaleString("en-GB")} not looked at yet`
          }
          href={screens.tickets.path}
          renderLink={appLink}
        />
        <StatTile
          label="Recently solved"
          icon="checkCircle"
          loading={loading}
          value={count("Solved").toLocaleString("en-GB")}
          note="They close automatically after 7 days"
          href={linkTo(screens.tickets, {}, { State: "Solved" })}
          renderLink={appLink}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <Card title="Waiting for you" flush actions={<TextLink to={screens.tickets.path}>All tickets</TextLink>}>
            {loading ? (
              <Lines />
            ) : data.Waiting.length === 0 ? (
              <EmptyState tight icon="checkCircle" title="Nothing is waiting for you">
                {mayOpen
                  ? "Tickets that need your answer appear here."
                  : "You can read your company's tickets. To open one you need a permission; ask the person who manages users."}
              </EmptyState>
            ) : (
              <ul className="border-t border-line">
                {data.Waiting.map((ticket) => (
                  <WaitingLine key={ticket.Id} ticket={ticket} reader={reader} now={now} />
                ))}
              </ul>
            )}
          </Card>
          <Card title="Latest messages" flush>
            {loading ? (
              <Lines />
            ) : data.Latest.length === 0 ? (
              <EmptyState tight icon="help" title="No messages yet">
                Replies to your tickets appear here.
              </EmptyState>
            ) : (
              <ul className="border-t border-line">
                {data.Latest.map((line) => (
                  <Line key={line.TicketId} href={ticketAddress(line.TicketId)} title={line.Subject}>
                    <p className="wrap-anywhere">{ellipsis(line.Text, 160)}</p>
                    <p className="text-sm text-muted">
                      {line.Who} · <FriendlyTime at={line.At} now={now} /> · {line.Number}
                    </p>
                  </Line>
                ))}
              </ul>
            )}
          </Card>
        </div>
        <FirstThings reader={reader} />
      </div>
    </>
  );
}

type WaitingLineProps = { ticket: TicketItem; reader: Side; now: number | undefined };
const WaitingLine = ({ ticket, reader, now }: WaitingLineProps) => (
  <Line href={ticketAddress(ticket.Id)} title={ticket.Subject}>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <TicketStatus ticket={ticket} reader={reader} />
      <span className="figures">{ticket.Number}</span>
      {ticket.CustomerName && <span className="wrap-anywhere">{ticket.CustomerName}</span>}
      <span>
        since <FriendlyTime at={ticket.Updated} now={now} />
      </span>
    </p>
  </Line>
);

const Line = ({ href, title, children }: { href: string; title: string; children: ReactNode }) => (
  <li className="relative grid gap-1 border-b border-line px-5 py-3.5 transition-colors last:rounded-b-card last:border-0 hover:bg-canvas max-md:px-4">
    {appLink({
      href,
      className:
        "w-fit max-w-full rounded-control font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text",
      onClick: () => {},
      children: title,
    })}
    {children}
  </li>
);

/** Suggests pages that often answer a question, only those this person can open. */
function FirstThings({ reader }: { reader: Side }) {
  const session = useSession();
  const ofReseller = reader === "reseller";
  const things: [show: boolean, screen: Screen, label: string, text: string][] = [
    [
      ofReseller,
      screens.dashboard,
      "Service notices",
      "Services that failed, with the reason and a button to try again.",
    ],
    [ofReseller, screens.customers, "A customer's services", "Each service shows its state, since when and why."],
    [!ofReseller, screens.services, "Your services", "Each shows its state and why."],
    [true, screens.billing, "Bills", "Every line of an invoice names its customer and period."],
    [true, screens.security, "Signing in", "Change your password, second factor or passkeys."],
  ];
  return (
    <Card title="Before you write">
      <ul className="grid gap-4">
        {things
          .filter(([show, screen]) => show && mayUse(session, screen))
          .map(([, { path }, label, text]) => (
            <li key={path} className="grid">
              <TextLink to={path}>{label}</TextLink>
              <span className="text-sm text-muted">{text}</span>
            </li>
          ))}
        <OutsideSites />
      </ul>
      <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
        We can answer soonest if you say what you did, what you expected and what happened, with the reference number of
        any error message.
      </p>
    </Card>
  );
}

const Lines = () => (
  <div aria-hidden="true" className="grid gap-4 border-t border-line px-5 py-4">
    {[0, 1, 2].map((line) => (
      <div key={line} className="grid gap-2">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </div>
);

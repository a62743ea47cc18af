import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { QuoteItem } from "@tradewind/contract/ordering/quotes.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { quotePaid, quoteStates } from "@tradewind/domain/ordering/quotes.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Select } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useAllowed } from "../../platform/session.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { RouterButton } from "../../shared/router-button.tsx";
import { quoteStateWords } from "./quote-words.ts";
import { quotesQuery } from "./quotes.queries.ts";

const columns: readonly Column<QuoteItem>[] = [
  {
    id: "title",
    header: "Quote",
    width: "minmax(220px, 3fr)",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.Title}</span>
        <span className="figures truncate text-sm text-muted">{row.Number}</span>
      </span>
    ),
  },
  {
    id: "customers",
    header: "Customers",
    width: "minmax(180px, 2fr)",
    card: "line",
    cell: ({ Customers: [first, ...others] }) =>
      first === undefined ? "–" : others.length === 0 ? first : `${first} and ${others.length} more`,
  },
  {
    id: "state",
    header: "State",
    width: "140px",
    card: "corner",
    cell: ({ State }) => {
      const { label, ...look } = quoteStateWords[State];
      return <StatusDot {...look}>{label}</StatusDot>;
    },
  },
  {
    id: "sums",
    header: "Price, net",
    width: "minmax(150px, 1fr)",
    align: "end",
    card: "line",
    twoLines: true,
    cell: ({ Sums }) =>
      Sums.length === 0 ? (
        "–"
      ) : (
        <span className="grid">
          {Sums.slice(0, 2).map(({ Billing, Price }) => (
            <span key={Billing}>
              {Price ? formatMoney(Price) : "–"}{" "}
              <span className="text-sm text-muted">{quotePaid[Billing].toLowerCase()}</span>
            </span>
          ))}
        </span>
      ),
  },
  {
    id: "valid",
    header: "Valid until",
    width: "120px",
    align: "end",
    cell: (row) => formatDate(row.ValidUntil),
  },
  { id: "by", header: "By", width: "minmax(140px, 1fr)", from: "wide", quiet: true, cell: (row) => row.MadeBy },
];

/** Lists quotes, newest first. */
export function QuotesScreen() {
  const filter = useFilter(screens.quotes);
  const list = useInfiniteQuery(quotesQuery(filter.asked));
  const mayMake = useAllowed(acts.order);
  const make = mayMake && <RouterButton to={screens.newQuote.path}>New quote</RouterButton>;
  return (
    <ListScreen
      title="Quotes"
      words={["quote", "quotes"]}
      about="What you offer your customers at fixed prices. They accept by a link, and it becomes orders."
      filter={filter}
      headActions={make}
      list={list}
      columns={columns}
      rowKey={(row) => row.Id}
      href={(row) => linkTo(screens.quote, { quoteId: row.Id })}
      renderLink={rowLink}
      searchLabel="Search quotes"
      filters={
        <Select
          label="State"
          quietLabel
          className="w-44 max-md:w-full"
          value={filter.asked.State ?? ""}
          placeholder="All states"
          onChange={({ target }) => filter.ask({ State: quoteStates.find((each) => each === target.value) })}
          choices={quoteStates.map((value) => ({ value, label: quoteStateWords[value].label }))}
        />
      }
      empty={
        <EmptyState icon="document" title="No quotes yet" action={make}>
          Offer products to one or more customers at prices that stay as they are until a day you choose.
        </EmptyState>
      }
    />
  );
}

import type { PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useSession } from "../../platform/session.ts";
import { AsOfButton } from "../../shared/as-of/as-of-button.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { ruleStateWords, settingWords, targetWords, whoseWords } from "./price-rule-words.ts";
import { pricedProductsQuery, priceRulesQuery } from "./price-books.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./price-rule-dialogs.tsx")).PriceRuleDialogs }));

const PricesAsOf = lazy(async () => ({ default: (await import("./prices-as-of.tsx")).PricesAsOf }));

const levels = [
  { value: "everyone", label: "For everyone" },
  { value: "group", label: "For groups" },
  { value: "customer", label: "For customers" },
] as const;
type Level = (typeof levels)[number]["value"];

/** Lists the reseller's own prices, adds one after showing what it changes, and ends one. */
export function PriceRulesScreen() {
  const filter = useFilter(screens.priceRules);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(priceRulesQuery(asked));
  const { data: products = [] } = useQuery(pricedProductsQuery);
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const [open, setOpen] = useState<{ task: "put" | "end"; rule?: PriceRuleItem }>();
  const add = (
    <Button variant="primary" icon="add" onClick={() => setOpen({ task: "put" })}>
      Add a rule
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Price rules"
        about="What your customers pay. A customer’s own rule comes before its group’s, and that before everyone’s; a rule for one offer before one for its product."
        actions={
          <>
            <AsOfButton>
              {(onClose) => <PricesAsOf customerId={asked.CustomerId} productId={asked.ProductId} onClose={onClose} />}
            </AsOfButton>
            {add}
          </>
        }
      />
      <ListTable
        label="Price rules"
        list={list}
        columns={columnsIn(currency)}
        cardColumns={cardColumnsIn(currency)}
        rowKey={(row) => row.Id}
        actions={(row) =>
          row.State === "past"
            ? []
            : [
                { label: "Change", icon: "edit", onSelect: () => setOpen({ task: "put", rule: row }) },
                {
                  label: row.State === "coming" ? "Remove" : "End today",
                  icon: "none",
                  danger: true,
                  onSelect: () => setOpen({ task: "end", rule: row }),
                },
              ]
        }
        filters={
          <>
            {asked.CustomerId && (
              <Button icon="close" aria-label="Show the rules for all" onClick={() => ask({ CustomerId: undefined })}>
                Only {list.data?.pages[0]?.Items[0]?.Whose ?? "one customer"}
              </Button>
            )}
            {!asked.CustomerId && (
              <Select
                label="For whom"
                quietLabel
                placeholder="For all"
                className="max-md:flex-1"
                value={asked.Level ?? ""}
                onChange={({ target }) => ask({ Level: (target.value || undefined) as Level | undefined })}
                choices={levels}
              />
            )}
            <Select
              label="Product"
              quietLabel
              placeholder="All products"
              className="max-md:flex-1 md:w-56"
              value={asked.ProductId ?? ""}
              onChange={({ target }) => ask({ ProductId: target.value || undefined })}
              choices={products.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            />
            <Segmented
              label="State"
              quietLabel
              value={asked.State ?? "all"}
              onValue={(value) => ask({ State: value === "all" ? undefined : value })}
              choices={[
                { value: "all", label: "All" },
                { value: "inForce", label: "In force" },
                { value: "coming", label: "Coming" },
                { value: "past", label: "Past" },
              ]}
            />
          </>
        }
        empty={
          filter.isNarrowed ? (
            <EmptyState
              icon="search"
              title="No rules match"
              action={<Button onClick={filter.clear}>Clear filters</Button>}
            >
              Choose another customer level, product or state.
            </EmptyState>
          ) : (
            <EmptyState icon="pound" title="No price rules yet" action={add}>
              Without one, no customer’s price is known, so proposals and invoices show your cost alone. Begin with a
              mark-up for everyone.
            </EmptyState>
          )
        }
      />
      {open && (
        <Suspense fallback={null}>
          <Dialogs {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The price that a rule sets, marked where it is below the cost of that day. */
const Setting = ({ rule, currency }: { rule: PriceRuleItem; currency: Currency }) => (
  <span className="inline-grid">
    <span>{settingWords(rule, currency)}</span>
    {rule.Cost && <BelowCost cost={rule.Cost} price={rule.Value} currency={currency} />}
  </span>
);

const columnsIn = (currency: Currency): readonly Column<PriceRuleItem>[] => [
  {
    id: "target",
    header: "For what",
    width: "minmax(240px, 3fr)",
    cell: (row) => <span className="truncate">{targetWords(row)}</span>,
  },
  {
    id: "whose",
    header: "For whom",
    width: "minmax(150px, 2fr)",
    card: "line",
    cell: (row) => <span className="truncate">{whoseWords(row)}</span>,
  },
  {
    id: "price",
    header: "Price",
    width: "minmax(150px, 1.4fr)",
    align: "end",
    cell: (row) => <Setting rule={row} currency={currency} />,
  },
  { id: "from", header: "From", width: "120px", align: "end", cell: (row) => formatDate(row.From) },
  {
    id: "state",
    header: "State",
    width: "120px",
    card: "corner",
    cell: (row) => <StatusDot tone={ruleStateWords[row.State].tone}>{ruleStateWords[row.State].label}</StatusDot>,
  },
];

const cardColumnsIn = (currency: Currency): readonly Column<PriceRuleItem>[] => [
  ...columnsIn(currency).filter(({ id }) => id === "target" || id === "state"),
  {
    id: "line",
    header: "Price",
    card: "line",
    cell: (row) => (
      <span className="grid">
        <span className="text-ink">
          <Setting rule={row} currency={currency} />
        </span>
        <span>
          {whoseWords(row)}, from {formatDate(row.From)}
        </span>
      </span>
    ),
  },
];

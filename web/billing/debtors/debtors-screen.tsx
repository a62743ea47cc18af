import { debtors, type DebtorItem } from "@tradewind/contract/billing/debtors.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { debtorFilters } from "@tradewind/domain/billing/debtors.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { Select } from "../../ui/choice.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { DebtorStep } from "./debtor-words.tsx";
import { WaitingWriteOffs } from "./debtor-write-offs.tsx";
import { DebtorTotals } from "./debtor-totals.tsx";
import { debtorsQuery, debtorTotalsQuery } from "./debtors.queries.ts";

const filterWords = { overdue: "Overdue", paused: "Ordering paused", overLimit: "Over the limit" } as const;

/** Lists who owes something, by currency, the most overdue first. */
export function DebtorsScreen() {
  const { Today } = useSession();
  const filter = useFilter(screens.debtors);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(debtorsQuery(asked));
  const totals = useQuery(debtorTotalsQuery);
  const columns = useMemo(() => columnsFor(Today), [Today]);
  const { Sort: _, ...found } = asked;
  return (
    <ListScreen
      title="Debtors"
      words={["debtor", "debtors"]}
      filter={filter}
      about="What resellers owe, for how long it is overdue, and how far reminders went"
      headActions={
        <>
          <WaitingWriteOffs />
          <TextLink to={screens.cashExpected.path}>Cash expected</TextLink>
          <DownloadButton endpoint={debtors.csv} sent={{ query: found }} fileName="debtors.csv">
            Export CSV
          </DownloadButton>
        </>
      }
      searchLabel="Search by name"
      filters={
        <>
          <Select
            label="Which"
            className="w-48 max-md:w-[calc(50%-0.375rem)]"
            value={asked.Which ?? ""}
            placeholder="All debtors"
            choices={debtorFilters.map((value) => ({ value, label: filterWords[value] }))}
            onChange={({ target }) => ask({ Which: debtorFilters.find((each) => each === target.value) })}
          />
          <Select
            label="Currency"
            className="w-40 max-md:w-[calc(50%-0.375rem)]"
            value={asked.Currency ?? ""}
            placeholder="Every currency"
            choices={currencies.map((value) => ({ value, label: value }))}
            onChange={({ target }) => ask({ Currency: currencies.find((each) => each === target.value) })}
          />
        </>
      }
      chips={<DebtorTotals totals={totals} />}
      settings="debtors"
      list={list}
      columns={columns}
      rowKey={(row) => `${row.ResellerId} ${row.Owed.Currency}`}
      rowName={(row) => row.Name}
      href={(row) => linkTo(screens.debtor, { resellerId: row.ResellerId })}
      renderLink={rowLink}
      empty={
        <EmptyState icon="checkCircle" title="Nobody owes anything">
          Resellers appear here once something is open on an invoice, or they have credit.
        </EmptyState>
      }
    />
  );
}

const amount = { width: "102px", align: "end" } as const;
const age = (row: DebtorItem, wanted: string) => row.Ages.find(({ Age }) => Age === wanted)!.Owed;
const unlessNone = (value: DebtorItem["Owed"]) =>
  value.Minor === "0" ? <span className="text-muted">–</span> : <MoneyText value={value} />;
const ageColumn = (id: string, header: string): Column<DebtorItem> => ({
  ...amount,
  id,
  header,
  from: "wide",
  cell: (row) => unlessNone(age(row, id)),
});

const columnsFor = (today: string): readonly Column<DebtorItem>[] => [
  {
    id: "name",
    header: "Reseller",
    width: "minmax(140px, 2fr)",
    twoLines: true,
    sortable: true,
    cell: (row) => row.Name,
  },
  {
    id: "late",
    header: "Reminders",
    width: "minmax(204px, 1.5fr)",
    sortable: true,
    card: "line",
    cell: (row) => <DebtorStep debtor={row} today={today} />,
  },
  {
    ...amount,
    id: "overdue",
    header: "Overdue",
    width: "112px",
    sortable: true,
    from: "large",
    cell: (row) => unlessNone(row.Overdue),
  },
  ageColumn("notDue", "Not due"),
  ageColumn("to30", "1–30"),
  ageColumn("to60", "31–60"),
  ageColumn("to90", "61–90"),
  ageColumn("over90", "Over 90"),
  {
    id: "credit",
    header: "In credit",
    width: "140px",
    align: "end",
    from: "large",
    cell: (row) => (
      <span className="grid justify-items-end">
        {unlessNone({ ...row.Credit, Minor: String(BigInt(row.Credit.Minor) + BigInt(row.CreditMemos.Minor)) })}
        {row.OnItsWay.Minor !== "0" && (
          <span className="text-sm whitespace-nowrap text-muted">
            <MoneyText value={row.OnItsWay} /> coming
          </span>
        )}
      </span>
    ),
  },
  {
    id: "limit",
    header: "Limit used",
    width: "128px",
    align: "end",
    from: "large",
    cell: (row) => <LimitUse of={row.Limit} />,
  },
  {
    id: "owed",
    header: "Owed",
    width: "128px",
    align: "end",
    sortable: true,
    card: "corner",
    cell: (row) => (
      <span className="grid justify-items-end">
        <MoneyText value={row.Owed} />
        {row.LastPayment && (
          <span className="text-sm whitespace-nowrap text-muted max-md:hidden">
            paid {formatDate(row.LastPayment.On)}
          </span>
        )}
      </span>
    ),
  },
];

/** What is used of a limit, out of how much. */
function LimitUse({ of }: { of: DebtorItem["Limit"] }) {
  if (!of) return null;
  const { Amount, Used } = of;
  if (!Amount) return <MoneyText value={Used} className="text-muted" />;
  const isOver = BigInt(Used.Minor) > BigInt(Amount.Minor);
  return (
    <span className="grid justify-items-end">
      <MoneyText value={Used} />
      <span className={`text-sm whitespace-nowrap ${isOver ? "text-danger" : "text-muted"}`}>
        {isOver ? "over" : "of"} {formatMoney(Amount)}
      </span>
    </span>
  );
}

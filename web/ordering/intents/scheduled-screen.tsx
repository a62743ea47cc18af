import { intents, withinDays } from "@tradewind/contract/ordering/intents.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { openIntentStates, wishKinds } from "@tradewind/domain/ordering/intents.ts";
import { formatDate, formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useBusinessNow } from "../../shared/business-now.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { timeLeft } from "../../shared/dates.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink } from "../../shared/link-render.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import type { Pages } from "../../shared/list/list-table.tsx";
import { useFilter, type Filter } from "../../shared/list/use-filter.ts";
import { Segmented, Select } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { sumWords } from "../../shared/proposal/unit-price.ts";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { kindWords, stateLooks, withinWords } from "./scheduled-words.ts";
import { everyScheduledQuery, scheduledQuery, type Scheduled } from "./scheduled.queries.ts";

/** Lists what will happen to customers' subscriptions, what comes first first; each is changed at its service. */
export function ScheduledScreen() {
  const filter = useFilter(screens.scheduled);
  const list = useInfiniteQuery(scheduledQuery(filter.asked));
  return (
    <ScheduledList
      filter={filter}
      list={list}
      searchLabel="Search customers"
      headActions={
        list.data?.pages[0]?.Items.length ? (
          <DownloadButton endpoint={intents.csv} sent={{ query: filter.asked }} fileName="scheduled.csv">
            Export CSV
          </DownloadButton>
        ) : undefined
      }
    />
  );
}

/** Lists the same of all resellers, for the operator. */
export function EveryScheduledScreen() {
  const filter = useFilter(screens.everyScheduled);
  const list = useInfiniteQuery(everyScheduledQuery(filter.asked));
  return <ScheduledList filter={filter} list={list} searchLabel="Search resellers" ofOperator />;
}

type Props = {
  filter: Filter<typeof screens.scheduled> | Filter<typeof screens.everyScheduled>;
  list: Pages<Scheduled>;
  searchLabel: string;
  headActions?: ReactNode;
  ofOperator?: boolean;
};

function ScheduledList({ filter, list, searchLabel, headActions, ofOperator = false }: Props) {
  const { asked, ask } = filter;
  const now = useBusinessNow();
  const [columns, cards] = useMemo(() => {
    const all = columnsFor(now, ofOperator);
    const onCard = all.filter(({ id }) => id !== "on" && id !== "until" && id !== "reseller");
    return [all, [...onCard.map((column) => (column.id === "customer" ? whose : column)), soonOn(now)]];
  }, [now, ofOperator]);
  return (
    <ListScreen
      title="Scheduled"
      words={["entry", "entries"]}
      about="What will happen to subscriptions, the next first. What is not listed follows the rule of its term."
      filter={filter}
      headActions={headActions}
      searchLabel={searchLabel}
      filters={
        <>
          <Select
            label="What"
            quietLabel
            className="w-48 max-md:w-[calc(50%-0.375rem)]"
            placeholder="Whatever happens"
            value={asked.Kind ?? ""}
            onChange={({ target }) => ask({ Kind: wishKinds.find((each) => each === target.value) })}
            choices={wishKinds.map((value) => ({ value, label: kindWords[value] }))}
          />
          <Select
            label="Where it stands"
            quietLabel
            className="w-44 max-md:w-[calc(50%-0.375rem)]"
            placeholder="Wherever it stands"
            value={asked.State ?? ""}
            onChange={({ target }) => ask({ State: openIntentStates.find((each) => each === target.value) })}
            choices={openIntentStates.map((value) => ({ value, label: stateLooks[value].word }))}
          />
          <div className="max-w-full overflow-x-auto">
            <Segmented
              label="When"
              quietLabel
              value={asked.Within ?? "all"}
              onValue={(value) => ask({ Within: value === "all" ? undefined : value })}
              choices={[
                { value: "all", label: "Any day" },
                ...withinDays.map((value) => ({ value, label: withinWords[value] })),
              ]}
            />
          </div>
        </>
      }
      settings="scheduled"
      list={list}
      columns={columns}
      cardColumns={cards}
      rowKey={(row) => row.Id}
      href={ofOperator ? undefined : (row) => serviceAddress(row.CustomerId, row.InstanceId)}
      renderLink={rowLink}
      empty={
        <EmptyState icon="clock" title="Nothing is scheduled">
          What you decide for the end of a term, and a new billing from the next charge on, appears here with where it
          stands at the vendor.
        </EmptyState>
      }
    />
  );
}

/** The day from which it counts; of what ends, its last one. */
const dayOf = ({ Kind, On }: Scheduled): string => (Kind === "cancel" ? formatLastDay(On) : formatDate(On));

/** Says of what, where no column does, in as few words as a card has room for. */
const changeLeft = (until: string, now: number): string =>
  timeLeft(until, now)?.replace("left", "to change") ?? "Cannot be changed";

/** On a card: the day, and how long it can still be changed. */
const soonOn = (now: number | undefined): Column<Scheduled> => ({
  id: "soon",
  header: "On",
  card: "line",
  align: "end",
  cell: (row) => (
    <span className="grid text-right">
      <span>{dayOf(row)}</span>
      <span className="text-muted">{now !== undefined && changeLeft(row.Until, now)}</span>
    </span>
  ),
});

/** On a card: also the reseller, where the list has those of several. */
const whose: Column<Scheduled> = {
  id: "customer",
  header: "Customer",
  twoLines: true,
  cell: (row) => (
    <span className="grid min-w-0">
      <span className="truncate">{row.CustomerName}</span>
      <span className="truncate text-sm font-normal text-muted">
        {"ResellerName" in row ? `${row.ResellerName} · ${row.Name}` : row.Name}
      </span>
    </span>
  ),
};

const columnsFor = (now: number | undefined, ofOperator: boolean): readonly Column<Scheduled>[] => [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(150px, 4fr)",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.CustomerName}</span>
        <span className="truncate text-sm font-normal text-muted">{row.Name}</span>
      </span>
    ),
  },
  ...(ofOperator
    ? [
        {
          id: "reseller",
          header: "Reseller",
          width: "minmax(110px, 1fr)",
          card: "line",
          cell: (row: Scheduled) => row.ResellerName,
        } as const,
      ]
    : []),
  {
    id: "what",
    header: "What happens",
    width: ofOperator ? "minmax(170px, 3fr)" : "minmax(200px, 3fr)",
    card: "line",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.Text}</span>
        <span className="truncate text-sm text-muted">
          {row.Then && `${sumWords(row.Then)} · `}
          {row.SetBy === null ? "By the rule of its term" : `${row.SetBy}, ${formatDate(row.SetAt)}`}
        </span>
      </span>
    ),
  },
  {
    id: "on",
    header: "On",
    width: "110px",
    align: "end",
    twoLines: true,
    cell: (row) => (
      <span className="grid">
        <span>{dayOf(row)}</span>
        {row.Kind === "cancel" && <span className="text-sm text-muted">last day</span>}
      </span>
    ),
  },
  {
    id: "state",
    header: "Where it stands",
    width: "150px",
    card: "corner",
    cell: (row) => (
      <StatusDot tone={stateLooks[row.State].tone} detail={row.StateText}>
        {stateLooks[row.State].word}
      </StatusDot>
    ),
  },
  {
    id: "until",
    header: "Can be changed until",
    width: "165px",
    align: "end",
    twoLines: true,
    cell: ({ Until }) => (
      <span className="grid">
        <span>{formatDateTime(Until)}</span>
        <span className="text-sm text-muted">{now !== undefined && (timeLeft(Until, now) ?? "Over")}</span>
      </span>
    ),
  },
];

import {
  choices,
  outcomes,
  renewalDays,
  renewals,
  renewalTerms,
  type Renewal,
} from "@tradewind/contract/ordering/renewals.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSeesPrices } from "../../platform/session.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { timeLeft } from "../../shared/dates.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { billingWords, termWords } from "../../shared/proposal/unit-price.ts";
import { Segmented, Select } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { RenewalMonths } from "./renewal-months.tsx";
import { renewalMonthsQuery, renewalsQuery } from "./renewals.queries.ts";

const outcomeWords = { renew: "Renews", extend: "Runs on by the day", cancel: "Ends" } as const;
const choiceWords = { made: "Chosen", missing: "Not chosen" } as const;
const termsWords = { long: "A year or more", any: "Any term" } as const;

/** Lists the subscriptions whose term ends: what happens if nobody does anything, and what that costs. */
export function RenewalsScreen() {
  const filter = useFilter(screens.renewals);
  const { asked, ask } = filter;
  const list = useInfiniteQuery(renewalsQuery(asked));
  const { data: months } = useQuery(renewalMonthsQuery(asked));
  const seesPrices = useSeesPrices();
  const now = useBusinessNow();
  const columns = useMemo(() => columnsFor(now, seesPrices), [now, seesPrices]);
  return (
    <ListScreen
      title="Renewals"
      words={["renewal", "renewals"]}
      about="Subscriptions by the day on which their term ends, with what happens if nobody does anything. Open one to choose."
      filter={filter}
      headActions={
        <>
          <TextLink to={screens.scheduled.path}>Scheduled</TextLink>
          {list.data?.pages[0]?.Items.length ? (
            <DownloadButton endpoint={renewals.csv} sent={{ query: asked }} fileName="renewals.csv">
              Export CSV
            </DownloadButton>
          ) : undefined}
        </>
      }
      above={
        <RenewalMonths months={months} chosen={asked.Month} onChoose={(Month) => ask({ Month, Within: undefined })} />
      }
      searchLabel="Search customers"
      filters={
        <>
          <Select
            label="What happens"
            quietLabel
            className="w-44 max-md:w-[calc(50%-0.375rem)]"
            placeholder="Whatever happens"
            value={asked.Outcome ?? ""}
            onChange={({ target }) => ask({ Outcome: outcomes.find((each) => each === target.value) })}
            choices={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
          />
          <Select
            label="Choice"
            quietLabel
            className="w-40 max-md:w-[calc(50%-0.375rem)]"
            placeholder="Chosen or not"
            value={asked.Choice ?? ""}
            onChange={({ target }) => ask({ Choice: choices.find((each) => each === target.value) })}
            choices={choices.map((value) => ({ value, label: choiceWords[value] }))}
          />
          <Select
            label="Terms"
            quietLabel
            className="w-44 max-md:w-[calc(50%-0.375rem)]"
            value={asked.Terms}
            onChange={({ target }) => ask({ Terms: renewalTerms.find((each) => each === target.value) ?? "long" })}
            choices={renewalTerms.map((value) => ({ value, label: termsWords[value] }))}
          />
          <div className="max-w-full overflow-x-auto">
            <Segmented
              label="When"
              quietLabel
              value={asked.Within ?? "all"}
              onValue={(value) => ask({ Within: value === "all" ? undefined : value, Month: undefined })}
              choices={[
                { value: "all", label: "Any day" },
                ...renewalDays.map((value) => ({ value, label: `In ${value} days` })),
              ]}
            />
          </div>
        </>
      }
      settings="renewals"
      list={list}
      columns={columns}
      cardHeight={cardHeight}
      rowKey={(row) => row.Id}
      href={(row) => serviceAddress(row.CustomerId, row.InstanceId)}
      renderLink={rowLink}
      empty={
        <EmptyState icon="clock" title="Nothing comes to the end of its term">
          What is bought for a year or longer appears here by the day on which its term ends. Choose “Any term” to see
          what renews each month as well.
        </EmptyState>
      }
    />
  );
}

/** With room for what happens if nothing is done. */
const cardHeight = 132;

const each = (billing: Renewal["Billing"]) => (billing === "once" ? "once" : `each ${billingWords[billing]}`);

/** By how much a period costs more or less than now, where both are for as long. */
function difference({ Now, Then, Billing, Next }: Renewal): string | undefined {
  if (!Now || !Then || Next?.Billing !== Billing || Now.Minor === "0") return undefined;
  const percent = (Number(Then.Minor) / Number(Now.Minor) - 1) * 100;
  if (Math.abs(percent) < 0.05) return undefined;
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1)} %`;
}

function nothingDone({ Outcome, Next, Quantity, Unit, Committed, On }: Renewal): string {
  if (Outcome === "cancel") return `${counted(Quantity, Unit)} end, the last day is ${formatLastDay(On)}`;
  if (Outcome === "extend" || !Next || Next.Term === "none") return "Runs on without a commitment";
  return Committed ? `Commits ${formatMoney(Committed)} for ${termWords[Next.Term]}` : `For ${termWords[Next.Term]}`;
}

const columnsFor = (now: number | undefined, seesPrices: boolean): readonly Column<Renewal>[] => [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(150px, 4fr)",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.CustomerName}</span>
        <span className="truncate text-sm font-normal text-muted">
          {row.Name}, {counted(row.Quantity, row.Unit)}
        </span>
      </span>
    ),
  },
  {
    id: "on",
    header: "Last day",
    width: "120px",
    card: "corner",
    twoLines: true,
    cell: (row) => (
      <span className="grid">
        <span>{formatLastDay(row.On)}</span>
        <span className="text-sm text-muted">{now !== undefined && timeLeft(`${row.On}T00:00:00Z`, now)}</span>
      </span>
    ),
  },
  {
    id: "what",
    header: "If nothing is done",
    width: "minmax(210px, 4fr)",
    card: "row",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.Text}</span>
        <span className="truncate text-sm text-muted" title={nothingDone(row)}>
          {nothingDone(row)}
        </span>
      </span>
    ),
  },
  ...(seesPrices
    ? [
        {
          id: "now",
          header: "Cost now",
          width: "120px",
          align: "end",
          from: "large",
          twoLines: true,
          cell: (row: Renewal) => (
            <span className="figures grid">
              <span>{row.Now && formatMoney(row.Now)}</span>
              <span className="text-sm text-muted">{each(row.Billing)}</span>
            </span>
          ),
        } as const,
        {
          id: "then",
          header: "Cost then",
          width: "120px",
          align: "end",
          card: "line",
          twoLines: true,
          cell: (row: Renewal) =>
            row.Next && (
              <span className="figures grid">
                <span>{row.Then ? formatMoney(row.Then) : "No price yet"}</span>
                <span className="text-sm text-muted">{difference(row) ?? each(row.Next.Billing)}</span>
              </span>
            ),
        } as const,
      ]
    : []),
  {
    id: "choice",
    header: "Choice",
    width: "150px",
    card: "line",
    cell: ({ SetBy }) => (
      <StatusDot tone={SetBy === null ? "warning" : "success"} detail={SetBy === null ? undefined : `By ${SetBy}`}>
        {SetBy === null ? choiceWords.missing : choiceWords.made}
      </StatusDot>
    ),
  },
  {
    id: "until",
    header: "Choose until",
    width: "150px",
    align: "end",
    from: "large",
    twoLines: true,
    cell: ({ Until }) => (
      <span className="grid">
        <span>{formatDateTime(Until)}</span>
        <span className="text-sm text-muted">{now !== undefined && (timeLeft(Until, now) ?? "Over")}</span>
      </span>
    ),
  },
];

import { acts } from "@tradewind/contract/acts.ts";
import { useAllowed } from "../../platform/session.ts";
import { linkTo, writeSearch } from "@tradewind/contract/address.ts";
import {
  planLineStates,
  plans,
  type Plan,
  type PlanLine,
  type PlanLineState,
} from "@tradewind/contract/ordering/plans.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Column } from "../../ui/table-model.ts";
import { useWrite } from "../../platform/queries.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { DownloadButton } from "../../shared/download-button.tsx";
import { MovedAlert } from "../../shared/proposal/moved-alert.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import type { SeenPlan } from "./plan-changes.ts";
import { changeOf, everyLine, linesIn, lineStateWords, planStateWords } from "./plan-words.ts";
import { planLinesQuery, planQuery } from "./plans.queries.ts";

const PlanMovedDialog = lazy(async () => ({ default: (await import("./plan-moved-dialog.tsx")).PlanMovedDialog }));

/** Milliseconds between two looks at a plan that is at work. */
const lookAgain = 2_000;

const isAtWork = (plan: Plan | undefined): boolean =>
  plan !== undefined && (plan.State === "proposing" || plan.State === "running" || linesIn(plan, "working") > 0);

/** A plan: what it costs, how far it is, what was refused, and its undo. */
export function PlanScreen({ planId }: { planId: string }) {
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    ...planQuery(planId),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? lookAgain : false),
  });
  if (error && !plan) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!plan) return <Skeleton className="h-80" />;
  return <PlanPage plan={plan} />;
}

function PlanPage({ plan }: { plan: Plan }) {
  const [state, setState] = useState<PlanLineState>();
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<PlanLine>();
  const mayOrder = useAllowed(acts.order);
  const list = useInfiniteQuery({
    ...planLinesQuery(plan.Id, { State: state, Search: search }),
    refetchInterval: isAtWork(plan) ? lookAgain : false,
  });
  const { label, ...look } = planStateWords[plan.State];
  const count = everyLine(plan);
  const states = planLineStates.filter((each) => linesIn(plan, each) > 0 || each === state);
  return (
    <>
      <PageHeader
        title={plan.Name}
        about={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusDot {...look}>{label}</StatusDot>
            <span>
              {count.toLocaleString("en-GB")} {count === 1 ? "subscription" : "subscriptions"} of{" "}
              {plan.Customers.toLocaleString("en-GB")} {plan.Customers === 1 ? "customer" : "customers"}, by{" "}
              {plan.MadeBy}
            </span>
          </span>
        }
        actions={
          <>
            <TextLink to={screens.plans.path}>All plans</TextLink>
            {mayOrder && <Actions plan={plan} lines={list.data?.pages.flatMap((page) => page.Items) ?? []} />}
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_344px]">
        <div className="min-w-0 max-xl:order-2">
          <ListTable
            label="Lines"
            list={list}
            columns={columns(setShown)}
            cardColumns={cardColumns(setShown)}
            rowKey={(row) => String(row.Position)}
            href={(row) => serviceAddress(row.CustomerId, row.InstanceId)}
            renderLink={rowLink}
            searchLabel="Search customers and products"
            search={search}
            onSearch={setSearch}
            filters={
              <>
                {states.length > 1 && <States plan={plan} states={states} state={state} onState={setState} />}
                <span className="ml-auto">
                  <DownloadButton
                    endpoint={plans.csv}
                    sent={{ params: { planId: plan.Id }, query: { State: state, Search: search } }}
                    fileName={`${plan.Name}.csv`}
                  >
                    Export CSV
                  </DownloadButton>
                </span>
              </>
            }
            empty={
              <EmptyState
                icon={search ? "search" : "document"}
                title={search ? "No lines match" : "No lines in this state"}
                action={search ? <Button onClick={() => setSearch("")}>Clear the search</Button> : undefined}
              >
                {search ? "Check the spelling or choose another state." : "Choose another state to see the others."}
              </EmptyState>
            }
          />
        </div>
        <Summary plan={plan} onChanged={() => setState("changed")} />
      </div>
      {shown?.Was && shown.Is && (
        <Dialog title={shown.Name} subtitle={shown.CustomerName} onClose={() => setShown(undefined)}>
          <MovedAlert before={shown.Was} after={shown.Is} />
        </Dialog>
      )}
    </>
  );
}

const columns = (show: (line: PlanLine) => void): readonly Column<PlanLine>[] => [
  {
    id: "customer",
    header: "Customer",
    width: "minmax(190px, 2fr)",
    twoLines: true,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="truncate">{row.CustomerName}</span>
        <span className="truncate text-sm text-muted">{row.Name}</span>
      </span>
    ),
  },
  { id: "change", header: "Change", width: "minmax(150px, 1fr)", card: "line", cell: changeOf },
  {
    id: "now",
    header: "Charged now",
    width: "120px",
    align: "end",
    cell: (row) => <Charge line={row} />,
  },
  {
    id: "state",
    header: "State",
    width: "minmax(190px, 2fr)",
    card: "corner",
    cell: (row) => <State line={row} onShow={() => show(row)} />,
  },
  {
    id: "undo",
    header: "Undo until",
    width: "170px",
    align: "end",
    from: "wide",
    quiet: true,
    cell: (row) => (row.UndoUntil ? formatDateTime(row.UndoUntil) : "–"),
  },
];

/** A card has one line below its title, which says what changes and what it charges. */
const cardColumns = (show: (line: PlanLine) => void): readonly Column<PlanLine>[] =>
  columns(show).map((column) =>
    column.id === "change"
      ? {
          ...column,
          cell: (row) => (row.ChargeNow ? `${changeOf(row)}, ${formatMoney(row.ChargeNow)} now` : changeOf(row)),
        }
      : column,
  );

/** What a line charges now; of one that changed, also what it would have charged when it was shown. */
function Charge({ line: { ChargeNow, Was } }: { line: PlanLine }) {
  const before = Was?.ChargeNow && formatMoney(Was.ChargeNow.Net);
  const now = ChargeNow ? formatMoney(ChargeNow) : "–";
  return (
    <span className="grid">
      {before && before !== now && <s className="text-sm text-muted">{before}</s>}
      {now}
    </span>
  );
}

function State({ line, onShow }: { line: PlanLine; onShow: () => void }) {
  const { label, ...look } = lineStateWords[line.State];
  return (
    <span className="grid min-w-0">
      <StatusDot {...look}>{label}</StatusDot>
      {line.Was && line.Is ? (
        <span className="relative z-1 w-fit">
          <Button variant="link" size="small" onClick={onShow}>
            What changed
          </Button>
        </span>
      ) : (
        line.Reason && (
          <span className="truncate text-sm text-muted" title={line.Reason}>
            {line.Reason}
          </span>
        )
      )}
    </span>
  );
}

type StatesProps = {
  plan: Plan;
  states: readonly PlanLineState[];
  state: PlanLineState | undefined;
  onState: (state: PlanLineState | undefined) => void;
};

/** Offers the states that some line is in. */
function States({ plan, states, state, onState }: StatesProps) {
  return (
    <div className="max-w-full overflow-x-auto">
      <Segmented
        label="State"
        quietLabel
        value={state ?? "all"}
        onValue={(value) => onState(value === "all" ? undefined : value)}
        choices={[
          { value: "all" as const, label: `All ${everyLine(plan).toLocaleString("en-GB")}` },
          ...states.map((each) => ({
            value: each,
            label: `${lineStateWords[each].label} ${linesIn(plan, each).toLocaleString("en-GB")}`,
          })),
        ]}
      />
    </div>
  );
}

function Summary({ plan, onChanged }: { plan: Plan; onChanged: () => void }) {
  const count = everyLine(plan);
  const done = linesIn(plan, "done");
  const ended = done + linesIn(plan, "refused", "failed", "changed");
  return (
    <div className="grid gap-4">
      <Card
        title={
          plan.State === "proposing"
            ? "Working out what it costs"
            : `${done.toLocaleString("en-GB")} of ${count.toLocaleString("en-GB")} done`
        }
      >
        <div className="grid gap-4">
          <ProgressBar
            label={plan.State === "proposing" ? "Worked out" : "Ordered"}
            done={count === 0 ? 0 : (plan.State === "proposing" ? count - linesIn(plan, "new") : ended) / count}
          />
          {plan.ChargeNow && plan.State !== "proposing" && (
            <dl className="flex items-baseline justify-between gap-4">
              <dt>{plan.ChargeNow.Minor.startsWith("-") ? "Given back now, net" : "Charged now, net"}</dt>
              <dd className="figures text-md font-semibold">
                <MoneyText value={plan.ChargeNow} />
              </dd>
            </dl>
          )}
          {linesIn(plan, "changed") > 0 && (
            <Alert type="warning" title="Some lines have changed meanwhile">
              They were not ordered. Look at what changed, then order them as they are now.{" "}
              <Button variant="link" size="small" onClick={onChanged}>
                Show them
              </Button>
            </Alert>
          )}
          {plan.Undoes && (
            <TextLink to={linkTo(screens.plans, {}, { Id: plan.Undoes })}>The plan that this puts back</TextLink>
          )}
        </div>
      </Card>
      <Undo plan={plan} />
    </div>
  );
}

function Undo({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  const undo = useWrite(plans.undo, {
    refreshes: ["plans"],
    onDone: ({ Id }) => void navigate({ to: screens.plans.path, search: writeSearch(screens.plans, { Id }) }),
  });
  const mayOrder = useAllowed(acts.order);
  const done = linesIn(plan, "done");
  if (plan.UndoneBy)
    return (
      <Card title="Undo">
        <TextLink to={linkTo(screens.plans, {}, { Id: plan.UndoneBy })}>The plan that puts this back</TextLink>
      </Card>
    );
  if (!mayOrder || done === 0 || plan.State === "running" || plan.State === "proposing") return null;
  return (
    <Card title={plan.UndoUntil ? `Undo until ${formatDateTime(plan.UndoUntil)}` : "Undo"}>
      <div className="grid gap-3">
        <p className="text-muted">
          Puts back {done === 1 ? "the line" : `all ${done.toLocaleString("en-GB")} lines`} that{" "}
          {done === 1 ? "is" : "are"} done. You see what comes back, line by line, before it is ordered.
        </p>
        <div>
          <Button busy={undo.isPending} onClick={() => undo.mutate({ params: { planId: plan.Id } })}>
            Undo all
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Actions({ plan, lines }: SeenPlan) {
  const params = { planId: plan.Id };
  const options = { refreshes: ["plans"] };
  const [seen, setSeen] = useState<SeenPlan>();
  const commit = useWrite(plans.commit, { ...options, shown: true, onDone: () => setSeen(undefined) });
  const order = ({ Hash }: Plan, before: SeenPlan) =>
    commit.mutate(
      { params, body: { Hash } },
      {
        onError: (error) => {
          if (error.code === "proposalChanged") setSeen(before);
          else toast(error.message, { kind: "problem", reference: error.reference });
        },
      },
    );
  const pause = useWrite(plans.pause, options);
  const retry = useWrite(plans.retry, options);
  const open = linesIn(plan, "planned", "changed");
  const waiting = plan.State === "ready" || plan.State === "paused" || plan.State === "done";
  // Orders that are tried again are at work already, and go out with the commit.
  const isTriedAgain = plan.State === "ready" && linesIn(plan, "working") > 0;
  return (
    <>
      {waiting && linesIn(plan, "refused", "failed", "new") > 0 && (
        <Button busy={retry.isPending} onClick={() => retry.mutate({ params })}>
          Try {linesIn(plan, "new") > 0 ? "the rest" : "refused"} again
        </Button>
      )}
      {plan.State === "running" && (
        <Button busy={pause.isPending} onClick={() => pause.mutate({ params })}>
          Pause
        </Button>
      )}
      {waiting && (open > 0 || isTriedAgain) && (
        <Button variant="primary" busy={commit.isPending} onClick={() => order(plan, { plan, lines })}>
          {plan.State === "paused"
            ? "Continue"
            : open === 0
              ? "Try again"
              : `Order ${open.toLocaleString("en-GB")} ${open === 1 ? "change" : "changes"}`}
        </Button>
      )}
      {seen && (
        <Suspense fallback={null}>
          <PlanMovedDialog
            key={seen.plan.Hash}
            seen={seen}
            busy={commit.isPending}
            onOrder={(now) => order(now, { plan: now, lines: seen.lines })}
            onClose={() => setSeen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

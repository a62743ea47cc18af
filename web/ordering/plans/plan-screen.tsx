import { acts } from "@tradewind/contract/acts.ts";
import { useAllowed } from "../../platform/session.ts";
import {
  planLineStates,
  plans,
  type Plan,
  type PlanLine,
  type PlanLineState,
} from "@tradewind/contract/ordering/plans.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { rowLink, TextLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { DownloadButton } from "../../shared/download-button.tsx";
import { cardColumns, columns } from "./plan-lines.tsx";
import { Summary } from "./plan-summary.tsx";
import { MovedAlert } from "../../shared/proposal/moved-alert.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import type { SeenPlan } from "./plan-changes.ts";
import { everyLine, isInTrouble, linesIn, lineStateWords, standingOf } from "./plan-words.ts";
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

/** Fetches the lines once more when the plan's work is over: the last look at them may be older than that at the plan. */
function useLastLook(atWork: boolean, refetch: () => Promise<unknown>): void {
  const was = useRef(atWork);
  useEffect(() => {
    if (was.current && !atWork) void refetch();
    was.current = atWork;
  }, [atWork, refetch]);
}

function PlanPage({ plan }: { plan: Plan }) {
  const [state, setState] = useState<PlanLineState>();
  const [search, setSearch] = useState("");
  const [first, setFirst] = useState(plan.First !== null);
  const [shown, setShown] = useState<PlanLine>();
  const mayOrder = useAllowed(acts.order);
  const list = useInfiniteQuery({
    ...planLinesQuery(plan.Id, { State: state, Search: search }),
    refetchInterval: isAtWork(plan) ? lookAgain : false,
  });
  useLastLook(isAtWork(plan), list.refetch);
  const { label, ...look } = standingOf(plan);
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
            {mayOrder && (
              <Actions
                plan={plan}
                first={first && !isInTrouble(plan)}
                lines={list.data?.pages.flatMap((page) => page.Items) ?? []}
              />
            )}
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
        <Summary
          plan={plan}
          first={first}
          onFirst={setFirst}
          onChanged={() => setState("changed")}
          onRefused={() => setState(linesIn(plan, "refused") > 0 ? "refused" : "failed")}
        />
      </div>
      {shown?.Was && shown.Is && (
        <Dialog title={shown.Name} subtitle={shown.CustomerName} onClose={() => setShown(undefined)}>
          <MovedAlert before={shown.Was} after={shown.Is} />
        </Dialog>
      )}
    </>
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

function Actions({ plan, lines, first }: SeenPlan & { first: boolean }) {
  const params = { planId: plan.Id };
  const options = { refreshes: ["plans"] };
  const [seen, setSeen] = useState<SeenPlan>();
  const commit = useWrite(plans.commit, { ...options, shown: true, onDone: () => setSeen(undefined) });
  const order = ({ Hash }: Plan, before: SeenPlan) =>
    commit.mutate(
      { params, body: { Hash, FirstCustomers: first } },
      {
        onError: (error) => {
          if (error.code === "proposalChanged") setSeen(before);
          else toast(error.message, { kind: "problem", reference: error.reference });
        },
      },
    );
  const pause = useWrite(plans.pause, options);
  const discard = useWrite(plans.discard, options);
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
        <Button busy={discard.isPending} onClick={() => discard.mutate({ params })}>
          {linesIn(plan, "done", "working") > 0 ? "Discard the rest" : "Discard"}
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

import { gatewayBooks, type GatewayDifferenceItem } from "@tradewind/contract/billing/gateway-books.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { GatewayDifferenceState } from "@tradewind/domain/billing/gateway-books.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { itemsOf, MoreButton } from "../../shared/more-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { gatewayDifferencesQuery, gatewayStandingsQuery } from "./gateway-books.queries.ts";
import { GatewayDifference, type Task } from "./gateway-difference.tsx";
import { GatewayStandingCard } from "./gateway-standing.tsx";

const DecisionDialog = lazy(async () => ({
  default: (await import("./difference-decision-dialog.tsx")).DifferenceDecisionDialog,
}));

const states: readonly { value: GatewayDifferenceState; label: string; empty: string }[] = [
  { value: "open", label: "To resolve", empty: "Every gateway has of each payment what we have." },
  { value: "setAside", label: "Set aside", empty: "What a person resolved is kept here, with its reason." },
  { value: "closed", label: "Agreed", empty: "What came to agree by itself is kept here." },
];

/** Lists what is at each payment gateway, and where it differs from our books. */
export function PaymentGatewaysScreen() {
  const [{ State: state }, ask] = useAsked(screens.paymentGateways);
  const [task, setTask] = useState<{ of: Task; difference: GatewayDifferenceItem }>();
  const look = useWrite(gatewayBooks.look, {
    refreshes: ["gatewayBooks"],
    onDone: () => toast("The gateways are being read"),
  });
  // What was asked for comes within moments.
  const refetchInterval = look.isSuccess ? 2_000 : (false as const);
  const list = useInfiniteQuery({ ...gatewayDifferencesQuery(state), refetchInterval });
  const standings = useQuery({ ...gatewayStandingsQuery, refetchInterval });
  const differences = list.data ? itemsOf(list.data) : [];
  const { empty, label } = states.find(({ value }) => value === state)!;
  return (
    <>
      <PageHeader
        title="Payment gateways"
        about="What each has of ours, read every day, and where it differs from our books"
        actions={
          <>
            <TextLink to={screens.gatewayPayouts.path}>Pay-outs</TextLink>
            <Button icon="refresh" busy={look.isPending} onClick={() => look.mutate({})}>
              Read now
            </Button>
          </>
        }
      />
      {standings.error && !standings.data ? (
        <QueryError error={standings.error} onRetry={() => void standings.refetch()} />
      ) : (
        <ul aria-label="Gateways" className="mb-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {standings.data
            ? standings.data.Items.map((standing) => (
                <GatewayStandingCard key={`${standing.Gateway} ${standing.Ours.Currency}`} standing={standing} />
              ))
            : [0, 1].map((card) => (
                <li key={card} aria-hidden="true">
                  <Skeleton className="h-40" />
                </li>
              ))}
        </ul>
      )}
      <div className="mb-4">
        <Segmented
          label="Which differences"
          quietLabel
          value={state}
          onValue={(State) => ask({ State })}
          choices={states}
        />
      </div>
      {list.error && !list.data ? (
        <QueryError error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <div aria-hidden="true" className="grid gap-3">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-20" />
          ))}
        </div>
      ) : differences.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon="checkCircle" title="Nothing here">
            {empty}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
            {differences.map((difference) => (
              <GatewayDifference
                key={difference.Id}
                difference={difference}
                onTask={(of) => setTask({ of, difference })}
              />
            ))}
          </ul>
          <MoreButton of={list} />
        </>
      )}
      <Suspense fallback={null}>
        {task && <DecisionDialog task={task.of} difference={task.difference} onClose={() => setTask(undefined)} />}
      </Suspense>
    </>
  );
}

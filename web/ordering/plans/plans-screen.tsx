import { useSearchOf } from "../../shared/screen-address.ts";
import { acts } from "@tradewind/contract/acts.ts";
import { useAllowed } from "../../platform/session.ts";
import type { Column } from "../../ui/table-model.ts";
import type { PlanItem } from "@tradewind/contract/ordering/plans.ts";
import { StatusDot } from "../../ui/status.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { plansQuery } from "./plans.queries.ts";
import { everyLine, linesIn, standingOf } from "./plan-words.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { NewPlan, type PlanAbout } from "./new-plan.tsx";

const planColumns: readonly Column<PlanItem>[] = [
  { id: "name", header: "Plan", width: "minmax(220px, 3fr)", cell: (row) => row.Name },
  {
    id: "state",
    header: "State",
    width: "170px",
    card: "corner",
    cell: (row) => {
      const { label, ...look } = standingOf(row);
      return <StatusDot {...look}>{label}</StatusDot>;
    },
  },
  {
    id: "done",
    header: "Done",
    width: "140px",
    align: "end",
    card: "line",
    cell: (row) => `${linesIn(row, "done").toLocaleString("en-GB")} of ${everyLine(row).toLocaleString("en-GB")}`,
  },
  { id: "by", header: "By", width: "minmax(140px, 1fr)", from: "large", quiet: true, cell: (row) => row.MadeBy },
  { id: "made", header: "Made", width: "170px", align: "end", quiet: true, cell: (row) => formatDateTime(row.MadeAt) },
];

const PlanScreen = lazy(async () => ({ default: (await import("./plan-screen.tsx")).PlanScreen }));

/** Shows the plan in the address, or lists all of them. */
export function PlansScreen() {
  const { Id, ProductId, CustomerId } = useSearchOf(screens.plans);
  if (!Id) return <Plans about={ProductId || CustomerId ? { ProductId, CustomerId } : undefined} />;
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <PlanScreen planId={Id} />
    </Suspense>
  );
}

/** Lists plans, newest first, or makes a new one; at once if the address says of what. */
function Plans({ about }: { about: PlanAbout | undefined }) {
  const [making, setMaking] = useState(about !== undefined);
  const mayOrder = useAllowed(acts.order);
  const list = useInfiniteQuery(plansQuery);
  if (making) return <NewPlan about={about} onBack={() => setMaking(false)} />;
  return (
    <>
      <PageHeader
        title="Bulk changes"
        about="Many changes that are ordered together, one by one, and can be undone together."
        actions={
          mayOrder && (
            <Button variant="primary" icon="add" onClick={() => setMaking(true)}>
              New plan
            </Button>
          )
        }
      />
      <ListTable
        label="Bulk changes"
        list={list}
        columns={planColumns}
        rowKey={(row) => row.Id}
        href={(row) => linkTo(screens.plans, {}, { Id: row.Id })}
        renderLink={rowLink}
        empty={
          <EmptyState icon="document" title="No plans yet">
            Choose subscriptions of many customers, and change them all at once.
          </EmptyState>
        }
      />
    </>
  );
}

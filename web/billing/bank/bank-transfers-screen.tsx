import { bank, type BankLineItem } from "@tradewind/contract/billing/bank.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { BankLineState } from "@tradewind/domain/billing/bank-matches.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { itemsOf } from "../../shared/more-button.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { BankLine, type Task } from "./bank-line.tsx";
import { BankList } from "./bank-list.tsx";
import { bankLinesQuery, bankTotalsQuery } from "./bank.queries.ts";

const AllocateDialog = lazy(async () => ({ default: (await import("./allocate-dialog.tsx")).AllocateDialog }));
const ImportDialog = lazy(async () => ({
  default: (await import("./import-statements-dialog.tsx")).ImportStatementsDialog,
}));
const DecisionDialog = lazy(async () => ({ default: (await import("./bank-decision-dialog.tsx")).BankDecisionDialog }));

const states: readonly { value: BankLineState; label: string; empty: string }[] = [
  { value: "open", label: "To allocate", empty: "Everything that came in is allocated or set aside." },
  { value: "allocated", label: "Allocated", empty: "What is allocated is kept here, and can be undone." },
  { value: "setAside", label: "Set aside", empty: "What is no payment of a reseller is kept here, with its reason." },
  { value: "paidOut", label: "Paid out", empty: "What went out of the accounts is kept here." },
];

/** Lists what came in on the marketplace's bank accounts, and says for whom it is. */
export function BankTransfersScreen() {
  const [{ State: state }, ask] = useAsked(screens.bankTransfers);
  const list = useInfiniteQuery({
    ...bankLinesQuery(state),
    // It is posted within moments.
    refetchInterval: ({ state: of }) =>
      of.data?.pages.some(({ Items }) => Items.some(({ Allocations }) => Allocations.some(({ IsPosted }) => !IsPosted)))
        ? 1_000
        : false,
  });
  const totals = useQuery(bankTotalsQuery);
  const [task, setTask] = useState<{ of: Task | "import"; line?: BankLineItem }>();
  const lines = list.data ? itemsOf(list.data) : [];
  const certain = lines.filter(({ Proposal }) => Proposal?.Certainty === "certain").slice(0, 50);
  const allocate = useWrite(bank.allocateCertain, {
    refreshes: ["bank"],
    onDone: ({ Allocated, Left }) =>
      toast(
        `${Allocated} ${Allocated === 1 ? "transfer was" : "transfers were"} allocated${Left > 0 ? `, and ${Left} left to look at` : ""}`,
      ),
  });
  const close = () => setTask(undefined);
  const { empty, label } = states.find(({ value }) => value === state)!;
  const importButton = (
    <Button variant="primary" icon="add" onClick={() => setTask({ of: "import" })}>
      Import statements
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Bank transfers"
        about={
          totals.data?.Open.length
            ? `To allocate: ${totals.data.Open.map(({ Amount, Count, Since }) => `${formatMoney(Amount)} in ${Count === 1 ? "1 transfer" : `${Count.toLocaleString("en-GB")} transfers`}, since ${formatDate(Since)}`).join("; ")}`
            : "What came in on our bank accounts, and for whom it is"
        }
        actions={
          <>
            <TextLink to={screens.bankStatements.path}>Statements</TextLink>
            {importButton}
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Which transfers"
          quietLabel
          value={state}
          onValue={(State) => ask({ State })}
          choices={states}
        />
        {state === "open" && certain.length > 0 && (
          <Button
            busy={allocate.isPending}
            onClick={() => allocate.mutate({ body: { Ids: certain.map(({ Id }) => Id) } })}
          >
            Allocate {certain.length === 1 ? "the one that is certain" : `all ${certain.length} that are certain`}
          </Button>
        )}
      </div>
      <BankList
        label={label}
        list={list}
        empty={
          <EmptyState icon="document" title="Nothing here" {...(state === "open" ? { action: importButton } : {})}>
            {empty}
          </EmptyState>
        }
      >
        {(line) => <BankLine key={line.Id} line={line} onTask={(of) => setTask({ of, line })} />}
      </BankList>
      <Suspense fallback={null}>
        {task?.of === "import" && <ImportDialog onClose={close} />}
        {task?.of === "allocate" && task.line && <AllocateDialog line={task.line} onClose={close} />}
        {(task?.of === "setAside" || task?.of === "reopen") && task.line && (
          <DecisionDialog task={task.of} line={task.line} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

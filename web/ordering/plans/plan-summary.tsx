import { acts } from "@tradewind/contract/acts.ts";
import { linkTo, writeSearch } from "@tradewind/contract/address.ts";
import { firstCustomers, plans, type Plan } from "@tradewind/contract/ordering/plans.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Badge, StatusDot, type Tone } from "../../ui/status.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { everyLine, isInTrouble, linesIn } from "./plan-words.ts";
import { planLinesQuery } from "./plans.queries.ts";

type SummaryProps = {
  plan: Plan;
  /** Whether the first few customers are to be changed first. */
  first: boolean;
  onFirst: (first: boolean) => void;
  onChanged: () => void;
  onRefused: () => void;
};

/** How far a plan is, what it changes, its undo, and what was refused. */
export function Summary({ plan, first, onFirst, onChanged, onRefused }: SummaryProps) {
  return (
    <div className="grid gap-4">
      <Progress plan={plan} first={first} onFirst={onFirst} onChanged={onChanged} />
      {plan.State !== "proposing" && <Changes plan={plan} />}
      {linesIn(plan, "refused", "failed") > 0 && <Refused plan={plan} onAll={onRefused} />}
    </div>
  );
}

const counted = (count: number, one: string) => `${count.toLocaleString("en-GB")} ${one}${count === 1 ? "" : "s"}`;

function Progress({ plan, first, onFirst, onChanged }: Omit<SummaryProps, "onRefused">) {
  const count = everyLine(plan);
  const done = linesIn(plan, "done");
  const waits = plan.State === "ready" || plan.State === "paused" || plan.State === "done";
  const mayOrder = useAllowed(acts.order);
  const open = linesIn(plan, "planned", "changed");
  const isOffered = mayOrder && waits && open > 0 && plan.Customers > firstCustomers.many && !isInTrouble(plan);
  return (
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
          done={
            count === 0
              ? 0
              : (plan.State === "proposing" ? count - linesIn(plan, "new") : linesIn(plan, "working", "done")) / count
          }
        />
        {plan.First && <Stages plan={plan} first={plan.First} />}
        {isOffered && (
          <Checkbox
            label={`Change ${firstCustomers.many} customers first`}
            hint={`The others follow after ${firstCustomers.minutes} minutes without trouble.`}
            checked={first}
            onChange={({ target }) => onFirst(target.checked)}
          />
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
  );
}

type First = NonNullable<Plan["First"]>;
type Stage = { tone: Tone; moving?: boolean; label: string; about: string };

/** Whether the other customers' lines are being ordered, or all are done. */
const isPastFirst = (plan: Plan, { Done, Until }: First) =>
  plan.State === "done" || (Until !== null && linesIn(plan, "done", "working") > Done);

function firstStage(plan: Plan, first: First): Omit<Stage, "label"> {
  const { Lines, Done, Troubled, Until } = first;
  if (isPastFirst(plan, first))
    return { tone: "success", about: `Watched for ${firstCustomers.minutes} minutes, no trouble` };
  if (Troubled > 0) return { tone: "fail", about: `${counted(Troubled, "line")} in trouble, so the plan was stopped` };
  if (Until === null)
    return { tone: "information", moving: plan.State === "running", about: `${Done} of ${Lines} done` };
  return { tone: "information", moving: true, about: `Watched until ${formatDateTime(Until)}, no trouble so far` };
}

/** The first customers, then the others: each stage with how it stands. */
function stagesOf(plan: Plan, first: First): Stage[] {
  const others = everyLine(plan) - first.Lines;
  const isPast = isPastFirst(plan, first);
  return [
    {
      label: `First ${counted(first.Customers, "customer")}, ${counted(first.Lines, "line")}`,
      ...firstStage(plan, first),
    },
    {
      label: `Other ${counted(plan.Customers - first.Customers, "customer")}, ${counted(others, "line")}`,
      tone: plan.State === "done" ? "success" : isPast ? "information" : "disabled",
      moving: isPast && plan.State === "running",
      about: isPast ? `${linesIn(plan, "done") - first.Done} of ${others} done` : "Not begun",
    },
  ];
}

function Stages({ plan, first }: { plan: Plan; first: First }) {
  return (
    <ol className="grid gap-3">
      {stagesOf(plan, first).map(({ tone, moving, label, about }) => (
        <li key={label} className="grid gap-0.5">
          <StatusDot tone={tone} moving={moving ?? false}>
            {label}
          </StatusDot>
          <span className="pl-6 text-sm text-muted">{about}</span>
        </li>
      ))}
    </ol>
  );
}

/** What changes in money, and the one undo. */
function Changes({ plan }: { plan: Plan }) {
  const { Monthly, MonthlySales, ChargeNow, Committed } = plan;
  const more = Monthly ? BigInt(Monthly.After.Minor) - BigInt(Monthly.Before.Minor) : 0n;
  const undo = <Undo plan={plan} />;
  if (!ChargeNow || !Monthly) return undo;
  const sum = (minor: bigint): MoneyValue => ({
    Minor: String(minor < 0n ? -minor : minor),
    Currency: ChargeNow.Currency,
  });
  return (
    <Card title="What this changes" about="Net, without VAT">
      <div className="grid gap-4">
        <dl className="grid gap-2">
          <Amount label="Cost each month, before" value={Monthly.Before} />
          <Amount label="After" value={Monthly.After} />
          {more !== 0n && (
            <Amount strong label={more < 0n ? "Saved each month" : "More each month"} value={sum(more)} />
          )}
        </dl>
        {MonthlySales && <Sales cost={Monthly} sales={MonthlySales} />}
        <dl className="grid gap-2 border-t border-line pt-3">
          <Amount
            strong={!Committed}
            label={ChargeNow.Minor.startsWith("-") ? "Given back now, net" : "Charged now, net"}
            value={ChargeNow}
          />
          {Committed && (
            <Amount strong label="You commit to" value={Committed.Sum}>
              <span className="text-sm text-muted">to {formatLastDay(Committed.Until)}</span>
            </Amount>
          )}
        </dl>
        {undo}
      </div>
    </Card>
  );
}

type BeforeAndAfter = NonNullable<Plan["Monthly"]>;

/** What the same sells for, and what stays of it. */
function Sales({ cost, sales }: { cost: BeforeAndAfter; sales: BeforeAndAfter }) {
  const margin = (when: keyof BeforeAndAfter): MoneyValue => ({
    Minor: String(BigInt(sales[when].Minor) - BigInt(cost[when].Minor)),
    Currency: sales[when].Currency,
  });
  return (
    <dl className="grid gap-2 border-t border-line pt-3">
      <Amount label="Sales each month, before" value={sales.Before} />
      <Amount label="After" value={sales.After} />
      <Amount label="Margin each month, before" value={margin("Before")} />
      <Amount label={margin("After").Minor.startsWith("-") ? "After, below cost" : "After"} value={margin("After")} />
    </dl>
  );
}

function Amount({
  label,
  value,
  strong,
  children,
}: {
  label: string;
  value: MoneyValue;
  strong?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="grid">
        {label}
        {children}
      </dt>
      <dd className={strong ? "figures text-md font-semibold" : "figures"}>
        <MoneyText value={value} />
      </dd>
    </div>
  );
}

/** Leads to the plan that puts this one back, or makes it. */
function Undo({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  const undo = useWrite(plans.undo, {
    refreshes: ["plans"],
    onDone: ({ Id }) => void navigate({ to: screens.plans.path, search: writeSearch(screens.plans, { Id }) }),
  });
  const mayOrder = useAllowed(acts.order);
  if (plan.UndoneBy && plan.ToUndo === 0) return <WayToUndo planId={plan.UndoneBy} />;
  if (plan.Committed && linesIn(plan, "planned", "changed") > 0)
    return (
      <p className="text-sm text-muted">
        A longer term cannot be turned back into a shorter one. Until its time to undo is over it can be cancelled, and
        the shorter one does not come back.
      </p>
    );
  if (!mayOrder || plan.ToUndo === 0 || plan.State === "running" || plan.State === "proposing") return null;
  return (
    <div className="grid gap-3 rounded-control bg-info-soft p-3">
      <div>
        {plan.UndoUntil && <p className="font-medium">Can be undone until {formatDateTime(plan.UndoUntil)}</p>}
        <p className="text-sm">
          {plan.UndoneBy && "Some lines were done after the undo was planned. "}Puts back{" "}
          {plan.ToUndo === 1 ? "the line" : `all ${plan.ToUndo.toLocaleString("en-GB")} lines`} that{" "}
          {plan.ToUndo === 1 ? "is" : "are"} done. You see what comes back, line by line, before it is ordered.
        </p>
      </div>
      <div>
        <Button busy={undo.isPending} onClick={() => undo.mutate({ params: { planId: plan.Id } })}>
          {plan.UndoneBy ? "Undo these too" : "Undo all"}
        </Button>
      </div>
      {plan.UndoneBy && <WayToUndo planId={plan.UndoneBy} />}
    </div>
  );
}

const WayToUndo = ({ planId }: { planId: string }) => (
  <TextLink to={linkTo(screens.plans, {}, { Id: planId })}>The plan that puts this back</TextLink>
);

/** How many refused lines are shown beside the plan. */
const refusedShown = 4;

/** What was refused, why, and the way to each. */
function Refused({ plan, onAll }: { plan: Plan; onAll: () => void }) {
  const state = linesIn(plan, "refused") > 0 ? "refused" : "failed";
  const count = linesIn(plan, "refused", "failed");
  const { data } = useInfiniteQuery(planLinesQuery(plan.Id, { State: state, Search: "" }));
  const lines = data?.pages[0]?.Items.slice(0, refusedShown) ?? [];
  return (
    <Card title="Refused" actions={<Badge>{count.toLocaleString("en-GB")}</Badge>}>
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.Position} className="grid">
            <TextLink to={serviceAddress(line.CustomerId, line.InstanceId)}>{line.CustomerName}</TextLink>
            <span className="text-sm text-muted">{line.Reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <Button variant="link" size="small" onClick={onAll}>
          Show all {count.toLocaleString("en-GB")}
        </Button>
      )}
    </Card>
  );
}

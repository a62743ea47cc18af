import type { Column } from "../../ui/table-model.ts";
import {
  type longerTerms,
  type PlannedChange,
  mostPlanLines,
  plans,
  type termBillings,
} from "@tradewind/contract/ordering/plans.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { ListTable, useRows } from "../../shared/list/list-table.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { candidatesQuery } from "./plans.queries.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { termInWords } from "./plan-words.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { writeSearch } from "@tradewind/contract/address.ts";
import { productChoices } from "../../shared/product-choices.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { serviceCountQuery } from "../services/services.queries.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSelection } from "../../shared/list/use-selection.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";

type Candidate = ResultOf<typeof plans.candidates>["Items"][number];
type Kind = "more" | "set" | "move" | "end" | "cancel" | "term";

const columns: readonly Column<Candidate>[] = [
  { id: "customer", header: "Customer", width: "minmax(180px, 2fr)", cell: (row) => row.CustomerName },
  {
    id: "name",
    header: "Subscription",
    width: "minmax(220px, 3fr)",
    card: "line",
    cell: (row) => <Subscription row={row} />,
  },
  {
    id: "quantity",
    header: "Now",
    width: "150px",
    align: "end",
    card: "corner",
    cell: (row) => counted(row.Quantity, row.Unit),
  },
  {
    id: "term",
    header: "Committed to",
    width: "150px",
    align: "end",
    quiet: true,
    cell: (row) => (row.TermUntil === null ? "–" : formatLastDay(row.TermUntil)),
  },
];

/** What it is, and what keeps it from being changed. */
const Subscription = ({ row: { Name, Finding } }: { row: Candidate }) =>
  Finding ? (
    <span title={Finding}>
      {Name} · <span className="text-warning">{Finding}</span>
    </span>
  ) : (
    Name
  );

const endings = [
  { value: "renew", label: "Renew" },
  { value: "cancel", label: "End" },
  { value: "extend", label: "Go on by the day" },
] as const;

type Term = (typeof longerTerms)[number];

/** The terms that can be begun, each with how it is paid. */
const termChoices: readonly { term: Term; billing: (typeof termBillings)[number] }[] = [
  { term: "P1Y", billing: "monthly" },
  { term: "P1Y", billing: "annual" },
  { term: "P3Y", billing: "monthly" },
  { term: "P3Y", billing: "annual" },
  { term: "P3Y", billing: "triennial" },
];

/** Of which product or customer the subscriptions are that are offered first. */
export type PlanAbout = { ProductId: string | undefined; CustomerId: string | undefined };

/** Makes a plan: which subscriptions, and what is to change. Nothing is ordered here. */
export function NewPlan({ about, onBack }: { about: PlanAbout | undefined; onBack: () => void }) {
  const [asked, setAsked] = useState<Partial<PlanAbout> & { Search: string }>({ ...about, Search: "" });
  const navigate = useNavigate();
  const list = useInfiniteQuery(candidatesQuery(asked));
  const { rows } = useRows(list);
  const { data: counts } = useQuery({
    ...serviceCountQuery({ Search: "", Sort: "customer" }),
    enabled: !list.isPending,
  });
  const { selected, chosen, select } = useSelection(rows, (row) => row.SubscriptionId, JSON.stringify(asked));
  const [kind, setKind] = useState<Kind>("more");
  const [number, setNumber] = useState(1);
  const [ending, setEnding] = useState<(typeof endings)[number]["value"]>("cancel");
  const [begun, setBegun] = useState(0);
  const [name, setName] = useState("");
  const [sku, setSku] = useState("");
  const { term, billing } = termChoices[begun]!;
  const better = betterThan(chosen.length > 0 ? chosen : rows);
  const goal = better.find(({ Sku }) => Sku === sku) ?? better[0];
  const what = subscriptionsWord(chosen.length);
  const usual =
    kind === "term"
      ? `${termInWords(term, billing)}, for ${what}`
      : kind === "move"
        ? `Move ${what} to ${goal?.Name ?? "another product"}`.slice(0, 100)
        : kind === "cancel"
          ? `End ${what}`
          : nameOf(kind, number, ending, chosen.length);
  const make = useWrite(plans.make, {
    refreshes: ["plans"],
    shown: true,
    onDone: ({ Id }) => void navigate({ to: screens.plans.path, search: writeSearch(screens.plans, { Id }) }),
  });
  const changeOf = (row: Candidate): PlannedChange =>
    kind === "term"
      ? { Kind: "newTerm", Term: term, Billing: billing }
      : kind === "end"
        ? { Kind: "schedule", Outcome: ending }
        : kind === "move"
          ? { Kind: "upgrade", Sku: goal!.Sku }
          : kind === "cancel"
            ? { Kind: "cancel" }
            : { Kind: "setQuantity", Quantity: kind === "set" ? number : row.Quantity + number };
  const send = () =>
    make.mutate({
      body: {
        Name: name.trim() || usual,
        Lines: chosen.map((row) => ({ SubscriptionId: row.SubscriptionId, Change: changeOf(row) })),
      },
    });
  return (
    <>
      <PageHeader
        title="New plan"
        actions={<Button onClick={onBack}>Back to plans</Button>}
        about="Choose subscriptions and what is to change. You see what it costs before anything is ordered."
      />
      <div className="grid gap-4">
        <Card title="What is to change">
          <div className="grid gap-4">
            <div className="flex flex-wrap items-end gap-4">
              <div className="max-w-full overflow-x-auto">
                <Segmented
                  label="Change"
                  value={kind}
                  onValue={setKind}
                  choices={[
                    { value: "more", label: "Add" },
                    { value: "set", label: "Set to" },
                    { value: "move", label: "Move" },
                    { value: "term", label: "Longer term" },
                    { value: "end", label: "End of term" },
                    { value: "cancel", label: "End now" },
                  ]}
                />
              </div>
              {kind === "term" && (
                <Select
                  label="New term"
                  className="w-64 max-md:w-full"
                  value={String(begun)}
                  onChange={({ target }) => setBegun(Number(target.value))}
                  choices={termChoices.map((each, at) => ({
                    value: String(at),
                    label: termInWords(each.term, each.billing),
                  }))}
                />
              )}
              {kind === "move" &&
                (goal ? (
                  <Select
                    label="To"
                    className="w-64 max-md:w-full"
                    value={goal.Sku}
                    onChange={(event) => setSku(event.target.value)}
                    choices={better.map(({ Sku, Name }) => ({ value: Sku, label: Name }))}
                  />
                ) : (
                  <p className="pb-2 text-muted">
                    {chosen.length > 0 ? "None of these" : "Nothing here"} can be moved to another product.
                  </p>
                ))}
              {kind === "cancel" && (
                <p className="pb-2 text-muted">
                  They end today and cannot be put back. You see what is given back first.
                </p>
              )}
              {kind === "end" && (
                <Segmented label="When the term ends" value={ending} onValue={setEnding} choices={endings} />
              )}
              {(kind === "more" || kind === "set") && (
                <NumberField
                  label={kind === "more" ? "More of each" : "Of each"}
                  min={1}
                  max={10_000}
                  value={number}
                  present={number}
                  onValue={setNumber}
                />
              )}
              <TextField
                label="Name"
                className="w-80 max-md:w-full"
                maxLength={100}
                placeholder={usual}
                value={name}
                error={make.error?.fields["Name"]}
                onChange={({ target }) => setName(target.value)}
              />
            </div>
            {make.error && !make.error.fields["Name"] && (
              <Alert type="error" title="This plan could not be made">
                {make.error.message}
              </Alert>
            )}
            {chosen.length > mostPlanLines && (
              <Alert type="warning" title="Too many for one plan">
                A plan has at most {mostPlanLines} lines. Make several of them.
              </Alert>
            )}
            <div>
              <Button
                variant="primary"
                busy={make.isPending}
                disabled={
                  chosen.length === 0 || chosen.length > mostPlanLines || (kind === "move" && goal === undefined)
                }
                onClick={send}
              >
                {chosen.length === 0 ? "Choose subscriptions below" : `Work out ${linesWord(chosen.length)}`}
              </Button>
            </div>
          </div>
        </Card>
        <ListTable
          label="Subscriptions"
          list={list}
          columns={columns}
          rowKey={(row) => row.SubscriptionId}
          selected={selected}
          onSelect={select}
          rowName={(row) => `${row.CustomerName}, ${row.Name}`}
          searchLabel="Search customers and products"
          search={asked.Search}
          onSearch={(Search) => setAsked({ ...asked, Search })}
          filters={
            <Select
              label="Product"
              quietLabel
              className="w-60 max-md:w-full"
              value={asked.ProductId ?? ""}
              onChange={({ target }) => setAsked({ ...asked, ProductId: target.value || undefined })}
              placeholder="All products"
              choices={productChoices(counts?.Products ?? [], asked.ProductId)}
            />
          }
          empty={
            <EmptyState icon="search" title="No subscriptions match">
              Only what runs and is billed by period can be changed by a plan.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

/** What subscriptions can be moved to, each once: which of them can is found out when the plan is worked out. */
const betterThan = (rows: readonly Candidate[]) => [
  ...new Map(rows.flatMap(({ UpgradesTo }) => UpgradesTo).map((each) => [each.Sku, each])).values(),
];

const linesWord = (count: number) => (count === 1 ? "one change" : `${count.toLocaleString("en-GB")} changes`);

const subscriptionsWord = (count: number) =>
  count === 1 ? "one subscription" : `${count.toLocaleString("en-GB")} subscriptions`;

function nameOf(kind: Kind, number: number, ending: string, count: number): string {
  const what = subscriptionsWord(count);
  if (kind === "more") return `${number} more for ${what}`;
  if (kind === "set") return `${number} each for ${what}`;
  const ends = { renew: "Renew", cancel: "End", extend: "Go on by the day with" }[ending] ?? "";
  return `${ends} ${what} at the end of term`;
}

import { acts } from "@tradewind/contract/acts.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import {
  differences as endpoints,
  mostAtOnce,
  type differenceViews,
} from "@tradewind/contract/ordering/differences.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery, type UseInfiniteQueryResult, type InfiniteData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SelectAll } from "../../ui/select-all.tsx";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { toggled } from "../../ui/table-model.ts";
import { toast } from "../../ui/toast.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { useAllowed, useSeesPrices } from "../../platform/session.ts";
import { useWrite } from "../../platform/queries.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useSelection } from "../../shared/list/use-selection.ts";
import { MoreButton } from "../../shared/more-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { cureWords, sharedCures } from "./cure-words.ts";
import { curesOf, DifferenceCard, DifferenceRow, DifferencesTable, type LineProps } from "./difference-lines.tsx";
import { differencesQuery, everyDifferenceQuery, type AnyCure, type Difference } from "./differences.queries.ts";

const Adoption = lazy(async () => ({ default: (await import("./adoption-dialog.tsx")).AdoptionDialog }));
const Dialogs = lazy(async () => ({ default: (await import("./difference-dialogs.tsx")).DifferenceDialogs }));

type Totals = Omit<NonNullable<ResultOf<typeof endpoints.list>["Totals"]>, "NotCharged" | "TooMuch"> &
  Partial<Pick<NonNullable<ResultOf<typeof endpoints.list>["Totals"]>, "NotCharged" | "TooMuch">>;
type List = UseInfiniteQueryResult<InfiniteData<{ Items: readonly Difference[]; Totals: Totals | null }>>;
type View = (typeof differenceViews)[number];

/** Lists where vendors have something else than the reseller's book, and settles it. */
export function DifferencesScreen() {
  const [{ View: view }, ask] = useAsked(screens.differences);
  const list = useInfiniteQuery(differencesQuery(view));
  const maySettle = useAllowed(acts.order);
  return <Differences {...{ list, view, maySettle }} onView={(View) => ask({ View })} />;
}

/** Lists the differences of all resellers, for the operator. */
export function EveryDifferenceScreen() {
  const [{ View: view }, ask] = useAsked(screens.everyDifference);
  const list = useInfiniteQuery(everyDifferenceQuery(view));
  return <Differences {...{ list, view }} onView={(View) => ask({ View })} maySettle ofOperator />;
}

type Props = { list: List; view: View; onView: (view: View) => void; maySettle: boolean; ofOperator?: boolean };

function Differences({ list, view, onView, maySettle, ofOperator = false }: Props) {
  const [asked, setAsked] = useState<{ of: readonly [Difference, ...Difference[]]; cure: AnyCure }>();
  const read = useWrite(endpoints.read, { onDone: () => toast("The vendor is asked again") });
  const { data, error, refetch } = list;
  const phone = useMedia(widths.phone);
  // What they cost is the resellers' to know.
  const priced = useSeesPrices() && !ofOperator;
  const items = data?.pages.flatMap((page) => page.Items);
  const isClosed = view === "closed";
  const curable = maySettle && items ? items.filter((each) => curesOf(each).length > 0) : [];
  const { selected, chosen, select } = useSelection(curable, ({ Id }) => Id, view);
  const selectAll = (all: boolean) => select(new Set(all ? curable.map(({ Id }) => Id) : []));
  const lineOf = (difference: Difference): LineProps => ({
    difference,
    ofOperator,
    priced,
    ticked: selected.has(difference.Id),
    onTick: curable.includes(difference) ? () => select(toggled(selected, difference.Id)) : undefined,
    onCure: maySettle ? (cure) => setAsked({ of: [difference], cure }) : undefined,
    onRead: ofOperator || isClosed ? undefined : () => read.mutate({ params: { differenceId: difference.Id } }),
  });
  return (
    <>
      <PageHeader
        title="Differences"
        about="Where a vendor has something else than we have. Every tenant is compared once a day, and whenever the vendor tells of a change."
        actions={
          <Segmented
            label="Which differences"
            quietLabel
            value={view}
            onValue={onView}
            choices={[
              { value: "open", label: "Standing" },
              { value: "closed", label: "Closed" },
            ]}
          />
        }
      />
      {error && !items ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <div aria-hidden="true" className="grid gap-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-32" />
          ))}
        </div>
      ) : items.length === 0 && isClosed ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon="clock" title="Nothing was closed yet">
            What differed and was settled is kept here, with its cause and what it came to.
          </EmptyState>
        </div>
      ) : items.length === 0 ? (
        <>
          <Agreed totals={data?.pages[0]?.Totals} />
          {data?.pages[0]?.Totals && <Behind totals={data.pages[0].Totals} ofOperator={ofOperator} />}
        </>
      ) : (
        <>
          {data?.pages[0]?.Totals && <Sums totals={data.pages[0].Totals} />}
          {data?.pages[0]?.Totals && <Behind totals={data.pages[0].Totals} ofOperator={ofOperator} />}
          <div className="flex flex-col">
            {isOneOf(chosen) && (
              <SelectionBar
                count={chosen.length}
                onAll={phone && chosen.length < curable.length ? () => selectAll(true) : undefined}
                onClear={() => selectAll(false)}
              >
                <SharedCures chosen={chosen} onCure={(cure) => setAsked({ of: chosen, cure })} />
              </SelectionBar>
            )}
            {phone ? (
              <ul className="grid gap-4">
                {items.map((difference) => (
                  <DifferenceCard key={difference.Id} {...lineOf(difference)} />
                ))}
              </ul>
            ) : (
              <DifferencesTable
                closed={isClosed}
                priced={priced}
                all={curable.length > 0 && <SelectAll count={chosen.length} of={curable.length} onChange={selectAll} />}
              >
                {items.map((difference) => (
                  <DifferenceRow key={difference.Id} selects={curable.length > 0} {...lineOf(difference)} />
                ))}
              </DifferencesTable>
            )}
          </div>
          <MoreButton of={list} />
        </>
      )}
      {asked && (
        <Suspense fallback={null}>
          {asked.cure === "adopt" ? (
            <Adoption difference={asked.of[0]} onClose={() => setAsked(undefined)} />
          ) : (
            <Dialogs
              chosen={asked.of}
              cure={asked.cure}
              ofOperator={ofOperator}
              onDone={() => selectAll(false)}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

const isOneOf = (chosen: readonly Difference[]): chosen is [Difference, ...Difference[]] => chosen.length > 0;

type SharedProps = { chosen: readonly Difference[]; onCure: (cure: AnyCure) => void };

/** The cures that any of the selected differences allows; the proposal says which cannot be cured so. */
function SharedCures({ chosen, onCure }: SharedProps) {
  if (chosen.length > mostAtOnce) return <span>{`At most ${mostAtOnce} can be settled at once`}</span>;
  const offered = new Set(chosen.flatMap(curesOf));
  return (
    <>
      {sharedCures
        .filter((cure) => offered.has(cure))
        .map((cure) => (
          <Button key={cure} size="small" onClick={() => onCure(cure)}>
            {cureWords(chosen, cure).button}
          </Button>
        ))}
      {chosen.length > 1 && offered.has("adopt") && (
        <span className="text-sm text-muted">Adopt one by one: each needs the day to charge it from</span>
      )}
    </>
  );
}

/** Says that nothing differs, but only once everything was compared. */
function Agreed({ totals }: { totals: Totals | null | undefined }) {
  const isWhole = !totals || totals.Compared === totals.All;
  return (
    <div className="rounded-card border border-line bg-surface">
      {isWhole ? (
        <EmptyState icon="checkCircle" title="The books agree">
          {totals && totals.All > 0
            ? `All ${countedAll(totals.All)} were compared. What differs appears here by itself.`
            : "Vendors have what we have. What differs appears here by itself."}
        </EmptyState>
      ) : (
        <EmptyState icon="clock" title="Not everything was compared yet">
          {`${totals.Compared.toLocaleString("en-GB")} of ${countedAll(totals.All)} were compared in the last two days, and nothing differs there.`}
        </EmptyState>
      )}
    </div>
  );
}

/** Names whose books were not compared lately: what differs there is not known. */
function Behind({ totals: { Behind: behind, Compared, All }, ofOperator }: { totals: Totals; ofOperator: boolean }) {
  if (behind.length === 0) return null;
  return (
    <div className="my-4">
      <Alert type="warning" title="Not compared in the last two days">
        <ul>
          {behind.map(({ CustomerId, CustomerName, VendorName, At }) => (
            <li key={`${CustomerId} ${VendorName}`}>
              {ofOperator ? CustomerName : <TextLink to={customerAddress(CustomerId)}>{CustomerName}</TextLink>}
              {` at ${VendorName}, ${At ? `last on ${formatDateTime(At)}` : "not yet"}`}
            </li>
          ))}
        </ul>
        {All - Compared > behind.length && <p>{`${countedAll(All - Compared)} in all.`}</p>}
      </Alert>
    </div>
  );
}

const countedAll = (all: number) => (all === 1 ? "1 subscription" : `${all.toLocaleString("en-GB")} subscriptions`);

/** How much was compared, what of it parts, and what a month of all of it costs. */
function Sums({ totals: { Compared, All, Open, NotCharged, TooMuch } }: { totals: Totals }) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <StatTile label="Compared" value={Compared.toLocaleString("en-GB")} note={`of ${countedAll(All)}`} />
      <StatTile label="Open" value={Open.toLocaleString("en-GB")} note="each with its cause" />
      {TooMuch && <StatTile label="You would pay too much" value={formatMoney(TooMuch)} note="each month" />}
      {NotCharged && <StatTile label="Not charged to you yet" value={formatMoney(NotCharged)} note="each month" />}
    </div>
  );
}

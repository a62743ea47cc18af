import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { differences } from "@tradewind/contract/ordering/differences.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, type UseInfiniteQueryResult, type InfiniteData } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { useMedia, widths } from "../../ui/use-media.ts";
import { useAllowed } from "../../platform/session.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { sentence } from "../../shared/service-status.tsx";
import { cureWords } from "./cure-words.ts";
import { differencesQuery, everyDifferenceQuery, type AnyCure, type Difference } from "./differences.queries.ts";

const Adoption = lazy(async () => ({ default: (await import("./adoption-dialog.tsx")).AdoptionDialog }));
const Dialogs = lazy(async () => ({ default: (await import("./difference-dialogs.tsx")).DifferenceDialogs }));

type Totals = ResultOf<typeof differences.list>["Totals"];
type Page = { Items: readonly Difference[]; Next: string | null; Totals?: Totals };
type List = UseInfiniteQueryResult<InfiniteData<Page>>;

/** Lists where vendors have something else than the reseller's book, and settles it. */
export function DifferencesScreen() {
  const list = useInfiniteQuery(differencesQuery);
  const maySettle = useAllowed(acts.order);
  return <Differences list={list} maySettle={maySettle} />;
}

/** Lists the differences of all resellers, for the operator. */
export function EveryDifferenceScreen() {
  return <Differences list={useInfiniteQuery(everyDifferenceQuery)} maySettle ofOperator />;
}

function Differences({
  list,
  maySettle,
  ofOperator = false,
}: {
  list: List;
  maySettle: boolean;
  ofOperator?: boolean;
}) {
  const [chosen, setChosen] = useState<{ difference: Difference; cure: AnyCure }>();
  const { data, error, refetch } = list;
  const phone = useMedia(widths.phone);
  const items = data?.pages.flatMap((page) => page.Items);
  const lineOf = (difference: Difference): LineProps => ({
    difference,
    ofOperator,
    onCure: maySettle ? (cure) => setChosen({ difference, cure }) : undefined,
  });
  return (
    <>
      <PageHeader
        title="Differences"
        about="Where a vendor has something else than we have. Every tenant is compared once a day, and whenever the vendor tells of a change."
      />
      {error && !items ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <div aria-hidden="true" className="grid gap-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-32" />
          ))}
        </div>
      ) : items.length === 0 ? (
        <Agreed totals={data?.pages[0]?.Totals} />
      ) : (
        <>
          {data?.pages[0]?.Totals && <Sums totals={data.pages[0].Totals} />}
          {phone ? (
            <ul className="grid gap-4">
              {items.map((difference) => (
                <DifferenceCard key={difference.Id} {...lineOf(difference)} />
              ))}
            </ul>
          ) : (
            <DifferencesTable>
              {items.map((difference) => (
                <DifferenceRow key={difference.Id} {...lineOf(difference)} />
              ))}
            </DifferencesTable>
          )}
          {list.hasNextPage && (
            <div className="mt-4 flex justify-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
      {chosen && (
        <Suspense fallback={null}>
          {chosen.cure === "adopt" ? (
            <Adoption difference={chosen.difference} onClose={() => setChosen(undefined)} />
          ) : (
            <Dialogs
              difference={chosen.difference}
              cure={chosen.cure}
              ofOperator={ofOperator}
              onClose={() => setChosen(undefined)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

const looks: Record<Difference["State"], { tone: Tone; word: string; moving?: boolean }> = {
  open: { tone: "warning", word: "Open" },
  asked: { tone: "information", word: "The vendor is asked", moving: true },
  accepted: { tone: "disabled", word: "Accepted as it is" },
};

type LineProps = { difference: Difference; ofOperator: boolean; onCure: ((cure: AnyCure) => void) | undefined };

/** Says that nothing parts, but only once everything was compared. */
function Agreed({ totals }: { totals: Totals | undefined }) {
  const isWhole = !totals || totals.Compared === totals.All;
  return (
    <div className="rounded-card border border-line bg-surface">
      {isWhole ? (
        <EmptyState icon="checkCircle" title="The books agree">
          {totals && totals.All > 0
            ? `All ${countedAll(totals.All)} were compared. What parts appears here by itself.`
            : "Vendors have what we have. What parts appears here by itself."}
        </EmptyState>
      ) : (
        <EmptyState icon="clock" title="Not everything was compared yet">
          {`${totals.Compared.toLocaleString("en-GB")} of ${countedAll(totals.All)} were compared in the last two days, and nothing parts there.`}
        </EmptyState>
      )}
    </div>
  );
}

const countedAll = (all: number) => (all === 1 ? "1 subscription" : `${all.toLocaleString("en-GB")} subscriptions`);

/** How much was compared, what of it parts, and what a month of all of it costs. */
function Sums({ totals: { Compared, All, Open, NotCharged, TooMuch } }: { totals: NonNullable<Totals> }) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <StatTile label="Compared" value={Compared.toLocaleString("en-GB")} note={`of ${countedAll(All)}`} />
      <StatTile label="Open" value={Open.toLocaleString("en-GB")} note="each with its cause" />
      {TooMuch && <StatTile label="You would pay too much" value={formatMoney(TooMuch)} note="each month" />}
      {NotCharged && <StatTile label="Not charged to you yet" value={formatMoney(NotCharged)} note="each month" />}
    </div>
  );
}

const headCell = "px-4 py-2 text-left font-medium text-muted";

/** The two books side by side. */
function DifferencesTable({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table aria-label="Differences" className="w-full text-base">
        <thead className="border-b border-line text-sm">
          <tr>
            <th scope="col" className={headCell}>
              Customer
            </th>
            <th scope="col" className={headCell}>
              Our book
            </th>
            <th scope="col" className={headCell}>
              The vendor’s book
            </th>
            <th scope="col" className={headCell}>
              What parts
            </th>
            <th scope="col" className={`${headCell} text-right`}>
              Each month
            </th>
            <th scope="col" className={`${headCell} text-right`}>
              Cure
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const kinds: Record<Difference["Kind"], string> = {
  quantity: "Another number",
  ended: "Ended there",
  suspended: "Suspended there",
  resumed: "Active there",
  runsOn: "Runs on there",
  term: "Another last day",
  termEnd: "Another renewal",
  extended: "Another term",
  unknown: "Not ordered here",
};

const cell = "px-4 py-3 align-top";
const parting = "border-x border-line bg-warning-soft font-medium";

function DifferenceRow({ difference, ofOperator, onCure }: LineProps) {
  const { tone, word, moving } = looks[difference.State];
  const month = monthOf(difference);
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className={cell}>
        <p className="leading-6 font-medium">
          <CustomerName difference={difference} ofOperator={ofOperator} />
        </p>
        <p className="text-sm leading-6 text-muted">
          <Name difference={difference} ofOperator={ofOperator} />
        </p>
      </td>
      <td className={`${cell} ${parting}`}>{difference.Ours}</td>
      <td className={`${cell} ${parting}`}>
        {difference.Theirs}
        <p className="text-sm font-normal text-muted">{difference.VendorName}</p>
      </td>
      <td className={cell}>
        <p>{kinds[difference.Kind]}</p>
        <p className="text-sm text-muted">Since {formatDateTime(difference.Since)}</p>
        {difference.State !== "open" && (
          <p className="mt-1 text-sm">
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
            {difference.DecidedBy && <span className="text-muted"> · {difference.DecidedBy}</span>}
          </p>
        )}
        {difference.Note && <p className="max-w-80 text-sm wrap-anywhere">{difference.Note}</p>}
      </td>
      <td className={`${cell} figures text-right`}>
        {month && (
          <>
            <p className="font-medium">{month.amount}</p>
            <p className="text-sm text-muted">{month.words}</p>
          </>
        )}
      </td>
      <td className={`${cell} text-right`}>
        <Cures difference={difference} onCure={onCure} />
      </td>
    </tr>
  );
}

/** The proposed cure as a button, the others in a menu. */
function Cures({ difference, onCure }: Pick<LineProps, "difference" | "onCure">) {
  const [first, ...others] = onCure ? curesOf(difference) : [];
  if (!onCure || !first) return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Button size="small" onClick={() => onCure(first)}>
        {cureWords(difference, first).button}
      </Button>
      {others.length > 0 && (
        <Menu
          label={`More for ${difference.Name} of ${difference.CustomerName}`}
          groups={[
            {
              items: others.map((cure) => ({
                label: cureWords(difference, cure).button,
                onSelect: () => onCure(cure),
              })),
            },
          ]}
          align="end"
        />
      )}
    </span>
  );
}

const curesOf = ({ State, Cures: all }: Difference): AnyCure[] =>
  State === "asked" ? [] : all.filter((cure) => cure !== "accept" || State === "open");

/** What a month of it costs, and who bears it until it is settled. */
function monthOf({ PerMonth, StillBilled }: Difference): { amount: string; words: string } | undefined {
  if (StillBilled && StillBilled.Minor !== "0") return { amount: formatMoney(StillBilled), words: "still billed" };
  if (!PerMonth || BigInt(PerMonth.Minor) === 0n) return undefined;
  const isTooMuch = PerMonth.Minor.startsWith("-");
  return {
    amount: formatMoney({ ...PerMonth, Minor: PerMonth.Minor.replace("-", "") }),
    words: isTooMuch ? "too much" : "not charged yet",
  };
}

function Name({ difference, ofOperator }: Pick<LineProps, "difference" | "ofOperator">) {
  const { CustomerId: ctx, InstanceId: instanceId, Name: name } = difference;
  if (!instanceId || ofOperator) return <>{name}</>;
  return <TextLink to={linkTo(screens.service, { ctx, instanceId })}>{name}</TextLink>;
}

function CustomerName({ difference, ofOperator }: Pick<LineProps, "difference" | "ofOperator">) {
  if (ofOperator) return <>{`${difference.CustomerName} · ${difference.ResellerName}`}</>;
  return <TextLink to={customerAddress(difference.CustomerId)}>{difference.CustomerName}</TextLink>;
}

function DifferenceCard({ difference, ofOperator, onCure }: LineProps) {
  const { tone, word, moving } = looks[difference.State];
  const month = monthOf(difference);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface px-4 py-4">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base wrap-anywhere">
            <Name difference={difference} ofOperator={ofOperator} />
          </h2>
          <StatusDot tone={tone} moving={moving}>
            {word}
          </StatusDot>
        </div>
        <p className="text-muted">
          <CustomerName difference={difference} ofOperator={ofOperator} />
        </p>
        <p className="mt-1 wrap-anywhere">{sentence(difference.Text)}</p>
        <p className="text-sm text-muted">
          Since {formatDateTime(difference.Since)}
          {month && ` · ${month.amount} a month ${month.words}`}
          {difference.DecidedBy && ` · ${difference.DecidedBy}`}
        </p>
        {difference.Note && <p className="text-sm wrap-anywhere">{difference.Note}</p>}
      </div>
      {onCure && curesOf(difference).length > 0 && (
        <div className="flex flex-wrap gap-2 *:flex-1">
          {curesOf(difference).map((cure) => (
            <Button key={cure} onClick={() => onCure(cure)}>
              {cureWords(difference, cure).button}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { Cure } from "@tradewind/contract/ordering/differences.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, type UseInfiniteQueryResult, type InfiniteData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { useAllowed } from "../../platform/session.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { sentence } from "../../shared/service-status.tsx";
import { cureWords } from "./cure-words.ts";
import { differencesQuery, everyDifferenceQuery, type Difference } from "./differences.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./difference-dialogs.tsx")).DifferenceDialogs }));

type Page = { Items: readonly Difference[]; Next: string | null };
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
  const [chosen, setChosen] = useState<{ difference: Difference; cure: Cure }>();
  const { data, error, refetch } = list;
  const items = data?.pages.flatMap((page) => page.Items);
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
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon="checkCircle" title="The books agree">
            Vendors have what we have. What parts appears here by itself.
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">
            {items.map((difference) => (
              <DifferenceCard
                key={difference.Id}
                difference={difference}
                ofOperator={ofOperator}
                onCure={maySettle ? (cure) => setChosen({ difference, cure }) : undefined}
              />
            ))}
          </ul>
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
          <Dialogs {...chosen} ofOperator={ofOperator} onClose={() => setChosen(undefined)} />
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

type CardProps = { difference: Difference; ofOperator: boolean; onCure: ((cure: Cure) => void) | undefined };

function DifferenceCard({ difference, ofOperator, onCure }: CardProps) {
  const { tone, word, moving } = looks[difference.State];
  const { CustomerId: ctx, InstanceId: instanceId, PerMonth } = difference;
  const month = PerMonth && BigInt(PerMonth.Minor) !== 0n ? formatMoney(PerMonth) : undefined;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-96 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base wrap-anywhere">
            {instanceId && !ofOperator ? (
              <TextLink to={linkTo(screens.service, { ctx, instanceId })}>{difference.Name}</TextLink>
            ) : (
              difference.Name
            )}
          </h2>
          <StatusDot tone={tone} moving={moving}>
            {word}
          </StatusDot>
        </div>
        <p className="text-muted">
          {ofOperator ? (
            `${difference.CustomerName} · ${difference.ResellerName}`
          ) : (
            <TextLink to={customerAddress(ctx)}>{difference.CustomerName}</TextLink>
          )}
        </p>
        <p className="mt-1 wrap-anywhere">{sentence(difference.Text)}</p>
        <p className="text-sm text-muted">
          Seen since {formatDateTime(difference.Since)}
          {month && ` · ${month} a month`}
          {difference.DecidedBy && ` · ${difference.DecidedBy}`}
        </p>
        {difference.Note && <p className="text-sm wrap-anywhere">{difference.Note}</p>}
      </div>
      {onCure && difference.State !== "asked" && (
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          {difference.Cures.filter((cure) => cure !== "accept" || difference.State === "open").map((cure) => (
            <Button key={cure} onClick={() => onCure(cure)}>
              {cureWords(difference, cure).button}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

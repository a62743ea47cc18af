import type { AsOfDays } from "@tradewind/contract/endpoint.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { dayFault } from "../../ui/typed-date.ts";
import { useBusinessNow } from "../business-now.ts";
import { QueryError } from "../query-error.tsx";

/** What is asked as it was, and how it is read. */
export type AsOfQuery<Read> = {
  key: readonly string[];
  read: (days: AsOfDays, signal: AbortSignal) => Promise<Read>;
};

type Props<Read> = {
  /** Undefined until it is known of what. */
  query: AsOfQuery<Read> | undefined;
  /** Chooses of what, where that is asked as well. */
  choice?: ReactNode;
  onClose: () => void;
  /** Draws what was read, as it was on a day. */
  children: (read: Read, on: string) => ReactNode;
};

/** Shows how something was on one day, as was known on another. */
export function AsOfDialog<Read>(props: Props<Read>) {
  const now = useBusinessNow();
  return (
    <Dialog
      size="large"
      title="As it was on…"
      subtitle="Days end at midnight UTC. What was recorded later changes what is known of a day."
      onClose={props.onClose}
    >
      {now === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <AsOf {...props} today={new Date(now).toISOString().slice(0, 10)} />
      )}
    </Dialog>
  );
}

function AsOf<Read>({ query, choice, children, today }: Props<Read> & { today: string }) {
  const [On, setOn] = useState(addDays(today, -7));
  const [KnownOn, setKnownOn] = useState(today);
  const isAsked = [On, KnownOn].every((day) => day !== "" && !dayFault(day, undefined, today));
  const { data, error, refetch } = useQuery({
    queryKey: [...(query?.key ?? []), On, KnownOn],
    // With its day, because the one before is shown until the next is there.
    queryFn: async ({ signal }) => ({ on: On, read: await query!.read({ On, KnownOn }, signal) }),
    placeholderData: keepPreviousData,
    // What was changed a moment ago, anywhere, must not be missing among what changed since.
    staleTime: 0,
    // What was changed a moment ago, anywhere, must not be missing among what changed since.
    enabled: isAsked && query !== undefined,
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <DateField label="As it was on" value={On} max={today} onValue={setOn} />
        <DateField label="As we knew it on" value={KnownOn} max={today} onValue={setKnownOn} />
        {choice}
      </div>
      {error && <QueryError error={error} onRetry={() => void refetch()} />}
      {query && !data && !error && <Skeleton className="h-40" />}
      {data && !error && isAsked && children(data.read, data.on)}
    </div>
  );
}

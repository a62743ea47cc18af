import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { dayFault } from "../../ui/typed-date.ts";
import { useSession } from "../../platform/session.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { priceWords, termWords } from "../../shared/proposal/unit-price.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { toTimeline } from "./history-entry.tsx";
import { serviceAsOfQuery } from "./services.queries.ts";

type Props = { instanceId: string; onClose: () => void };

/** Shows how a service stood on one day, as was known on another, beside how it stands now. */
export function AsOfDialog({ instanceId, onClose }: Props) {
  const now = useBusinessNow();
  return (
    <Dialog
      size="large"
      title="As it was on…"
      subtitle="Days end at midnight UTC. What was recorded later changes what is known of a day."
      onClose={onClose}
    >
      {now === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <AsOf instanceId={instanceId} today={new Date(now).toISOString().slice(0, 10)} />
      )}
    </Dialog>
  );
}

function AsOf({ instanceId, today }: { instanceId: string; today: string }) {
  const [on, setOn] = useState(addDays(today, -7));
  const [knownOn, setKnownOn] = useState(today);
  const isAsked = [on, knownOn].every((day) => day !== "" && !dayFault(day, undefined, today));
  const { data, error, refetch } = useQuery({ ...serviceAsOfQuery(instanceId, on, knownOn), enabled: isAsked });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <DateField label="As it was on" value={on} max={today} onValue={setOn} />
        <DateField label="As we knew it on" value={knownOn} max={today} onValue={setKnownOn} />
      </div>
      {error && <QueryError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && isAsked && (
        <>
          {data.Subscriptions.map((each) => (
            <Standings key={each.Id} subscription={each} on={on} />
          ))}
          <section className="grid gap-3">
            <h3 className="text-base">What changed since</h3>
            {data.Changes.length === 0 ? (
              <p className="text-muted">Nothing took effect or was recorded since.</p>
            ) : (
              <Timeline entries={data.Changes.map(toTimeline)} />
            )}
          </section>
        </>
      )}
    </div>
  );
}

type Compared = ResultOf<typeof services.asOf>["Subscriptions"][number];
type Standing = Compared["Then"];

const statusWords = { active: "Active", suspended: "Suspended", cancelled: "Ended" } as const;

const endWords: Partial<Record<NonNullable<Standing>["TermEnd"]["Outcome"], string>> = {
  cancel: "Ends",
  extend: "Runs on by the day",
};

/** Lists what is worth comparing, as label and words. */
function wordsOf(standing: Standing, unit: string, currency: Currency): [string, string][] {
  if (!standing) return [["Status", "Not there yet"]];
  const { Status, Quantity, Term, TermUntil, TermEnd, UnitCost, CustomerPrice, Billing, Attributes } = standing;
  const renewal = `Renews${TermEnd.Quantity === null ? "" : ` with ${counted(TermEnd.Quantity, unit)}`}${TermEnd.OfferId === null ? "" : " on another term or billing"}${TermEnd.Until === null ? "" : ` until ${formatLastDay(TermEnd.Until)}`}`;
  return [
    ["Status", statusWords[Status]],
    ["Quantity", counted(Quantity, unit)],
    [
      "Term",
      TermUntil
        ? `${termWords[Term]}, until ${formatLastDay(TermUntil)}`
        : Billing === "daily"
          ? "Extended by the day"
          : termWords[Term],
    ],
    ...(UnitCost ? [["Your price", priceWords(UnitCost, currency, Billing)] satisfies [string, string]] : []),
    ...(CustomerPrice
      ? [["Customer's price", priceWords(CustomerPrice, currency, Billing)] satisfies [string, string]]
      : []),
    ...(TermUntil && Status !== "cancelled"
      ? [["At the end of the term", endWords[TermEnd.Outcome] ?? renewal] satisfies [string, string]]
      : []),
    ...Attributes.map(({ Label, Text }): [string, string] => [Label, Text]),
  ];
}

function Standings({ subscription, on }: { subscription: Compared; on: string }) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const { Name, Unit, Then, Now } = subscription;
  const [then, now] = [new Map(wordsOf(Then, Unit, currency)), new Map(wordsOf(Now, Unit, currency))];
  return (
    <table className="w-full">
      <caption className="pb-2 text-left text-base font-medium wrap-anywhere">{Name}</caption>
      <thead className="border-b border-line text-sm text-muted">
        <tr>
          <th scope="col" className="w-1/4 py-1">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="py-1 pr-3 text-left font-medium">
            {formatDate(on)}
          </th>
          <th scope="col" className="py-1 text-left font-medium">
            Now
          </th>
        </tr>
      </thead>
      <tbody>
        {[...new Set([...then.keys(), ...now.keys()])].map((label) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-3 text-left text-sm font-normal text-muted">
              {label}
            </th>
            <td className="figures py-1.5 pr-3">{then.get(label) ?? "–"}</td>
            <td className={`figures py-1.5 ${then.get(label) === now.get(label) ? "text-muted" : "font-medium"}`}>
              {now.get(label) ?? "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

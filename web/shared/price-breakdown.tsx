import type { ReactNode } from "react";
import { Spinner } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { MoneyText, type MoneyValue } from "../ui/money-text.tsx";
import { MarginText } from "./prices/below-cost.tsx";
import { periodWords } from "./proposal/coming.ts";

export type PriceLine = { label: ReactNode; detail?: ReactNode; amount: MoneyValue };

type EachPeriod = { period: string; amount: MoneyValue; from: string };

type PriceBreakdownProps = {
  title?: string;
  /** The parts of the immediate charge, each with its reason. */
  lines: readonly PriceLine[];
  /** Net amount charged when the order is placed. */
  now: MoneyValue;
  vat?: { rate: string; amount: MoneyValue };
  total?: MoneyValue;
  /** Net amount of each following period, and its start; several if lines are billed differently. */
  each?: EachPeriod | readonly EachPeriod[];
  /** For one full period, with its share of the customer's price. */
  margin?: { amount: MoneyValue; share: string };
  /** Net, for the whole of the terms, and the last day of them. */
  commitment?: { amount: MoneyValue; until: string };
  /** What the customer pays for one full period. */
  sales?: { customer: string; amount: MoneyValue };
  /** The last day on which this can be undone, in words. */
  undoUntil?: string;
  /** What comes back if it is undone at once. */
  undone?: string | undefined;
  /** It cannot be undone, but what it buys can be given back until that day. */
  returned?: boolean;
  note?: ReactNode;
  /** A new answer is loading: the figures stay, and a spinner shows beside the title. */
  stale?: boolean;
};

/** Lines beyond which the list of them scrolls, so that the sums stay in view. */
const longList = 12;

/** Shows the cost before the order is placed: now, each coming period, VAT, margin, and until when it can be undone. */
export function PriceBreakdown({
  title = "What this costs",
  lines,
  now,
  vat,
  total,
  each,
  margin,
  commitment,
  sales,
  undoUntil,
  undone,
  returned,
  note,
  stale,
}: PriceBreakdownProps) {
  const coming = each === undefined ? [] : [each].flat();
  const owed = now.Minor.startsWith("-");
  return (
    <section aria-label={title} aria-busy={stale || undefined} className="rounded-card border border-line bg-surface">
      <div className="grid gap-4 px-5 py-5">
        <h2 className="flex items-center justify-between gap-3 text-md">
          {title}
          {stale && <Spinner className="text-muted" />}
        </h2>
        {lines.length > 0 && (
          <dl
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={lines.length > longList ? 0 : undefined}
            className={cx(
              "grid gap-2.5",
              lines.length > longList && "max-h-[300px] overflow-y-auto overscroll-contain",
            )}
          >
            {lines.map((line, at) => (
              <div key={at} className="flex items-start justify-between gap-4">
                <dt className="grid min-w-0">
                  <span className="wrap-anywhere">{line.label}</span>
                  {line.detail && <span className="text-sm text-muted">{line.detail}</span>}
                </dt>
                <dd>
                  <MoneyText value={line.amount} credit />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <dl className="grid gap-2 border-t border-line pt-4">
          <Sum label={`${owed ? "Credit" : "Charge"} now${vat ? ", net" : ""}`} value={now} />
          {vat && <Sum label={`VAT at ${vat.rate}`} value={vat.amount} quiet />}
          {total && <Sum label="Total now" value={total} strong />}
        </dl>
        {coming.length > 0 && (
          <div className="grid gap-3 border-t border-line pt-4">
            {coming.map(({ period, amount, from }) => (
              <div key={period}>
                <dl>
                  <Sum label={`Then ${periodWords(period)}`} value={amount} />
                </dl>
                <p className="text-sm text-muted">net, from {from}</p>
              </div>
            ))}
          </div>
        )}
        {commitment && (
          <div className={coming.length > 0 ? "-mt-1" : "border-t border-line pt-4"}>
            <dl>
              <Sum label="You commit to" value={commitment.amount} />
            </dl>
            <p className="text-sm text-muted">net, to {commitment.until}</p>
          </div>
        )}
        {margin && (
          <dl className="grid gap-2 border-t border-line pt-4">
            {sales && <Sum label={`${sales.customer} pays each full period`} value={sales.amount} quiet />}
            <div className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">Your margin each full period</dt>
              <dd>
                <MarginText value={margin.amount} /> <span className="figures text-sm text-muted">{margin.share}</span>
              </dd>
            </div>
          </dl>
        )}
        {note && <div className="text-sm text-muted">{note}</div>}
      </div>
      {undoUntil && (
        <p className="flex items-start gap-2 rounded-b-card border-t border-line bg-info-soft px-5 py-3 text-sm">
          <Icon name="clock" className="mt-0.5 text-info" />
          <span>
            {returned ? "Can be returned until" : "Can be undone until"}{" "}
            <strong className="font-medium">{undoUntil}</strong>
            {undone && <span className="block">{undone}</span>}
          </span>
        </p>
      )}
    </section>
  );
}

function Sum({ label, value, strong, quiet }: { label: string; value: MoneyValue; strong?: boolean; quiet?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${strong ? "text-md font-semibold" : quiet ? "text-muted" : ""}`}
    >
      <dt>{label}</dt>
      <dd>
        <MoneyText value={value} credit />
      </dd>
    </div>
  );
}

import type { ReconciliationReport } from "@tradewind/contract/psa/reconciliation.ts";
import { causeWords, gapWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";

type Props = Pick<ReconciliationReport, "summary">;
const number = (count: number) => count.toLocaleString("en-GB");

function Line({ label, value, className = "" }: { label: string; value: string; className?: string }) {
  return (
    <div className={`flex justify-between gap-3 ${className}`}>
      <dt className="min-w-0">{label}</dt>
      <dd className="figures shrink-0">{value}</dd>
    </div>
  );
}

/** Says what was compared, and what was not and why. */
export function Coverage({ summary }: Props) {
  const { compared, equal, different, notCompared, unpriced, outside } = summary;
  const missing = notCompared.reduce((total, { count }) => total + count, 0);
  const all = compared + missing;
  const isWhole = missing === 0 && unpriced === 0;
  return (
    <Card
      title={`Coverage ${all === 0 ? "100" : (Math.floor((compared * 1000) / all) / 10).toString()} %`}
      actions={<StatusDot tone={isWhole ? "success" : "warning"}>{isWhole ? "Whole" : "Not whole"}</StatusDot>}
    >
      <dl className="grid gap-1.5 text-sm">
        <Line label="Equal" value={number(equal)} />
        <Line label="Different, with a cause" value={number(different)} />
        <Line className="font-semibold" label="Not compared" value={number(missing)} />
        {notCompared.map(({ gap, count }) => (
          <Line key={gap} className="pl-3 text-muted" label={gapWords[gap]} value={number(count)} />
        ))}
        {unpriced > 0 && <Line label="Compared by quantity, without a price here" value={number(unpriced)} />}
      </dl>
      {outside > 0 && (
        <p className="mt-3 text-sm text-muted">
          {`${number(outside)} more ${outside === 1 ? "line" : "lines"} in the PSA ${outside === 1 ? "is" : "are"} for products that no service is matched with.`}
        </p>
      )}
    </Card>
  );
}

/** Adds the difference up from its causes. */
export const ByCause = ({ summary: { byCause, difference } }: Props) => (
  <Card title="The difference, by cause">
    <dl className="grid gap-1.5 text-sm">
      {byCause.map(({ cause, count, amount }) => (
        <Line
          key={cause}
          label={`${causeWords[cause]} ${number(count)}`}
          value={amount ? formatMoney(amount) : number(count)}
        />
      ))}
      {difference && (
        <Line
          className="border-t border-line pt-2 font-semibold"
          label="Difference each month"
          value={formatMoney(difference)}
        />
      )}
    </dl>
  </Card>
);

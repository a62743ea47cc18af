import type { GatewayStanding } from "@tradewind/contract/billing/gateway-books.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { StatusDot } from "../../ui/status.tsx";

/** What the differences that are known leave unsaid between a gateway's book and ours. */
function restOf({ Ours, Theirs, Explained }: GatewayStanding): string {
  return Theirs === null ? "0" : String(BigInt(Theirs.Minor) - BigInt(Ours.Minor) - BigInt(Explained.Minor));
}

function Line({ word, value }: { word: string; value: MoneyValue | null }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{word}</dt>
      <dd>{value ? <MoneyText value={value} /> : <span className="text-muted">Not told</span>}</dd>
    </div>
  );
}

/** What is at a gateway by its book and by ours, and whether what is known of differences explains it. */
export function GatewayStandingCard({ standing }: { standing: GatewayStanding }) {
  const { Name, Ours, Theirs, Explained, Fees, Differences, ReadUntil } = standing;
  const rest = restOf(standing);
  const [tone, words] =
    rest !== "0"
      ? (["fail", "Not explained"] as const)
      : Differences > 0
        ? (["warning", `${Differences} to resolve`] as const)
        : (["success", Theirs === null ? "Payments agree" : "Agrees"] as const);
  return (
    <li className="grid content-start gap-2 rounded-card border border-line bg-surface px-5 py-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">
          {Name}, {Ours.Currency}
        </h2>
        <StatusDot tone={tone}>{words}</StatusDot>
      </span>
      <dl className="grid gap-1 text-sm">
        <Line word="By our books" value={Ours} />
        <Line word={`By ${Name}`} value={Theirs} />
        {Explained.Minor !== "0" && <Line word="Known differences" value={Explained} />}
        {rest !== "0" && <Line word="Not explained" value={{ Minor: rest, Currency: Ours.Currency }} />}
        <Line word="Fees so far" value={Fees} />
      </dl>
      <span className="text-sm text-muted">{ReadUntil ? `Read ${formatDateTime(ReadUntil)}` : "Not read yet"}</span>
    </li>
  );
}

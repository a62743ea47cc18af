import { creditReasonWords, type LineCreditState } from "@tradewind/domain/billing/line-credits.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { Lines } from "./debtor-cards.tsx";
import { lineCreditsOfQuery } from "./line-credits.queries.ts";

export const creditStates: Record<LineCreditState, { tone: Tone; word: string }> = {
  waiting: { tone: "warning", word: "Waits for approval" },
  issued: { tone: "success", word: "Issued" },
  refused: { tone: "disabled", word: "Refused" },
};

/** Lists what staff credited of a reseller's invoices; nothing if that is nothing. */
export function DebtorLineCredits({ resellerId }: { resellerId: string }) {
  const { data } = useQuery(lineCreditsOfQuery(resellerId));
  if (!data || data.Items.length === 0) return null;
  return (
    <Lines
      title="Credited lines"
      none=""
      lines={data.Items.map((item) => ({
        id: item.Id,
        what: `${item.MemoNumber === null ? "" : `${item.MemoNumber} for `}${item.Number}, ${creditReasonWords[item.Reason].toLowerCase()}`,
        more: `${formatDate(item.EnteredAt.slice(0, 10))}, ${item.EnteredBy}: ${item.Words}`,
        value: item.Gross,
        under: <StatusDot tone={creditStates[item.State].tone}>{creditStates[item.State].word}</StatusDot>,
      }))}
    />
  );
}

import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { writeOffWords } from "@tradewind/domain/billing/write-offs.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { stateWords } from "./write-off-words.ts";
import { waitingWriteOffsQuery, writeOffsOfQuery } from "./write-offs.queries.ts";
import { Lines } from "./debtor-cards.tsx";

/** Lists what was written off a reseller's invoices; nothing if that is nothing. */
export function DebtorWriteOffs({ resellerId }: { resellerId: string }) {
  const { data } = useQuery(writeOffsOfQuery(resellerId));
  if (!data || data.Items.length === 0) return null;
  return (
    <Lines
      title="Write-offs"
      none=""
      lines={data.Items.map((item) => ({
        id: item.Id,
        what: `${item.Number}, ${writeOffWords[item.Kind].toLowerCase()}`,
        more: `${formatDate(item.EnteredAt.slice(0, 10))}, ${item.EnteredBy}: ${item.Reason}`,
        value: item.Amount,
        under: <StatusDot tone={stateWords[item.State].tone}>{stateWords[item.State].word}</StatusDot>,
      }))}
    />
  );
}

/** Leads to write-offs, and says how many wait for approval. */
export function WaitingWriteOffs() {
  const { data } = useQuery(waitingWriteOffsQuery);
  const count = data?.Items.length ?? 0;
  return (
    <TextLink to={linkTo(screens.writeOffs, {}, count > 0 ? { State: "waiting" } : {})}>
      {count === 0 ? "Write-offs" : `${count}${data?.Next ? "+" : ""} to approve`}
    </TextLink>
  );
}

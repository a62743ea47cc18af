import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { toast } from "../../ui/toast.tsx";
import { orderAddress, orderLink } from "../customer-context.ts";

/** Says what comes back of what is charged: `£6.41 net comes back of £7.33; the rest stays charged.` */
export function backWords(back: WireMoney, charged: WireMoney | null): string {
  if (BigInt(back.Minor) <= 0n) return "nothing comes back.";
  const amount = `${formatMoney(back)} net comes back`;
  return charged && BigInt(charged.Minor) > BigInt(back.Minor)
    ? `${amount} of ${formatMoney(charged)}; the rest stays charged.`
    : `${amount}.`;
}

/** An upgrade is not undone: only its units can be given back. */
export const isForGood = ({ Findings }: WireProposal) => Findings.some(({ Code }) => Code === "upgradeStays");

/** Says what comes back of an order that is undone at once; undefined where amounts are hidden or it is not undone. */
export const undoneWords = ({ UndoBack, ChargeNow }: WireProposal): string | undefined =>
  UndoBack ? `Undone today, ${backWords(UndoBack, ChargeNow?.Net ?? null)}` : undefined;

/** Says that an order was placed, with the way to it, and until when it can be undone for how much. */
export function tellPlaced(text: string, customerId: string, orderId: string, proposal: WireProposal | undefined) {
  const until = proposal && !isForGood(proposal) && proposal.UndoUntil;
  toast(text, {
    link: orderLink(customerId, orderId),
    ...(until && {
      undo: {
        text: [`Can be undone until ${formatDateTime(until)}.`, undoneWords(proposal)].filter(Boolean).join(" "),
        href: orderAddress(customerId, orderId),
      },
    }),
  });
}

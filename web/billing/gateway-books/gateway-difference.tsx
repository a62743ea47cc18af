import type { GatewayDifferenceItem } from "@tradewind/contract/billing/gateway-books.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";

export type Task = "setAside" | "reopen";

/** What a difference is, and how it ends by itself. */
export const causeWords: Record<GatewayDifferenceItem["Cause"], { title: string; ends: string }> = {
  unknownPayment: {
    title: "Payment that nobody made here",
    ends: "It ends when the payment is refunded there. It may be of another program that uses the same account.",
  },
  amountDiffers: {
    title: "Another amount than ours",
    ends: "The payment is read again every day, and settled once the gateway says the same in both places.",
  },
  notAtGateway: {
    title: "Not found at the gateway",
    ends: "We have it as paid, and the gateway tells of no money. Ask the gateway before the reseller is told.",
  },
  payoutDiffers: {
    title: "Pay-out of another sum than its parts",
    ends: "It ends when the gateway tells of the parts that are missing.",
  },
  unexplained: {
    title: "Movement without a payment",
    ends: "It belongs to no payment, fee or pay-out that we know. Say what it is.",
  },
};

export const differenceOf = ({ Theirs, Ours }: GatewayDifferenceItem) => ({
  Minor: String(BigInt(Theirs.Minor) - BigInt(Ours.Minor)),
  Currency: Theirs.Currency,
});

type Props = { difference: GatewayDifferenceItem; onTask: (task: Task) => void };

/** A difference: what it is, what both sides have, and what can be done with it. */
export function GatewayDifference({ difference, onTask }: Props) {
  const { State, Cause, Name, Theirs, Ours, Ref, ResellerName, Number, Words, Reason, DecidedBy, ClosedAt } =
    difference;
  const { title, ends } = causeWords[Cause];
  const button = (task: Task, word: string) => (
    <Button size="small" variant="light" aria-label={`${word}: ${title}, ${Ref}`} onClick={() => onTask(task)}>
      {word}
    </Button>
  );
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_9rem_8rem]">
      <div className="grid content-start gap-0.5 wrap-anywhere">
        <span className="font-medium">{title}</span>
        <span className="text-sm text-muted">
          {Name}, {Ref}
        </span>
        <span className="figures text-sm text-muted">Since {formatDate(difference.Since)}</span>
      </div>
      <div className="grid content-start gap-0.5 wrap-anywhere max-md:col-span-2">
        <span>
          {Cause === "payoutDiffers" ? "Paid out" : `${Name} has`} {formatMoney(Theirs)},{" "}
          {Cause === "payoutDiffers" ? "its parts come to" : "we have"} {formatMoney(Ours)}
        </span>
        {(ResellerName ?? Words) && (
          <span className="text-sm">{[ResellerName, Number, Words].filter(Boolean).join(", ")}</span>
        )}
        {State === "open" && <span className="text-sm text-muted">{ends}</span>}
        {State === "closed" && ClosedAt && (
          <span className="text-sm text-muted">Agrees since {formatDate(ClosedAt)}</span>
        )}
        {Reason && (
          <span className="text-sm text-muted">
            {Reason} ({DecidedBy})
          </span>
        )}
      </div>
      <span className="figures text-right font-medium max-md:row-start-1 max-md:col-start-2">
        <MoneyText value={differenceOf(difference)} />
      </span>
      <div className="flex flex-wrap content-start items-start justify-end gap-2 max-md:col-span-2 max-md:justify-start">
        {State === "open" && button("setAside", "Set aside")}
        {State === "setAside" && button("reopen", "Undo")}
      </div>
    </li>
  );
}

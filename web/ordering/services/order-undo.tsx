import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { useBusinessNow } from "../../shared/business-now.ts";
import { timeLeft } from "../../shared/dates.ts";
import { backWords } from "../../shared/proposal/undo-words.ts";
import { useProposal } from "../../shared/proposal/use-proposal.ts";

const ChangeDialog = lazy(async () => ({ default: (await import("./change-dialog.tsx")).ChangeDialog }));

/** What undoes all of it: what stays is reduced, what goes is cancelled, each by one change. */
export const undoing = (lots: OrderPage["Undo"]): WireChange[] => {
  const gone = lots.filter(({ Left }) => Left === 0);
  const fewer = lots.filter(({ Left }) => Left > 0);
  return [
    ...(gone.length > 0 ? [{ Kind: "cancel" as const, Keys: gone.map(({ SubscriptionId }) => SubscriptionId) }] : []),
    ...(fewer.length > 0
      ? [
          {
            Kind: "setQuantity" as const,
            Targets: fewer.map(({ SubscriptionId: Key, Left: Quantity }) => ({ Key, Quantity })),
          },
        ]
      : []),
  ];
};

/** Offers to undo what an order bought: how long still, exactly what comes back, and what is lost. */
export function OrderUndo({ order }: { order: OrderPage }) {
  const now = useBusinessNow();
  const [asked, setAsked] = useState<WireChange>();
  return (
    <Card title="Undo" about="Each until its own time is over">
      <div className="grid gap-4">
        <ul className="grid gap-2">
          {order.Undo.map((lot) => (
            <li key={lot.SubscriptionId} className="grid">
              <span className="font-medium wrap-anywhere">
                {counted(lot.Quantity, lot.Unit)} of {lot.Name}
              </span>
              <span className="text-sm text-muted">
                {lot.Until === null
                  ? "At any time"
                  : `${(now !== undefined && timeLeft(lot.Until, now)) || "Less than a minute left"} · until ${formatDateTime(lot.Until)}`}
              </span>
            </li>
          ))}
        </ul>
        {undoing(order.Undo).map((change) => (
          <Offer key={change.Kind} order={order} change={change} onUndo={() => setAsked(change)} />
        ))}
      </div>
      {asked && (
        <Suspense fallback={null}>
          <ChangeDialog
            service={serviceOf(order)}
            title={`Undo order ${order.Number}?`}
            change={asked}
            action="Undo"
            danger
            waiting=""
            done="The order is being undone"
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const serviceOf = ({ InstanceId: Id, CustomerId, ProductId }: OrderPage) => ({ Id, CustomerId, ProductId });

function Offer({ order, change, onUndo }: { order: OrderPage; change: WireChange; onUndo: () => void }) {
  const { CustomerId, ProductId, InstanceId } = order;
  const { proposal, refusal } = useProposal({ CustomerId, ProductId, InstanceId, UserId: null, Change: change });
  if (refusal) return <p className="text-sm text-muted">{refusal.message}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      {proposal && <Given proposal={proposal} charged={order.ChargedNow} />}
      <Button disabled={!proposal} onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}

/** What comes back of what was charged, and what giving it back means. */
function Given({ proposal, charged }: { proposal: WireProposal; charged: OrderPage["ChargedNow"] }) {
  const { ChargeNow, Findings } = proposal;
  return (
    <p className="text-sm text-muted">
      {ChargeNow && `Undone now, ${backWords(opposite(ChargeNow.Net), charged)} `}
      {Findings.filter(({ Code }) => Code !== "policy")
        .map(({ Text }) => Text)
        .join(" ")}
    </p>
  );
}

const opposite = ({ Minor, ...rest }: WireMoney): WireMoney => ({ ...rest, Minor: String(-BigInt(Minor)) });

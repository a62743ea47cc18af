import type { orderItem } from "@tradewind/contract/ordering/order-item.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { lazy, Suspense, useState } from "react";
import type * as z from "zod/mini";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { returnWords } from "./return-words.ts";

const ReturnDialog = lazy(async () => ({ default: (await import("./return-dialog.tsx")).ReturnDialog }));

type Order = z.output<typeof orderItem>;
type Line = Order["Lines"][number];
type Goods = NonNullable<Line["Goods"]>;

const wordsOf = ({ Quantity, Name }: Line, { Dispatched, Cancelled, Rest, Missing }: Goods): string =>
  [
    `${Name}: ${Dispatched} of ${Quantity} dispatched`,
    Cancelled > 0 && `${Cancelled} cancelled`,
    Rest > Missing && `${Rest - Missing} about to be sent`,
    Missing > 0 && `${Missing} to come in`,
  ]
    .filter(Boolean)
    .join(", ");

/** Shows how far the goods of an order have come, and cancels what has not left. */
export function OrderGoods({ order, mayCancel }: { order: Order; mayCancel: boolean }) {
  const [asked, setAsked] = useState<Line>();
  const [returned, setReturned] = useState<Line>();
  const lines = order.Lines.filter((line) => line.Goods !== null);
  return (
    <div className="mt-1 grid gap-2 text-sm">
      {lines.map((line) => (
        <div key={line.SubscriptionId} className="grid justify-items-start gap-1">
          <p className="figures wrap-anywhere">{wordsOf(line, line.Goods!)}</p>
          {line.Goods!.Dispatches.length > 0 && (
            <ul className="figures text-muted">
              {line.Goods!.Dispatches.map((each) => (
                <li key={each.Id} className="wrap-anywhere">
                  {[
                    `${each.Quantity} on ${formatDate(each.At.slice(0, 10))}`,
                    each.Carrier,
                    each.Tracking && `tracking ${each.Tracking}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </li>
              ))}
            </ul>
          )}
          {line.Goods!.Returns.length > 0 && (
            <ul className="figures grid justify-items-start gap-1 text-muted">
              {line.Goods!.Returns.map((each) => (
                <li key={each.Id} className="wrap-anywhere">
                  {returnWords(each)}
                  {mayCancel && each.State === "expected" && <Withdraw id={each.Id} />}
                </li>
              ))}
            </ul>
          )}
          {mayCancel && (
            <div className="flex flex-wrap gap-2 empty:hidden">
              {line.Goods!.Rest > 0 && (
                <Button size="small" onClick={() => setAsked(line)}>
                  {line.Goods!.Dispatched > 0 ? "Cancel the rest" : "Cancel before dispatch"}
                </Button>
              )}
              {line.Goods!.Returnable > 0 && (
                <Button size="small" onClick={() => setReturned(line)}>
                  Return goods
                </Button>
              )}
            </div>
          )}
        </div>
      ))}
      {asked && <CancelDialog order={order} line={asked} onClose={() => setAsked(undefined)} />}
      {returned && (
        <Suspense fallback={null}>
          <ReturnDialog
            orderId={order.Id}
            line={{ id: returned.SubscriptionId, name: returned.Name, returnable: returned.Goods!.Returnable }}
            onClose={() => setReturned(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Withdraw({ id }: { id: string }) {
  const write = useWrite(returns.withdraw, {
    refreshes: ["services", "orders"],
    onDone: () => toast("The return was withdrawn"),
  });
  return (
    <Button
      size="small"
      variant="link"
      busy={write.isPending}
      onClick={() => write.mutate({ params: { returnId: id }, body: {} })}
    >
      Withdraw
    </Button>
  );
}

function CancelDialog({ order, line, onClose }: { order: Order; line: Line; onClose: () => void }) {
  const rest = line.Goods!.Rest.toLocaleString("en-GB");
  const write = useWrite(orders.cancelRest, {
    refreshes: ["services", "orders", "dashboard"],
    shown: true,
    onDone: () => (toast(`${rest} × ${line.Name} were cancelled`), onClose()),
  });
  return (
    <ConfirmDialog
      title={`Cancel ${rest} × ${line.Name}?`}
      action="Cancel them"
      leave="Keep them"
      danger
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { orderId: order.Id }, body: { Keys: [line.SubscriptionId] } })}
      onClose={onClose}
    >
      {write.error && (
        <Alert type="error" live>
          {write.error.message}
        </Alert>
      )}
      <p>They have not left yet and are not charged. What was dispatched stays with the customer.</p>
    </ConfirmDialog>
  );
}

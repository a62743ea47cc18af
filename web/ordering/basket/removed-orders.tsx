import { basket, type BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useWrite } from "../../platform/queries.ts";

type Props = { lines: readonly BasketLine[]; onRestored: (id: string) => void };

/** What was taken out since the page was opened, to be put back. */
export function RemovedOrders({ lines, onRestored }: Props) {
  const restore = useWrite(basket.restore, { refreshes: ["basket"] });
  return (
    <div role="status" className={lines.length > 0 ? "mb-4 grid gap-2" : undefined}>
      {lines.map(({ Id, ProductName, CustomerName }) => (
        <Alert
          key={Id}
          type="light"
          action={
            <Button
              size="small"
              disabled={restore.isPending}
              aria-label={`Undo: put ${ProductName} for ${CustomerName} back`}
              onClick={() => restore.mutate({ params: { basketLineId: Id } }, { onSuccess: () => onRestored(Id) })}
            >
              Undo
            </Button>
          }
        >
          {ProductName} for {CustomerName} was taken out of the basket.
        </Alert>
      ))}
    </div>
  );
}

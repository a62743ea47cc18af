import { voiceProduct } from "@tradewind/domain/ordering/voice.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";

const VoiceOrderDialog = lazy(async () => ({ default: (await import("./voice-order-dialog.tsx")).VoiceOrderDialog }));

type Props = { order: { Id: string; CustomerId: string; ProductId: string }; name: string; size?: "small" };

/** Opens the summary of an order of hosted voice; other products have none. `name` says which order it is. */
export function VoiceOrderButton({ order, name, size }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (order.ProductId !== voiceProduct) return null;
  return (
    <>
      <Button size={size} aria-label={`Summary of ${name}`} onClick={() => setOpen(true)}>
        Summary
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <VoiceOrderDialog customerId={order.CustomerId} orderId={order.Id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { updateFailed } from "./make-default.ts";
import { type Method, nameOf } from "./method-words.ts";

/** Cancels a card or the direct debit for good. */
export function CancelDialog({ method, onClose }: { method: Method; onClose: () => void }) {
  const name = nameOf(method);
  const cancel = useWrite(paymentMethods.cancel, {
    shown: true,
    refreshes: ["paymentMethods"],
    onDone: () => {
      toast(`${name} was cancelled`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={method.kind === "card" ? "Cancel this card" : "Cancel the direct debit"}
      action={method.kind === "card" ? "Cancel card" : "Cancel direct debit"}
      leave="Keep it"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ body: { ids: [method.of.Id] } })}
      onClose={onClose}
    >
      {cancel.error && (
        <Alert type="error" live>
          {updateFailed}
        </Alert>
      )}
      <p>{name} can no longer be paid with. To use it again, it has to be added again.</p>
    </ConfirmDialog>
  );
}

import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";

/** Ends the direct debit for good, and says what that means for who pays by it. */
export function EndDebitDialog({ isDefault, onClose }: { isDefault: boolean; onClose: () => void }) {
  const cancel = useWrite(directDebits.cancel, {
    shown: true,
    refreshes: ["paymentMethods"],
    onDone: () => {
      toast(isDefault ? "The direct debit was cancelled. You pay by hand now" : "The direct debit was cancelled");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title="Cancel the direct debit"
      action="Cancel direct debit"
      leave="Keep it"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({})}
      onClose={onClose}
    >
      {cancel.error && (
        <Alert type="error" live>
          {cancel.error.message}
        </Alert>
      )}
      <p>
        No payment is taken from your account from now on.
        {isDefault && " Automatic payment is switched off, and you pay your invoices by bank transfer."} To pay by
        direct debit again, it has to be set up again.
      </p>
    </ConfirmDialog>
  );
}

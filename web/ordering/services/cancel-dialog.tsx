import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { Alert } from "../../ui/alert.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./subscription-action.ts";

/** Cancels a subscription with its add-ons while the cancellation window is open; otherwise at the end of the term. */
export function CancelDialog({
  service,
  subscription,
  subscriptions,
  onAction,
  onClose,
}: DialogProps & { subscriptions: readonly CurrentSubscription[] }) {
  const addOns = subscriptions.filter((each) => each.ParentId === subscription.Id && each.Status !== "cancelled");
  return (
    <ChangeDialog
      service={service}
      title={`Cancel ${subscription.Name}?`}
      change={{ Kind: "cancel", Keys: [subscription.Id, ...addOns.map((each) => each.Id)] }}
      action={addOns.length > 0 ? "Cancel subscriptions" : "Cancel subscription"}
      danger
      waiting=""
      done={`${subscription.Name} is being cancelled`}
      onSchedule={() => onAction({ kind: "schedule", id: subscription.Id, outcome: "cancel" })}
      onClose={onClose}
    >
      {addOns.length > 0 && (
        <Alert type="warning">Its add-ons are cancelled with it: {addOns.map((each) => each.Name).join(", ")}.</Alert>
      )}
    </ChangeDialog>
  );
}

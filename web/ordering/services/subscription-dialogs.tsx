import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { BillingDialog } from "./billing-dialog.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DetailsDialog } from "./details-dialog.tsx";
import { NewTermDialog } from "./new-term-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import type { DialogProps, SubscriptionAction } from "./subscription-action.ts";
import { SeatsDialog } from "./seats-dialog.tsx";
import { UpgradeDialog } from "./upgrade-dialog.tsx";

type Props = Omit<DialogProps, "subscription"> & {
  action: SubscriptionAction;
  subscriptions: readonly CurrentSubscription[];
};

/** Shows the dialogs for all actions on a subscription; loaded when the first one opens. */
export function SubscriptionDialogs({ action, subscriptions, ...rest }: Props) {
  const subscription = subscriptions.find((each) => each.Id === action.id);
  if (!subscription) return null;
  switch (action.kind) {
    case "seats":
      return <SeatsDialog {...rest} subscription={subscription} />;
    case "cancel":
      return <CancelDialog {...rest} subscription={subscription} subscriptions={subscriptions} />;
    case "details":
      return <DetailsDialog {...rest} subscription={subscription} />;
    case "upgrade":
      return <UpgradeDialog {...rest} subscription={subscription} subscriptions={subscriptions} asked={action.sku} />;
    case "billing":
      return <BillingDialog {...rest} subscription={subscription} />;
    case "newTerm":
      return <NewTermDialog {...rest} subscription={subscription} />;
    case "schedule":
      return <ScheduleDialog {...rest} subscription={subscription} subscriptions={subscriptions} asked={action} />;
  }
}

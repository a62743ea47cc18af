import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";

export type SubscriptionAction =
  | { kind: "seats"; id: string }
  | { kind: "cancel"; id: string }
  | { kind: "details"; id: string }
  /** `sku` is the product that was asked for. */
  | { kind: "upgrade"; id: string; sku?: string | undefined }
  | { kind: "newTerm"; id: string }
  | { kind: "billing"; id: string }
  | { kind: "schedule"; id: string; quantity?: number; outcome?: "renew" | "cancel" };

export type DialogProps = {
  service: ServiceItem;
  subscription: CurrentSubscription;
  onAction: (action: SubscriptionAction) => void;
  onClose: () => void;
};

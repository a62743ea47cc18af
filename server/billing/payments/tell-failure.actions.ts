import type { PaymentState } from "@tradewind/domain/billing/payments.ts";
import { format } from "@tradewind/domain/values/money.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { tellBilling } from "../notices/tell-billing.actions.ts";
import { describePayment, type PaymentRow } from "./payments.store.ts";
import { linkOf } from "./receipts.actions.ts";

/** How a payment that did not go through is told of. */
const endings: Partial<Record<PaymentState, string>> = {
  failed: "did not go through",
  cancelled: "was cancelled",
  chargedBack: "was taken back by the bank",
};

/** Whether nobody looks on as it fails: it was begun by itself, or its bank says so days later. */
export const wasUnseen = ({ state, kind, auto_on, gateway_ref }: PaymentRow): boolean =>
  state in endings && (auto_on !== null || (kind === "directDebit" && gateway_ref !== null));

/** Tells a company at once that a payment did not go through, why, and what to do. */
export async function tellFailure(platform: Platform, tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  const { reseller_id, state, failure_code, failure_reason, failure_final, auto_on } = row;
  // It is begun again by itself.
  if (failure_code === "neverReceived") return;
  const what = await describePayment(tx, row);
  const amount = format({ minor: row.amount_minor, currency: row.currency });
  const again = auto_on !== null && !failure_final && state !== "chargedBack";
  await tellBilling(platform, tx, {
    resellerId: reseller_id,
    subject: `A payment of ${amount} ${endings[state]}`,
    words: [
      `It was for: ${what}. ${failure_reason ?? "The bank gave no reason. Please pay another way."}`,
      again
        ? "Automatic payment may try again in some days: Payment options shows when. You can pay sooner yourself."
        : "It is not tried again by itself. The invoice is open until it is paid.",
    ],
    link: linkOf(row),
    label: "Open the invoice",
    now,
  });
}

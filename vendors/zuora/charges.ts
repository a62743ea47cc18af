/** Charges stored methods by Zuora's payments. They carry our id as `gatewayOrderId`, and are settled by us alone: standalone. */
import type { Currency } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import type { GatewayAnswer, MethodCharges, SeenPayment, StoredCharge } from "../gateways.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { ZuoraCall } from "./zuora-api.ts";

const paymentShape = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  refundAmount: z.number().nullish(),
  gatewayOrderId: z.string().nullish(),
  gatewayResponse: z.string().nullish(),
  gatewayResponseCode: z.string().nullish(),
});
type Payment = z.infer<typeof paymentShape>;
const listShape = z.looseObject({ payments: z.array(paymentShape) });
/** As many as a page of Zuora's has. */
const pageSize = 40;

export function zuoraCharges(call: ZuoraCall): MethodCharges {
  async function find({ key, accountRef, day, amount }: StoredCharge): Promise<GatewayAnswer | undefined> {
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({
        accountId: accountRef,
        effectiveDate: day,
        currency: amount.currency,
        pageSize: String(pageSize),
        page: String(page),
      });
      const { payments } = await call("GET", `/v1/payments?${query}`, listShape);
      const found = payments.find(({ gatewayOrderId }) => gatewayOrderId === key);
      if (found) return seen(found);
      if (payments.length < pageSize) return undefined;
    }
  }
  return {
    async make(asked) {
      const { key, idempotencyKey, accountRef, methodRef, amount, day, description } = asked;
      const json = {
        type: "Electronic",
        standalone: true,
        accountId: accountRef,
        paymentMethodId: methodRef,
        amount: Number(amount.minor) / 100,
        currency: amount.currency,
        effectiveDate: day,
        comment: description,
        gatewayOrderId: key,
      };
      return call("POST", "/v1/payments", paymentShape, { json, key: idempotencyKey }).then(
        seen,
        async (error: unknown) => {
          // A declined payment is an error of the call, and says itself why; one whose answer was lost is there.
          const made = await find(asked).catch(() => undefined);
          return made ?? answerOf(error);
        },
      );
    },
    find: async (asked) => find(asked).catch(answerOf),
    read: async (ref) => call("GET", `/v1/payments/${encodeURIComponent(ref)}`, paymentShape).then(seen, answerOf),
  };
}

function answerOf(error: unknown): GatewayAnswer {
  if (error instanceof VendorUnavailable) return { outcome: "unknown", why: error.message };
  if (error instanceof VendorRefusal) return { outcome: "refused", messages: [error.message] };
  throw error;
}

const states: Readonly<Record<string, SeenPayment["state"]>> = {
  Processed: "confirmed",
  Posted: "confirmed",
  Error: "failed",
  Canceled: "cancelled",
};
const minorOf = (amount: number) => BigInt(Math.round(amount * 100));

function seen(payment: Payment): GatewayAnswer {
  const state = states[payment.status] ?? "processing";
  return {
    outcome: "seen",
    payment: {
      ref: payment.id,
      key: payment.gatewayOrderId ?? null,
      state,
      amount: { minor: minorOf(payment.amount), currency: payment.currency as Currency },
      returnedMinor: minorOf(payment.refundAmount ?? 0),
      clientSecret: null,
      paidWith: null,
      failure: state === "failed" ? failureOf(payment) : null,
    },
  };
}

/** Declines after which the networks forbid or make no sense of another try. */
const final: ReadonlySet<string> = new Set([
  "expired_card",
  "lost_card",
  "stolen_card",
  "pickup_card",
  "restricted_card",
  "invalid_account",
  "incorrect_number",
  "authentication_required",
  "revocation_of_authorization",
  "do_not_try_again",
]);

const failureOf = ({ gatewayResponse, gatewayResponseCode }: Payment) => ({
  isFinal: final.has(gatewayResponseCode ?? ""),
  code: (gatewayResponseCode ?? "declined").slice(0, 100),
  reason: `The bank declined this card${gatewayResponse ? `: ${gatewayResponse.slice(0, 300).replace(/\.$/, "")}` : ""}. Nothing was charged. Please ask your bank, or pay with another card.`,
});

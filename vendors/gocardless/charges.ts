/**
 * Takes payments by mandates. They carry our id in their metadata, are made once under a key, and GoCardless tries none again.
 * It mails the payer their advance notice, with amount and day, three working days before.
 */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { laterOf } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { z } from "zod";
import type { GatewayAnswer, MethodCharges, SeenPayment, StoredCharge } from "../gateways.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { GocardlessCall } from "./gocardless-api.ts";
import { paymentFailureOf } from "./gocardless-reasons.ts";

const payment = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency: z.string(),
  charge_date: z.iso.date().nullish(),
  metadata: z.looseObject({ payment_key: z.string().optional() }).nullish(),
});
type Payment = z.infer<typeof payment>;
const paymentShape = z.object({ payments: payment });
const listShape = z.object({ payments: z.array(payment) });
const mandateShape = z.object({ mandates: z.looseObject({ next_possible_charge_date: z.iso.date().nullish() }) });
const eventsShape = z.object({
  events: z.array(z.looseObject({ details: z.looseObject({ cause: z.string(), description: z.string() }).partial() })),
});

const states: Readonly<Record<string, SeenPayment["state"]>> = {
  confirmed: "confirmed",
  paid_out: "confirmed",
  failed: "failed",
  cancelled: "cancelled",
  customer_approval_denied: "cancelled",
  charged_back: "chargedBack",
};
/** Of what was not taken, or went back: the event that says why is called so. */
const toldBy: Readonly<Record<string, string>> = {
  failed: "failed",
  cancelled: "cancelled",
  charged_back: "charged_back",
};

export function gocardlessCharges(call: GocardlessCall): MethodCharges {
  async function whyFailed({ id, status }: Payment): Promise<SeenPayment["failure"]> {
    const action = toldBy[status];
    if (action === undefined) return null;
    const wanted = new URLSearchParams({ payment: id, resource_type: "payments", action, limit: "1" });
    const { events } = await call("GET", `/events?${wanted}`, eventsShape);
    return paymentFailureOf(events[0]?.details ?? {});
  }
  async function seen(found: Payment): Promise<GatewayAnswer> {
    const state = states[found.status] ?? "processing";
    return {
      outcome: "seen",
      payment: {
        ref: found.id,
        key: found.metadata?.payment_key ?? null,
        state,
        amount: { minor: BigInt(found.amount), currency: found.currency as Currency },
        returnedMinor: state === "confirmed" ? BigInt(found.amount_refunded ?? 0) : 0n,
        clientSecret: null,
        paidWith: null,
        failure: await whyFailed(found),
        chargeOn: found.charge_date ?? null,
      },
    };
  }
  async function find({ key, methodRef }: StoredCharge): Promise<GatewayAnswer | undefined> {
    const wanted = new URLSearchParams({ mandate: methodRef, limit: "500" });
    const { payments } = await call("GET", `/payments?${wanted}`, listShape);
    const found = payments.find(({ metadata }) => metadata?.payment_key === key);
    return found && (await seen(found));
  }
  /** The first day on which money can be taken, which only GoCardless knows: it counts its own notice and the banks' days. */
  async function chargeDay({ methodRef, day }: StoredCharge): Promise<CalendarDate | undefined> {
    const path = `/mandates/${encodeURIComponent(methodRef)}`;
    const soonest = (await call("GET", path, mandateShape)).mandates.next_possible_charge_date;
    // Without one the mandate has ended, and the payment is refused with the reason.
    return soonest ? laterOf(day, soonest) : undefined;
  }
  async function make(asked: StoredCharge): Promise<GatewayAnswer> {
    const { key, idempotencyKey, methodRef, amount, description } = asked;
    const charge_date = await chargeDay(asked);
    const json = {
      payments: {
        amount: Number(amount.minor),
        currency: amount.currency,
        ...(charge_date && { charge_date }),
        description,
        metadata: { payment_key: key },
        retry_if_possible: false,
        links: { mandate: methodRef },
      },
    };
    return seen((await call("POST", "/payments", paymentShape, { json, key: idempotencyKey })).payments);
  }

  return {
    make: (asked) =>
      make(asked).catch(async (error: unknown) => {
        // What was received before the mandate ended is there although asking again is refused.
        const made = error instanceof VendorRefusal ? await find(asked).catch(answerOf) : undefined;
        return made ?? answerOf(error);
      }),
    find: (asked) => find(asked).catch(answerOf),
    read: async (ref) =>
      call("GET", `/payments/${encodeURIComponent(ref)}`, paymentShape)
        .then(({ payments }) => seen(payments))
        .catch(answerOf),
  };
}

function answerOf(error: unknown): GatewayAnswer {
  if (error instanceof VendorUnavailable) return { outcome: "unknown", why: error.message };
  if (error instanceof VendorRefusal) return { outcome: "refused", messages: [error.message] };
  throw error;
}

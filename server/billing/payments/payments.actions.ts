import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { payments as contract, PaymentItem } from "@tradewind/contract/billing/payments.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { mostAdded } from "@tradewind/domain/billing/credit.ts";
import { leastPayment, onTheWay } from "@tradewind/domain/billing/payments.ts";
import type { MethodKind } from "@tradewind/domain/billing/payment-methods.ts";
import { format, type Money } from "@tradewind/domain/values/money.ts";
import type { GatewayAnswer, PaymentFailure, PaymentGateway } from "@tradewind/vendors/gateways.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Call, Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { findInvoice } from "../invoices/invoices.store.ts";
import {
  findByRef,
  findPayment,
  insertPayment,
  lockAccount,
  objectOf,
  onItsWay,
  type PaymentRow,
  paymentWords,
} from "./payments.store.ts";
import { isMoney, settle } from "./settle.actions.ts";

/** A payment as it was before the gateway of that name was asked, and what it answered. */
export type Asked = { row: PaymentRow; name: string; answer: GatewayAnswer };

const gatewayOf = ({ gateway }: Platform): PaymentGateway => {
  if (!gateway) throw new AppError("paymentsOff");
  return gateway;
};

export const toPayment = (row: PaymentRow, priced: boolean): PaymentItem => ({
  Id: row.id,
  State: row.state,
  Kind: row.kind,
  Amount: priced ? { Minor: String(row.amount_minor), Currency: row.currency } : null,
  PaymentIntentId: row.payment_method_id === null && onTheWay.includes(row.state) ? row.gateway_ref : null,
  PaidWith: row.paid_with,
  ChargeOn: onTheWay.includes(row.state) ? row.charge_on : null,
  Failure: row.failure_code === null ? null : { Code: row.failure_code, Reason: row.failure_reason ?? "" },
  CreatedBy: row.created_by,
  CreatedAt: row.created_at.toISOString(),
  ChangedAt: row.changed_at.toISOString(),
  Version: row.version,
});

type Wanted = {
  invoiceId: string | null;
  amount: Money;
  gateway: string;
  methodId: string | null;
  kind?: MethodKind;
  /** When a debit is expected to be taken. */
  chargeOn?: string | null;
};

/**
 * Writes a payment down before its gateway is asked: what that may have heard of is never forgotten. Without an invoice
 * it adds to the credit.
 */
export async function beginPayment(
  { actor, platform, now, today }: Call<TenantActor>,
  { invoiceId, amount: { minor, currency }, gateway, methodId, kind = "card", chargeOn = null }: Wanted,
): Promise<{ row: PaymentRow; description: string }> {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  const id = newId();
  return platform.database.write(boundsOf(actor), async (tx) => {
    await lockAccount(tx, actor.resellerId);
    const invoice =
      invoiceId === null ? undefined : orNotFound(await findInvoice(tx, actor.resellerId, today, invoiceId));
    const most = invoice ? invoice.balance_minor - (await onItsWay(tx, actor.resellerId, invoice.id)) : mostAdded;
    if (invoice && invoice.balance_minor > 0n && most <= 0n) throw new AppError("paymentOnItsWay");
    const fault = invoice
      ? faultOf({ minor, most, limit: "what is open" }, currency === invoice.currency, "the invoice")
      : faultOf({ minor, most, limit: format({ minor: most, currency }) }, currency === actor.currency, "your account");
    if (fault) throw new AppError("invalidRequest", { fields: { Amount: fault } });
    await insertPayment(tx, {
      reseller_id: actor.resellerId,
      id,
      invoice_id: invoiceId,
      amount_minor: minor,
      currency,
      gateway,
      kind,
      payment_method_id: methodId,
      charge_on: chargeOn,
      created_by: actor.displayName,
      now,
    }).catch((error: unknown) => {
      throw brokeUnique(error, "payments_one_on_its_way") ? new AppError("paymentOnItsWay") : error;
    });
    return { row: orNotFound(await findPayment(tx, id)), description: paymentWords(invoice?.number) };
  });
}

export async function askToCreate(
  call: Call<TenantActor>,
  { InvoiceId, Amount }: Pick<InputOf<typeof contract.create>["body"], "Amount"> & { InvoiceId: string | null },
): Promise<Asked> {
  const gateway = gatewayOf(call.platform);
  const amount = { minor: BigInt(Amount.Minor), currency: Amount.Currency };
  const begun = await beginPayment(call, { invoiceId: InvoiceId, amount, gateway: gateway.id, methodId: null });
  const { row, description } = begun;
  const answer = await gateway.create({ key: row.id, idempotencyKey: row.idempotency_key, amount, description });
  return { row, name: gateway.name, answer };
}

function faultOf(
  { minor, most, limit }: { minor: bigint; most: bigint; limit: string },
  isSame: boolean,
  whose: string,
): string | undefined {
  if (!isSame) return `Must be in the currency of ${whose}`;
  if (minor > most) return `Must be at most ${limit}`;
  return minor < leastPayment ? "Must be at least 0.30" : undefined;
}

/** Finds a payment of the caller by the gateway's number. */
const findOwn = async ({ actor, platform }: Call<TenantActor>, ref: string, gateway: PaymentGateway) =>
  orNotFound(await platform.database.read(boundsOf(actor), (db) => findByRef(db, gateway.id, ref)));

/**
 * Asks the gateway to charge the card entered, or, without one, how the payment stands. What a webhook decided meanwhile
 * is answered, and never charged again.
 */
export async function askToConfirm(
  call: Call<TenantActor>,
  { PaymentIntentId, PaymentMethodId }: InputOf<typeof contract.confirm>["body"],
): Promise<Asked> {
  const gateway = gatewayOf(call.platform);
  const row = await findOwn(call, PaymentIntentId, gateway);
  if (PaymentMethodId !== undefined && !onTheWay.includes(row.state)) throw new AppError("paymentOver");
  const answer =
    PaymentMethodId === undefined
      ? await gateway.read(PaymentIntentId)
      : await gateway.confirm({
          ref: PaymentIntentId,
          methodRef: PaymentMethodId,
          idempotencyKey: `${row.idempotency_key}-confirm-${PaymentMethodId}`,
          returnUrl: new URL(
            row.invoice_id === null ? screens.credit.path : linkTo(screens.invoice, { invoiceId: row.invoice_id }),
            call.platform.config.PUBLIC_URL,
          ).href,
        });
  return { row, name: gateway.name, answer };
}

/** Asks the gateway to give a payment up, or how it stands where that came of itself. */
export async function askToCancel(
  call: Call<TenantActor>,
  { PaymentIntentId }: InputOf<typeof contract.cancel>["body"],
): Promise<Asked> {
  const gateway = gatewayOf(call.platform);
  const row = await findOwn(call, PaymentIntentId, gateway);
  const answer =
    row.state === "cancelled" || row.state === "failed"
      ? await gateway.read(PaymentIntentId)
      : await gateway.cancel({ ref: PaymentIntentId, idempotencyKey: `${row.idempotency_key}-cancel` });
  return { row, name: gateway.name, answer };
}

const words = {
  create: "Began a payment by card",
  charge: "Made a payment by card",
  debit: "Asked for a payment by direct debit",
  confirm: "Confirmed a payment by card",
  cancel: "Gave up a payment by card",
} as const;
const refusals = {
  create: "paymentNotCreated",
  charge: "paymentNotConfirmed",
  debit: "paymentNotConfirmed",
  confirm: "paymentNotConfirmed",
  cancel: "paymentNotCancelled",
} as const;

/**
 * Records what the gateway answered. That money came is left to the worker, which reads the payment again; a refusal that
 * decides the payment is kept although the call fails.
 */
export async function recordAnswer(
  doing: Doing<TenantActor>,
  { row, answer, name }: Asked,
  step: keyof typeof words,
): Promise<AppError | { Payment: PaymentItem; ClientSecret: string | null }> {
  const { tx, actor, doer, now, today, platform } = doing;
  const heard = { platform, by: "answer", now, today } as const;
  const look = () => platform.jobs.file(tx, "payments.look", { resellerId: row.reseller_id, paymentId: row.id });
  const record = () =>
    recordActivity(tx, doer, {
      action: `payments.${step}`,
      what: words[step],
      object: objectOf(row),
    });
  const isOfMethod = step === "charge" || step === "debit";
  if (answer.outcome !== "seen") {
    if (answer.outcome === "unknown") {
      await settle(tx, row, { state: "unknown" }, heard);
      await look();
    } else if (step === "create" || isOfMethod) {
      const failed = await settle(tx, row, { state: "failed", failure: refusedBy(name, answer.messages) }, heard);
      if (isOfMethod) {
        // Refused is a payment that failed, like one that its bank declined.
        await record();
        return { Payment: toPayment(failed, seesPrices(actor)), ClientSecret: null };
      }
    }
    return refusalOf(step, answer, name);
  }
  const { payment } = answer;
  // What failed is given up at the gateway, so that nobody pays it afterwards.
  const waits = isMoney(payment.state) || payment.state === "failed";
  if (waits) await look();
  const state = isMoney(payment.state) ? "processing" : payment.state;
  const { ref, failure, chargeOn } = payment;
  const moved = await settle(tx, row, { state, ref, failure, chargeOn: chargeOn ?? null }, heard);
  await record();
  return { Payment: toPayment(moved, seesPrices(actor)), ClientSecret: payment.clientSecret };
}

export const refusedBy = (name: string, messages: readonly string[]): PaymentFailure => ({
  code: "refused",
  reason: `${name} refused this payment: ${messages.join(" ").slice(0, 400)} Nothing was charged.`,
});

/** The refusal of a call in the specification's words; a cancellation joins what the gateway said. */
function refusalOf(
  step: keyof typeof words,
  answer: Exclude<GatewayAnswer, { outcome: "seen" }>,
  name: string,
): AppError {
  if (step === "create") return new AppError("paymentNotCreated");
  const unclear = `${name} did not answer. We are looking how the payment stands: please do not pay again meanwhile.`;
  const message = answer.outcome === "unknown" ? unclear : answer.messages.join(" ");
  return new AppError(refusals[step], { message });
}

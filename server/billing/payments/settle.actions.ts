import { moveOf, splitPayment, type PaymentState } from "@tradewind/domain/billing/payments.ts";
import { format } from "@tradewind/domain/values/money.ts";
import type { PaymentFailure } from "@tradewind/vendors/gateways.ts";
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { TryLater } from "../../platform/jobs.ts";
import { newId } from "../../platform/random.ts";
import { tellBilling } from "../notices/tell-billing.actions.ts";
import { linkOf, sendReceipt } from "./receipts.actions.ts";
import { freeCredit } from "./spent-credit.actions.ts";
import { tellFailure, wasUnseen } from "./tell-failure.actions.ts";
import {
  describePayment,
  insertPaymentEvent,
  lockAccount,
  lockPayment,
  objectOf,
  openOn,
  postPayment,
  updatePayment,
  wasReversed,
  type PaymentRow,
} from "./payments.store.ts";

/** What a gateway was found to have of a payment; `unknown` where it did not say. */
export type Told = {
  state: PaymentState;
  ref?: string;
  returnedMinor?: bigint;
  paidWith?: string | null;
  failure?: PaymentFailure | null;
  chargeOn?: string | null;
  /** Why money went back, in plain words. */
  takenBack?: string | null;
  isChargeback?: boolean;
  /** As ours was when the gateway was asked: without it, money that went back does not come again. */
  version?: number;
};
export type Heard = {
  platform: Platform;
  by: "answer" | "webhook" | "reconciliation";
  now: Date;
  today: string;
};

const minute = 60_000;

/** Has a payment looked at again whose gateway did not say how it stands: soon while its payer may be waiting. */
export const lookAgain = ({ changed_at }: Pick<PaymentRow, "changed_at">, now: Date, why: string): TryLater =>
  new TryLater(now.getTime() - changed_at.getTime() < 5 * minute ? 3_000 : minute, why);

/** States that move money: the worker alone comes to them, after it has read the payment at its gateway. */
export const isMoney = (state: PaymentState): boolean =>
  ["presumedPaid", "confirmed", "refunded", "chargedBack"].includes(state);

/**
 * Moves a payment on to what its gateway was found to have of it, and posts the money that came or went back; nothing
 * where that is known or lies behind. For every gateway, and the same for its answer, its webhook and the
 * reconciliation: it may be called as often, as late and in whatever order one likes.
 */
export async function settle(tx: Tx, found: PaymentRow, told: Told, heard: Heard): Promise<PaymentRow> {
  await lockAccount(tx, found.reseller_id);
  const row = await lockPayment(tx, found);
  const before = {
    state: row.state,
    amountMinor: row.amount_minor,
    heldMinor: row.held_minor,
    isReversed: await wasReversed(tx, row),
  };
  const isCurrent = told.version === row.version;
  const move = moveOf(before, { state: told.state, returnedMinor: told.returnedMinor ?? 0n, isCurrent });
  const learned = {
    ...(row.gateway_ref === null && told.ref !== undefined && { gateway_ref: told.ref }),
    ...(told.chargeOn && told.chargeOn !== row.charge_on && { charge_on: told.chargeOn }),
  };
  if (!move) {
    if (Object.keys(learned).length === 0) return row;
    await updatePayment(tx, row, learned, heard.now);
    return { ...row, ...learned, version: row.version + 1 };
  }
  const delta = move.heldMinor - row.held_minor;
  const isLate = told.version !== undefined && !isCurrent && row.version > 0;
  // Without a number nothing was found, and what was found since is not undone either.
  if (isLate && ((delta !== 0n && row.held_minor > 0n) || told.ref === undefined))
    throw new TryLater(1_000, "The payment moved while its gateway was asked");
  const split =
    delta === 0n
      ? undefined
      : splitPayment(delta, await openOn(tx, row.reseller_id, row.invoice_id), row.credited_minor);
  if (split && split.credit < 0n) await freeCredit(tx, row, -split.credit, { day: heard.today, now: heard.now });
  const posting = split && newId();
  const change = {
    ...learned,
    state: move.state,
    ...(told.failure
      ? {
          failure_code: told.failure.code,
          failure_reason: told.failure.reason,
          failure_final: told.failure.isFinal ?? false,
        }
      : delta > 0n
        ? { failure_code: null, failure_reason: null, failure_final: false }
        : {}),
    ...(told.paidWith && isMoney(move.state) ? { paid_with: told.paidWith } : {}),
    ...(split && { held_minor: move.heldMinor, credited_minor: row.credited_minor + split.credit }),
  };
  await updatePayment(tx, row, change, heard.now);
  const event = { state: move.state, held: move.heldMinor, heardBy: heard.by, now: heard.now };
  const reason = delta < 0n ? (told.takenBack ?? told.failure?.reason ?? wordsOf(move.state)) : null;
  const isChargeback = delta < 0n && (told.isChargeback ?? false);
  await insertPaymentEvent(tx, row, { ...event, ...(posting && { posting, reason, isChargeback }) });
  if (split && posting) {
    await postPayment(tx, row, { id: posting, ...split, day: heard.today, now: heard.now });
    await recordActivity(tx, marketplace(row, heard.now), {
      action: "payments.settle",
      what: sentenceOf(delta, row),
      object: objectOf(row),
    });
  }
  const moved = { ...row, ...change, changed_at: heard.now };
  if (wasUnseen(moved)) await tellFailure(heard.platform, tx, moved, heard.now);
  else if (reason !== null) await tellOfReturn(heard.platform, tx, row, { minor: -delta, reason, now: heard.now });
  if (split && delta > 0n) await sendReceipt(heard.platform, tx, moved, { minor: delta, credit: split.credit });
  await announce(tx, row.reseller_id, ["invoices", "dashboard"]);
  return { ...moved, version: row.version + 1 };
}

const wordsOf = (state: PaymentState): string =>
  state === "failed" || state === "chargedBack" ? "The bank took it back." : "It was refunded.";

/** Tells whoever pays for a company that money went back, and that it is owed again. */
async function tellOfReturn(
  platform: Platform,
  tx: Tx,
  row: PaymentRow,
  { minor, reason, now }: { minor: bigint; reason: string; now: Date },
): Promise<void> {
  const { reseller_id, invoice_id, currency } = row;
  const open = await openOn(tx, reseller_id, invoice_id);
  const what = (await describePayment(tx, row)).replace(/^[IC]/, (first) => first.toLowerCase());
  await tellBilling(platform, tx, {
    resellerId: reseller_id,
    subject: `${format({ minor, currency })} of your payment for ${what} went back`,
    words: [reason, ...(open > 0n ? [`${format({ minor: open, currency })} of it is open.`] : [])],
    link: linkOf(row),
    label: invoice_id === null ? "See your credit" : "Open the invoice",
    now,
  });
}

const marketplace = (row: PaymentRow, now: Date): Doer => ({ resellerId: row.reseller_id, actor: null, now });

const sentenceOf = (delta: bigint, { currency, gateway }: PaymentRow): string => {
  const amount = format({ minor: delta < 0n ? -delta : delta, currency });
  return delta > 0n ? `${amount} was paid (${gateway})` : `${amount} of a payment went back (${gateway})`;
};

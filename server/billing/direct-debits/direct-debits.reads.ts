import type { DirectDebitStatus } from "@tradewind/contract/billing/direct-debits.ts";
import { paymentFlag } from "@tradewind/contract/billing/payments.ts";
import { endedMandates, schemeOf, usableMandates } from "@tradewind/domain/billing/direct-debits.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { findSettings, listMethods } from "../payment-methods/payment-methods.store.ts";
import { findNewest, type MandateRow } from "./direct-debits.store.ts";

export const isLive = (row: MandateRow | undefined): row is MandateRow =>
  row !== undefined && !endedMandates.includes(row.status);

/** Finds the direct debit that payments can be asked for by; undefined if there is none that can be used now. */
export async function findUsable(db: Db, resellerId: string, provider: string) {
  const row = await findNewest(db, resellerId);
  const isUsable = isLive(row) && !row.ending && row.provider === provider && usableMandates.includes(row.status);
  if (!isUsable || row.payment_method_id === null) return undefined;
  return {
    methodId: row.payment_method_id,
    accountEnding: row.account_ending,
    nextChargeOn: row.next_charge_on,
    isActive: row.status === "active",
  };
}

/** Reads how the direct debit stands. One that was entered on the vault's page stands in the way of another. */
export async function statusOf(
  db: Db,
  { actor: { resellerId, flags }, platform }: { actor: TenantActor; platform: Platform },
): Promise<DirectDebitStatus> {
  const [{ currency }, row, [method]] = await Promise.all([
    findSettings(db, resellerId),
    findNewest(db, resellerId),
    listMethods(db, resellerId, { kind: "directDebit", status: "Active", most: 1 }),
  ]);
  return {
    CanAuthorise: flags.get(paymentFlag) === true && platform.debits !== undefined && !isLive(row) && !method,
    Scheme: schemeOf[currency],
    Provider: platform.debits?.name ?? null,
    Status: !row ? "none" : row.ending && isLive(row) ? "ending" : row.status,
    HasMandate: isLive(row),
    PaymentMethodId: row?.payment_method_id ?? null,
    Reference: row?.reference ?? null,
    BankName: row?.bank_name ?? null,
    AccountEnding: row?.account_ending ?? null,
    ActiveFrom: row?.next_charge_on ?? null,
    FailureReason: row?.failure_reason ?? null,
    CreatedDate: row?.created_at.toISOString() ?? null,
  };
}

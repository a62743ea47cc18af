import { amexFlag, type PaymentCard, type PaymentOptions } from "@tradewind/contract/billing/payment-methods.ts";
import { paymentFlag } from "@tradewind/contract/billing/payments.ts";
import { acceptedBrands, methodKinds, termsWithin } from "@tradewind/domain/billing/payment-methods.ts";
import type { MethodVault } from "@tradewind/vendors/method-vault.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { findSettings, listMethods, type MethodRow } from "./payment-methods.store.ts";

export const vaultOf = ({ vault }: Platform): MethodVault => {
  if (!vault) throw new AppError("paymentMethodsOff");
  return vault;
};

export const brandsOf = ({ flags }: TenantActor) => acceptedBrands(flags.get(amexFlag) === true);

const storedOf = (row: MethodRow, defaultId: string | null) => ({
  Id: row.id,
  PaymentMethodStatus: row.status,
  CreatedDate: row.created_at.toISOString(),
  LastFour: row.last_four,
  IsDefault: row.id === defaultId,
});

export async function optionsOf(
  db: Db,
  { actor, platform }: { actor: TenantActor; platform: Platform },
): Promise<PaymentOptions> {
  const { resellerId } = actor;
  const [settings, [debit]] = await Promise.all([
    findSettings(db, resellerId),
    listMethods(db, resellerId, { kind: "directDebit", status: "Active", most: 1 }),
  ]);
  const defaultId = settings.default_payment_method_id;
  return {
    AutoPay: settings.auto_pay ?? false,
    PaymentTerm: settings.payment_term,
    GrantedDays: settings.payment_term_days,
    PaymentTerms: [...termsWithin(settings.payment_term_days)],
    PaymentMethodType: settings.payment_method_type ?? "BankTransfer",
    DefaultPaymentMethodId: defaultId,
    DirectDebit: debit ? storedOf(debit, defaultId) : null,
    AcceptedBrands: [...brandsOf(actor)],
    CanAdd: methodKinds.filter(
      (kind) => actor.flags.get(paymentFlag) === true && platform.vault?.hasPage(kind, settings.currency),
    ),
  };
}

export async function cardsOf(
  db: Db,
  { resellerId }: TenantActor,
  status: MethodRow["status"],
): Promise<{ Items: PaymentCard[] }> {
  const [{ default_payment_method_id: defaultId }, rows] = await Promise.all([
    findSettings(db, resellerId),
    listMethods(db, resellerId, { kind: "card", status }),
  ]);
  return {
    Items: rows.map((row) => ({
      ...storedOf(row, defaultId),
      Brand: row.brand,
      ExpiryMonth: row.expiry_month,
      ExpiryYear: row.expiry_year,
    })),
  };
}

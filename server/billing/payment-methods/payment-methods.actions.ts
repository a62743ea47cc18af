import type { paymentMethods as contract, PaymentOptions } from "@tradewind/contract/billing/payment-methods.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { termsWithin, typeOfKind } from "@tradewind/domain/billing/payment-methods.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { optionsOf, vaultOf } from "./payment-methods.reads.ts";
import { closeMethods, findMethods, findSettings, type MethodRow, saveTerms } from "./payment-methods.store.ts";

type Wanted = InputOf<typeof contract.update>["body"];
const failed = (cause: unknown) => new AppError("paymentMethodsNotUpdated", { cause });

/** Tells the vault how the company pays, and returns the version that this was decided on. */
export async function tellTerms({ actor, platform }: Call<TenantActor>, wanted: Wanted): Promise<number> {
  if (!platform.vault && !platform.debits) throw new AppError("paymentMethodsOff");
  const { resellerId } = actor;
  const methodId = wanted.defaultPaymentMethodId;
  const { settings, method } = await platform.database.read(boundsOf(actor), async (db) => ({
    settings: await findSettings(db, resellerId),
    method: methodId === null ? undefined : orNotFound((await findMethods(db, resellerId, [methodId]))[0]),
  }));
  if (wanted.paymentTerm !== null && !termsWithin(settings.payment_term_days).includes(wanted.paymentTerm))
    throw new AppError("invalidRequest", { fields: { paymentTerm: "Must be no later than you were granted" } });
  const fault = method && faultOf(method, wanted);
  if (fault) throw new AppError("invalidRequest", { fields: fault });
  if (wanted.autoPay && !method) throw new AppError("autoPayNeedsMethod");
  if (settings.account_ref !== null) {
    const vault = vaultOf(platform);
    // What is kept elsewhere, such as a direct debit at its provider, is none of the vault's.
    const defaultRef = method?.gateway === vault.id ? method.gateway_ref : null;
    await vault
      .save(settings.account_ref, {
        // We collect, and try again: two who do so charge twice.
        autoPay: false,
        paymentTerm: wanted.paymentTerm ?? termsWithin(settings.payment_term_days).at(-1)!,
        defaultRef,
      })
      .catch((error: unknown) => {
        throw failed(error);
      });
  }
  return settings.version ?? 0;
}

function faultOf({ status, kind }: MethodRow, { paymentMethodType }: Wanted): Record<string, string> | undefined {
  if (status === "Closed") return { defaultPaymentMethodId: "Must be an active payment method" };
  if (typeOfKind[kind] !== paymentMethodType)
    return { paymentMethodType: "Must be that of the default payment method" };
  return undefined;
}

/** Saves how the company pays. What the vault was told meanwhile by somebody else is not overwritten unseen. */
export async function saveOptions(doing: Doing, wanted: Wanted, version: number): Promise<PaymentOptions> {
  const { tx, actor, doer } = doing;
  const saved = await saveTerms(tx, actor.resellerId, version, {
    auto_pay: wanted.autoPay,
    payment_term: wanted.paymentTerm,
    payment_method_type: wanted.paymentMethodType,
    default_payment_method_id: wanted.defaultPaymentMethodId,
  });
  if (!saved) throw failed(undefined);
  await announce(tx, actor.resellerId, ["paymentMethods", "myBusiness"]);
  const by = wanted.paymentMethodType === "CreditCard" ? "card" : "bank transfer";
  await recordActivity(tx, doer, {
    action: "paymentMethods.update",
    what: `Chose to pay ${wanted.autoPay ? "automatically" : "by hand"}, by ${by}, ${wanted.paymentTerm ?? "when it was granted"}`,
    object: ["reseller", actor.resellerId],
  });
  return optionsOf(tx, doing);
}

type Closing = { closed: string[]; failure: unknown };

/** Closes methods at the vault: some may be closed although others are not. The default one is not. */
export async function closeAtVault({ actor, platform }: Call<TenantActor>, ids: readonly string[]): Promise<Closing> {
  const vault = vaultOf(platform);
  const wanted = [...new Set(ids)];
  const { settings, rows } = await platform.database.read(boundsOf(actor), async (db) => ({
    settings: await findSettings(db, actor.resellerId),
    rows: await findMethods(db, actor.resellerId, wanted),
  }));
  if (rows.length < wanted.length) throw new AppError("notFound");
  if (rows.some(({ id }) => id === settings.default_payment_method_id)) throw new AppError("paymentMethodIsDefault");
  if (rows.some(({ gateway }) => gateway !== vault.id))
    throw new AppError("invalidRequest", { fields: { ids: "A direct debit is cancelled by a call of its own" } });
  const open = rows.filter(({ status }) => status === "Active");
  const outcomes = await Promise.allSettled(open.map(({ gateway_ref }) => vault.close(gateway_ref)));
  return {
    closed: open.filter((_, at) => outcomes[at]!.status === "fulfilled").map(({ id }) => id),
    failure: outcomes.find((outcome) => outcome.status === "rejected")?.reason,
  };
}

/** Records what the vault closed, also where it did not close everything. */
export async function recordClosed(
  { tx, actor, doer, now }: Doing,
  { closed, failure }: Closing,
): Promise<AppError | { Closed: string[] }> {
  const { resellerId } = actor;
  const rows = closed.length > 0 ? await closeMethods(tx, resellerId, closed, now) : [];
  if (rows.length > 0) await announce(tx, resellerId, ["paymentMethods"]);
  const names = rows.map((row) => `the ${row.brand ?? "direct debit"} ending ${row.last_four ?? "in unknown digits"}`);
  await recordActivity(tx, doer, {
    action: "paymentMethods.cancel",
    what: names.length > 0 ? `Cancelled ${names.join(", ")}` : "Cancelled no payment method",
    object: ["reseller", resellerId],
  });
  return failure === undefined ? { Closed: closed } : failed(failure);
}

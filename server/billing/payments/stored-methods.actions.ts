import type { payments as contract } from "@tradewind/contract/billing/payments.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { brandWords } from "@tradewind/domain/billing/payment-methods.ts";
import { onTheWay } from "@tradewind/domain/billing/payments.ts";
import { dayOf } from "@tradewind/domain/values/dates.ts";
import type { GatewayAnswer, MethodCharges, StoredCharge } from "@tradewind/vendors/gateways.ts";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Call } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { findUsable } from "../direct-debits/direct-debits.reads.ts";
import { brandsOf, vaultOf } from "../payment-methods/payment-methods.reads.ts";
import { type ChargeableRow, findChargeable } from "../payment-methods/payment-methods.store.ts";
import { type Asked, beginPayment, refusedBy } from "./payments.actions.ts";
import { describePayment, type PaymentRow } from "./payments.store.ts";
import { lookAgain, settle } from "./settle.actions.ts";

type Keeper = { id: string; name: string; charges: MethodCharges };

/** Who keeps a method and charges it: the vault its cards, the provider of direct debits its mandates. */
const keeperOf = ({ vault, debits }: Platform, gateway: string): Keeper | undefined =>
  [vault, debits].find((each) => each?.id === gateway);

/** How a payment is asked for, the same whenever it is. */
const chargeOf = (row: PaymentRow, method: ChargeableRow, description: string): StoredCharge => ({
  key: row.id,
  idempotencyKey: row.idempotency_key,
  accountRef: method.account_ref ?? "",
  methodRef: method.gateway_ref,
  amount: { minor: row.amount_minor, currency: row.currency },
  day: row.charge_on ?? dayOf(row.created_at.toISOString()),
  description,
});

/** Writes a payment with one of the company's cards down, and asks the vault to charge it. */
export async function askToCharge(
  call: Call<TenantActor>,
  { PaymentMethodId, Amount, PaymentDate, Currency, InvoiceId }: InputOf<typeof contract.charge>["body"],
): Promise<Asked> {
  const { actor, platform, today } = call;
  const vault = vaultOf(platform);
  if (PaymentDate !== today) throw new AppError("invalidRequest", { fields: { PaymentDate: "Must be today" } });
  const card = orNotFound(
    await platform.database.read(boundsOf(actor), (db) => findChargeable(db, actor.resellerId, PaymentMethodId)),
  );
  // A card that another vault keeps cannot be charged at this one.
  const isHere = card.gateway === vault.id && card.account_ref !== null;
  const isTaken = card.kind === "card" && card.status === "Active" && isHere;
  if (!isTaken || !brandsOf(actor).some((brand) => brand === card.brand))
    throw new AppError("invalidRequest", {
      fields: { PaymentMethodId: "Must be an active card of a kind that is taken" },
    });
  const { row, description } = await beginPayment(call, {
    invoiceId: InvoiceId,
    amount: { minor: BigInt(Amount.replace(".", "")), currency: Currency },
    gateway: vault.id,
    methodId: PaymentMethodId,
  });
  return { row, name: vault.name, answer: await vault.charges.make(chargeOf(row, card, description)) };
}

/** Writes a payment by the company's direct debit down, and asks its provider to take it as soon as it can. */
export async function askToDebit(
  call: Call<TenantActor>,
  { InvoiceId, Amount }: InputOf<typeof contract.debit>["body"],
): Promise<Asked> {
  const { actor, platform } = call;
  const { debits } = platform;
  if (!debits) throw new AppError("directDebitsOff");
  const found = await platform.database.read(boundsOf(actor), async (db) => {
    const mandate = await findUsable(db, actor.resellerId, debits.id);
    const method = mandate && (await findChargeable(db, actor.resellerId, mandate.methodId));
    return method && { method, mandate };
  });
  if (!found) throw new AppError("directDebitNotReady");
  const { row, description } = await beginPayment(call, {
    invoiceId: InvoiceId,
    amount: { minor: BigInt(Amount.Minor), currency: Amount.Currency },
    gateway: debits.id,
    kind: "directDebit",
    methodId: found.method.id,
    chargeOn: found.mandate.nextChargeOn,
  });
  return { row, name: debits.name, answer: await debits.charges.make(chargeOf(row, found.method, description)) };
}

const worker = { role: "app_worker" } as const;

/** Looks at the keeper of a method what became of a payment with it, and settles it. */
export async function lookAtCharge(
  platform: Platform,
  row: PaymentRow,
  by: "answer" | "webhook" | "reconciliation",
): Promise<void> {
  const { database, clock } = platform;
  const keeper = keeperOf(platform, row.gateway);
  // What never got a number and is over was refused: it is not asked for again.
  if (!keeper || (row.gateway_ref === null && !onTheWay.includes(row.state))) return;
  const { method, description } = await database.read(worker, async (db) => ({
    method: await findChargeable(db, row.reseller_id, row.payment_method_id!),
    description: await describePayment(db, row),
  }));
  if (!method) return;
  // No transaction is open while the keeper works.
  const answer = await lookFor(keeper, row, chargeOf(row, method, description), clock.today());
  if (answer.outcome === "unknown") throw lookAgain(row, clock.now(), answer.why);
  if (answer.outcome === "refused" && row.gateway_ref !== null)
    throw new Error(`${keeper.name} refused: ${answer.messages.join(" ")}`);
  const told =
    answer.outcome === "seen"
      ? { ...answer.payment, version: row.version, paidWith: wordsOf(method) }
      : {
          state: "failed" as const,
          version: row.version,
          failure: answer === neverReceived ? notReceived : refusedBy(keeper.name, answer.messages),
        };
  await database.write(worker, (tx) => settle(tx, row, told, { platform, by, now: clock.now(), today: clock.today() }));
  platform.committed();
}

const neverReceived: GatewayAnswer = { outcome: "refused", messages: [] };
/** It does not count as a try: nobody was asked. */
const notReceived = {
  code: "neverReceived",
  reason: "The payment did not reach the card’s bank. Nothing was charged.",
};

const wordsOf = ({ kind, brand, last_four: ending }: ChargeableRow): string =>
  kind === "card"
    ? `${brand ? brandWords[brand] : "Card"} ending ${ending ?? "in unknown digits"}`
    : `Direct debit from the account ending ${ending ?? "in unknown digits"}`;

/**
 * Asks again with the same key, and only if nothing came of it: nobody pays twice. A card is charged on the same day only;
 * a debit, of which its payer hears days before, is asked for whenever.
 */
async function lookFor(keeper: Keeper, row: PaymentRow, charge: StoredCharge, today: string): Promise<GatewayAnswer> {
  if (row.gateway_ref !== null) return keeper.charges.read(row.gateway_ref);
  const found = await keeper.charges.find(charge);
  if (found) return found;
  return row.kind === "directDebit" || charge.day === today ? keeper.charges.make(charge) : neverReceived;
}

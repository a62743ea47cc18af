import { onTheWay } from "@tradewind/domain/billing/payments.ts";
import type { GatewayAnswer, PaymentGateway } from "@tradewind/vendors/gateways.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  describePayment,
  findByRef,
  findPayment,
  listPaymentsWithoutJob,
  listToWatch,
  type PaymentRow,
} from "./payments.store.ts";
import { lookAgain, settle } from "./settle.actions.ts";
import { lookAtCharge } from "./stored-methods.actions.ts";

const worker = { role: "app_worker" } as const;
const minute = 60_000;
/** How long a payment may wait for its payer before it is given up. */
const longestWait = 24 * 60 * minute;
/** How long a debit that counted is looked at daily, since banks take some back days later. */
const debitsWatched = 14 * 24 * 60 * minute;

/** Reads a payment at its gateway and settles it: after an answer or a webhook, and for the reconciliation. */
export const lookAtPayment = job({
  queue: "payments.look",
  payload: z.object({
    resellerId: z.optional(z.uuid()),
    paymentId: z.optional(z.uuid()),
    /** The gateway's number, where a webhook names it; `provider` if it is of a debit. */
    ref: z.optional(z.string()),
    provider: z.optional(z.string()),
    by: z._default(z.enum(["answer", "webhook", "reconciliation"]), "answer"),
  }),
  fetchers: 4,

  async run({ platform }: { platform: Platform }, { paymentId, ref, provider, by }) {
    const { gateway, database, clock } = platform;
    const readOurs = (id: string) => database.read(worker, (db) => findPayment(db, id));
    if (provider !== undefined) {
      const debit = await findDebit(platform, provider, ref!);
      return debit && lookAtCharge(platform, debit, by);
    }
    let row = paymentId === undefined ? undefined : await readOurs(paymentId);
    if (row?.payment_method_id) return lookAtCharge(platform, row, by);
    if (!gateway || (row && row.gateway !== gateway.id)) return;
    if (paymentId === undefined) row = await database.read(worker, (db) => findByRef(db, gateway.id, ref!));
    // No transaction is open while the gateway works.
    const version = row?.version;
    let answer = row ? await look(platform, gateway, row) : await gateway.read(ref!);
    if (answer.outcome === "unknown")
      throw row ? lookAgain(row, clock.now(), answer.why) : new TryLater(minute, answer.why);
    if (answer.outcome === "refused") throw new Error(`${gateway.name} refused: ${answer.messages.join(" ")}`);
    // A payment whose number never reached us is found by ours, which it carries.
    if (!row && answer.payment.key !== null) row = await readOurs(answer.payment.key);
    if (!row) return;
    const age = clock.now().getTime() - row.created_at.getTime();
    if (shouldGiveUp(row, answer, age)) {
      const cancelled = await gateway.cancel({
        ref: answer.payment.ref,
        idempotencyKey: `${row.idempotency_key}-cancel`,
      });
      // Whoever was faster: how it stands now counts.
      answer = cancelled.outcome === "seen" ? cancelled : await gateway.read(answer.payment.ref);
      if (answer.outcome !== "seen") throw new TryLater(minute, "It is not known whether the payment was given up");
    }
    const found = row;
    const told = { ...answer.payment, ...(version !== undefined && { version }) };
    await database.write(worker, (tx) =>
      settle(tx, found, told, { platform, by, now: clock.now(), today: clock.today() }),
    );
    platform.committed();
  },
});

/** Finds a debit by its provider's number, or by ours, which it carries, where that number never reached us. */
async function findDebit({ debits, database }: Platform, provider: string, ref: string) {
  if (debits?.id !== provider) return undefined;
  const known = await database.read(worker, (db) => findByRef(db, provider, ref));
  if (known) return known;
  const answer = await debits.charges.read(ref);
  if (answer.outcome === "unknown") throw new TryLater(minute, answer.why);
  const key = answer.outcome === "seen" ? z.uuid().safeParse(answer.payment.key).data : undefined;
  return key === undefined ? undefined : database.read(worker, (db) => findPayment(db, key));
}

/** Asks again for what never got a number, with the same key and words: the gateway answers with the same payment. */
async function look({ database }: Platform, gateway: PaymentGateway, row: PaymentRow): Promise<GatewayAnswer> {
  if (row.gateway_ref !== null) return gateway.read(row.gateway_ref);
  return gateway.create({
    key: row.id,
    idempotencyKey: row.idempotency_key,
    amount: { minor: row.amount_minor, currency: row.currency },
    description: await database.read(worker, (db) => describePayment(db, row)),
  });
}

/** What was declined, given up by its payer or left waiting must not be paid later on. */
function shouldGiveUp(row: PaymentRow, answer: GatewayAnswer, age: number): boolean {
  if (answer.outcome !== "seen") return false;
  const { state } = answer.payment;
  if (state === "failed") return true;
  const isOver = !onTheWay.includes(row.state);
  return (state === "submitted" || state === "needsAction") && (isOver || age > longestWait);
}

/** Has payments looked at whose gateway was asked by a process that ended before it heard the answer. */
export async function refileLostPayments({ database, jobs, clock }: Platform): Promise<void> {
  await database.write(worker, async (tx) => {
    for (const { reseller_id, id } of await listPaymentsWithoutJob(tx, clock.now()))
      await jobs.file(tx, "payments.look", { resellerId: reseller_id, paymentId: id });
  });
}

/** Has everything that is on its way, or may be taken back, read at its gateway once a day. */
export async function reconcilePayments({ database, jobs, clock }: Platform): Promise<void> {
  const since = new Date(clock.now().getTime() - debitsWatched);
  await database.write(worker, async (tx) => {
    for (const { reseller_id, id } of await listToWatch(tx, since))
      await jobs.file(tx, "payments.look", { resellerId: reseller_id, paymentId: id, by: "reconciliation" });
  });
}

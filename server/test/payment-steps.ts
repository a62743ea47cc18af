/** What may happen to payments in a random history. Each step does something with whatever there is, or nothing. */
import { bank } from "@tradewind/contract/billing/bank.ts";
import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import type { Dice } from "./mutations.ts";
import { gateways, type PaymentWorld, tellers } from "./payment-world.ts";
import type { Person } from "./test-app.ts";

/** Resellers that owe on one invoice each, with a direct debit, and a stored card where entering it went well. */
export type Payer = { person: Person; invoiceId: string; cardId: string | null };
type Step = { weight: number; act(world: PaymentWorld, payers: readonly Payer[], dice: Dice): Promise<void> };

/** A call may be refused and may fail at a gateway, but is answered. */
function answered({ status }: { status: number }, what: string): void {
  if (status >= 500) throw new Error(`${what} answered ${status}`);
}
const amountOf = (dice: Dice) => ({
  Minor: String(dice.pick([30, 501, 1_999, 4_000, 12_000])),
  Currency: "GBP" as const,
});
const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_visa_chargeDeclined",
  "pm_card_threeDSecure2Required",
  "pm_card_createDispute",
];
const refOf = async ({ app }: PaymentWorld, gateway: string, dice: Dice): Promise<string | undefined> => {
  const rows = await app.sql<{ ref: string }>(
    "select gateway_ref as ref from payments where gateway = $1 and gateway_ref is not null order by id",
    [gateway],
  );
  return rows.length === 0 ? undefined : dice.pick(rows).ref;
};
const atStripe =
  (...actions: string[]): Step["act"] =>
  async (world, _, dice) => {
    const intent = await refOf(world, "stripe", dice);
    const amount = dice.pick([undefined, 10]);
    if (intent) await world.control("stripe", "act", { action: dice.pick(actions), intent, amount });
  };

/** Sets up a direct debit, unless there is one, or GoCardless does not answer. */
const authorise = ({ app }: PaymentWorld, { person }: Pick<Payer, "person">) =>
  app.call(person, directDebits.authorise, {
    body: { AccountHolderName: "Harbour IT", SortCode: "20-00-00", AccountNumber: "55779911", Confirmed: true },
  });
/** Something becomes of a debit that is at its start or counted, as we know it: it may be further there. */
const atGoCardless =
  (states: readonly string[], actions: readonly string[]): Step["act"] =>
  async ({ app, control }, _, dice) => {
    const rows = await app.sql<{ ref: string }>(
      "select gateway_ref as ref from payments where gateway = 'gocardless' and gateway_ref is not null and state = any($1) order by id",
      [states],
    );
    const cause = dice.pick(["refer_to_payer", "bank_account_closed", "mandate_cancelled"]);
    const action = dice.pick(actions);
    if (rows.length > 0) await control("gocardless", "act", { action, payment: dice.pick(rows).ref, cause });
  };

export async function addPayer(world: PaymentWorld): Promise<Payer> {
  const { app, invoiced, list, control } = world;
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  await app.sql(
    "update resellers set address1 = '1 High Street', town_city = 'Leeds', post_code = 'LS1 1AA', billing_email = 'pay@example.com', contact_name = 'Nora Wind' where id = $1",
    [person.resellerId],
  );
  await authorise(world, { person });
  await world.drain();
  const [invoice] = await list(person);
  const page = (await app.call(person, paymentMethods.authorisePage, { query: { Currency: "GBP" } })).Result;
  if (!page) return { person, invoiceId: invoice!.Id, cardId: null };
  const given = { token: page.Token, signature: page.Signature, id: page.PageId, tenantId: page.TenantId };
  const fields = { ...given, cardNumber: "4111111111111111", expires: "12/30", cvv: "123" };
  const told = (await control("zuora", "act", { action: "submit", fields })) as Record<
    "refId" | "token" | "signature",
    string
  >;
  const body = { RefId: told.refId, Token: told.token, Signature: told.signature };
  const added = await app.call(person, paymentMethods.add, { body });
  return { person, invoiceId: invoice!.Id, cardId: added.Result?.Id ?? null };
}

export const steps: Readonly<Record<string, Step>> = {
  payByCard: {
    weight: 6,
    async act({ app }, payers, dice) {
      const { person, invoiceId } = dice.pick(payers);
      const begun = await app.call(person, payments.create, { body: { InvoiceId: invoiceId, Amount: amountOf(dice) } });
      answered(begun, "create");
      const ref = begun.Result?.Payment.PaymentIntentId;
      if (!ref) return;
      const body = { PaymentIntentId: ref, PaymentMethodId: dice.pick(cards) };
      // Twice at once, as by a double click.
      for (const each of await Promise.all([1, 2].map(() => app.call(person, payments.confirm, { body }))))
        answered(each, "confirm");
    },
  },
  payByStoredCard: {
    weight: 5,
    async act({ app }, payers, dice) {
      const { person, invoiceId, cardId } = dice.pick(payers);
      if (!cardId) return;
      const { Minor } = amountOf(dice);
      const body = {
        PaymentMethodId: cardId,
        Amount: `${Minor.padStart(3, "0").slice(0, -2)}.${Minor.padStart(3, "0").slice(-2)}`,
        PaymentDate: app.platform.clock.today(),
        Currency: "GBP" as const,
        InvoiceId: invoiceId,
      };
      for (const each of await Promise.all([1, 2].map(() => app.call(person, payments.charge, { body }))))
        answered(each, "charge");
    },
  },
  payByDebit: {
    weight: 7,
    async act({ app }, payers, dice) {
      const { person, invoiceId } = dice.pick(payers);
      const body = { InvoiceId: invoiceId, Amount: amountOf(dice) };
      for (const each of await Promise.all([1, 2].map(() => app.call(person, payments.debit, { body }))))
        answered(each, "debit");
    },
  },
  debitGoesOn: {
    weight: 6,
    act: atGoCardless(
      ["processing", "confirmed"],
      ["payment_submitted", "payment_confirmed", "payment_confirmed", "payment_paid_out"],
    ),
  },
  debitFails: {
    weight: 4,
    act: atGoCardless(["processing", "confirmed"], ["payment_failed", "payment_late_failure", "payment_charged_back"]),
  },
  endMandate: {
    weight: 2,
    async act(world, payers, dice) {
      const payer = dice.pick(payers);
      const [row] = await world.app.sql<{ ref: string }>(
        "select mandate_ref as ref from mandates where reseller_id = $1 and mandate_ref is not null order by id desc limit 1",
        [payer.person.resellerId],
      );
      const action = dice.pick(["cancelAtBank", "closeAccount", "mandate_activated", undefined]);
      if (action === undefined) answered(await world.app.call(payer.person, directDebits.cancel), "cancel");
      else if (row) await world.control("gocardless", "act", { action, mandate: row.ref });
    },
  },
  setUpDebit: { weight: 2, act: async (world, payers, dice) => void (await authorise(world, dice.pick(payers))) },
  payByTransfer: {
    weight: 2,
    async act({ app, operator }, payers, dice) {
      const { person, invoiceId } = dice.pick(payers);
      const { Minor } = amountOf(dice);
      const [line] = await app.sql<{ id: string }>(
        `with made as (
           insert into bank_statements (legal_entity_id, currency, closed_on, opening_minor, closing_minor, file_name, file_hash, position, lines,
             known_lines, imported_by, imported_at)
           select id, 'GBP', '2026-02-01', 0, $1, 'day.sta', uuid_send(uuidv7()), 0, 1, 0, 'Robin Tester', '2026-02-02' from legal_entities limit 1
           returning id, legal_entity_id)
         insert into bank_lines (statement_id, legal_entity_id, currency, booked_on, amount_minor, is_reversal, words, mentions, ordinal, state)
         select id, legal_entity_id, 'GBP', '2026-02-01', $1, false, id::text, '{}', 1, 'open' from made returning id`,
        [Minor],
      );
      const Shares = [{ ResellerId: person.resellerId, InvoiceId: dice.pick([invoiceId, null]), Minor }];
      answered(
        await app.call(operator, bank.allocate, { params: { bankLineId: line!.id }, body: { Version: 0, Shares } }),
        "allocate",
      );
    },
  },
  undoTransfer: {
    weight: 1,
    async act({ app, operator }, _, dice) {
      const rows = await app.sql<{ id: string; version: number }>(
        "select id, version from bank_lines where state = 'allocated' order by id",
      );
      if (rows.length === 0) return;
      const { id, version } = dice.pick(rows);
      const body = { Version: version, Reason: "Not theirs" };
      answered(await app.call(operator, bank.reopen, { params: { bankLineId: id }, body }), "reopen");
    },
  },
  endBankStep: { weight: 1, act: atStripe("pass", "fail") },
  takeBack: { weight: 4, act: atStripe("refund", "dispute", "inquire") },
  giveBack: { weight: 2, act: atStripe("failRefund", "winDispute", "loseDispute") },
  refundStored: {
    weight: 3,
    async act(world, _, dice) {
      const [row] = await world.app.sql<{ ref: string; minor: string }>(
        "select gateway_ref as ref, amount_minor::text as minor from payments where gateway = 'zuora' and state = 'confirmed' order by id limit 1",
      );
      const amount = row && dice.pick([Number(row.minor), 10]) / 100;
      if (row) await world.control("zuora", "act", { action: "refund", payment: row.ref, amount });
    },
  },
  payOut: {
    weight: 1,
    act: async ({ control }, _, dice) => void (await control(dice.pick(tellers), "act", { action: "payOut" })),
  },
  fail: {
    weight: 4,
    async act({ control }, _, dice) {
      const chaos = { seed: dice.below(1e6), rate: 0.4, lateMs: 20, max: 6 };
      await control(dice.pick(gateways), "faults", { chaos });
    },
  },
  loseNextAnswer: {
    weight: 3,
    act: async ({ control }, _, dice) =>
      void (await control(dice.pick(gateways), "faults", {
        match: { method: "POST", path: "/payment" },
        fault: { kind: "commitThenReset" },
      })),
  },
  holdWebhooks: {
    weight: 3,
    act: async ({ control }, _, dice) => void (await control(dice.pick(tellers), "webhooks", { mode: "hold" })),
  },
  releaseWebhooks: { weight: 2, act: async (world, _, dice) => world.releaseSome(dice) },
  killWorker: { weight: 3, act: ({ killWorker }, _, dice) => killWorker(dice) },
  lookAgain: { weight: 1, act: async (world, _, dice) => world.quiet(dice) },
};

import { payments } from "@tradewind/contract/billing/payments.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { findInvoice } from "../invoices/invoices.store.ts";
import { askToCancel, askToConfirm, askToCreate, recordAnswer, toPayment } from "./payments.actions.ts";
import { creditUsedOn, listMoneyMoves, listPayments, onItsWay } from "./payments.store.ts";
import { findUsable } from "../direct-debits/direct-debits.reads.ts";
import { askToCharge, askToDebit } from "./stored-methods.actions.ts";

const mostListed = 100;

export const paymentsRoutes = [
  answer(payments.ofInvoice, async ({ actor, db, today, platform }, { params }) => {
    const { resellerId } = actor;
    const invoice = orNotFound(await findInvoice(db, resellerId, today, params.invoiceId));
    const priced = seesPrices(actor);
    const { gateway, vault, debits } = platform;
    const [rows, taken, credit, mandate] = await Promise.all([
      listPayments(db, resellerId, invoice.id, mostListed),
      onItsWay(db, resellerId, invoice.id),
      creditUsedOn(db, resellerId, invoice.id),
      debits && findUsable(db, resellerId, debits.id),
    ]);
    const moves = Map.groupBy(
      await listMoneyMoves(
        db,
        resellerId,
        rows.map(({ id }) => id),
      ),
      ({ payment_id }) => payment_id,
    );
    const amount = (minor: bigint) =>
      priced ? { Minor: String(minor > 0n ? minor : 0n), Currency: invoice.currency } : null;
    return {
      Payments: rows.map((row) => ({
        ...toPayment(row, priced),
        Moves: (moves.get(row.id) ?? []).map(({ at, minor, reason }) => ({
          At: at.toISOString(),
          Amount: priced ? { Minor: String(minor), Currency: row.currency } : null,
          Reason: reason,
        })),
      })),
      Open: amount(invoice.balance_minor),
      Collectable: amount(invoice.balance_minor - taken),
      CreditUsed: amount(credit),
      NewCard: gateway ? { PublishableKey: gateway.browser.publishableKey } : null,
      StoredCards: vault !== undefined,
      DirectDebit: mandate
        ? { Id: mandate.methodId, AccountEnding: mandate.accountEnding, ChargeOn: mandate.nextChargeOn }
        : null,
      PaymentDate: today,
    };
  }),
  answerPrepared(
    payments.create,
    (call, { body }) => askToCreate(call, body),
    (doing, _, asked) => recordAnswer(doing, asked, "create"),
  ),
  answerPrepared(
    payments.charge,
    (call, { body }) => askToCharge(call, body),
    (doing, _, asked) => recordAnswer(doing, asked, "charge"),
  ),
  answerPrepared(
    payments.debit,
    (call, { body }) => askToDebit(call, body),
    (doing, _, asked) => recordAnswer(doing, asked, "debit"),
  ),
  answerPrepared(
    payments.confirm,
    (call, { body }) => askToConfirm(call, body),
    (doing, _, asked) => recordAnswer(doing, asked, "confirm"),
  ),
  answerPrepared(
    payments.cancel,
    (call, { body }) => askToCancel(call, body),
    (doing, _, asked) => recordAnswer(doing, asked, "cancel"),
  ),
];

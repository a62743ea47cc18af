import { addCreditOffFlag, credit } from "@tradewind/contract/billing/credit.ts";
import { creditReference } from "@tradewind/domain/billing/credit.ts";
import { bankDetailsOf } from "@tradewind/domain/billing/parties.ts";
import { AppError } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { askToCreate, recordAnswer } from "../payments/payments.actions.ts";
import { countCode, expectsCredit, redeem, spend } from "./credit.actions.ts";
import { findBankAccount, listCreditEvents, pageSize, readCredit } from "./credit.store.ts";

export const creditRoutes = [
  answer(credit.history, async ({ actor, db }, { query }) => {
    expectsCredit(actor);
    const isAdded = actor.flags.get(addCreditOffFlag) !== true;
    const after = readCursor(query.After, ["day", "id"]);
    const [sums, rows, account] = await Promise.all([
      readCredit(db, actor),
      listCreditEvents(db, actor, after),
      isAdded ? findBankAccount(db) : undefined,
    ]);
    const { page, next } = pageOf(rows, pageSize, ({ day, id }) => ({ day, id }));
    const amount = (minor: bigint) => ({ Minor: String(minor), Currency: actor.currency });
    return {
      Balance: amount(sums.balance),
      OnItsWay: amount(sums.on_its_way),
      Items: page.map((row) => ({
        Id: row.id,
        On: row.day,
        Kind: row.kind,
        Hint: row.hint,
        Reason: row.reason,
        InvoiceId: row.invoice_id,
        Number: row.number,
        Amount: amount(row.amount),
        Left: row.left === null ? null : amount(row.left),
        Balance: amount(row.balance),
      })),
      Next: next,
      Transfer: account
        ? { Reference: creditReference(actor.resellerId), BankDetails: bankDetailsOf(account, actor.currency) }
        : null,
    };
  }),
  answerPrepared(credit.redeem, countCode, async (doing, { body }) => {
    const { minor, balance } = await redeem(doing, body.Code);
    const amount = (value: bigint) => ({ Minor: String(value), Currency: doing.actor.currency });
    return { Amount: amount(minor), Balance: amount(balance) };
  }),
  answer(credit.spend, async (doing, { params }) => {
    const { minor, balance, currency } = await spend(doing, params.invoiceId);
    return {
      Spent: { Minor: String(minor), Currency: currency },
      Balance: { Minor: String(balance), Currency: currency },
    };
  }),
  answerPrepared(
    credit.add,
    (call, { body }) => {
      expectsCredit(call.actor);
      if (call.actor.flags.get(addCreditOffFlag) === true) throw new AppError("creditNotAdded");
      return askToCreate(call, { InvoiceId: null, Amount: body.Amount });
    },
    (doing, _, asked) => recordAnswer(doing, asked, "create"),
  ),
];

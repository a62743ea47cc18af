import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { closeAtVault, recordClosed, saveOptions, tellTerms } from "./payment-methods.actions.ts";
import { cardsOf, optionsOf } from "./payment-methods.reads.ts";
import { addMethod, askForPage, keepPage, readEntered } from "./payment-page.actions.ts";

export const paymentMethodsRoutes = [
  answer(paymentMethods.options, (context) => optionsOf(context.db, context)),
  answer(paymentMethods.cards, ({ actor, db }, { query }) => cardsOf(db, actor, query.PaymentMethodStatus)),
  answerPrepared(
    paymentMethods.authorisePage,
    (call, { query }) => askForPage(call, query.Currency),
    (doing, _, opening) => keepPage(doing, opening),
  ),
  answerPrepared(
    paymentMethods.add,
    (call, { body }) => readEntered(call, body),
    (doing, { body }, entered) => addMethod(doing, body, entered),
  ),
  answerPrepared(
    paymentMethods.update,
    (call, { body }) => tellTerms(call, body),
    (doing, { body }, version) => saveOptions(doing, body, version),
  ),
  answerPrepared(
    paymentMethods.cancel,
    (call, { body }) => closeAtVault(call, body.ids),
    (doing, _, closing) => recordClosed(doing, closing),
  ),
];

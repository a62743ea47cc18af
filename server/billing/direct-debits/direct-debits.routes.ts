import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { endMandate, keepMandate, prepareMandate } from "./direct-debits.actions.ts";
import { statusOf } from "./direct-debits.reads.ts";

export const directDebitsRoutes = [
  answer(directDebits.status, (context) => statusOf(context.db, context)),
  answerPrepared(
    directDebits.authorise,
    (call, { body }) => prepareMandate(call, body),
    (doing, _, prepared) => keepMandate(doing, prepared),
  ),
  answer(directDebits.cancel, (doing) => endMandate(doing)),
];

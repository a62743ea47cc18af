import { automaticPayments } from "@tradewind/contract/billing/automatic-payments.ts";
import { answer } from "../../platform/http.ts";
import { readNext } from "./autopay.reads.ts";

export const autopayRoutes = [answer(automaticPayments.next, (context) => readNext(context.db, context))];

import { orderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { answer } from "../../platform/http.ts";
import { readOrderRules, setOrderRules } from "./order-rules.actions.ts";

export const orderRulesRoutes = [
  answer(orderRules.ofCustomer, ({ db, actor, today }, { params }) =>
    readOrderRules(db, actor, params.customerId, today),
  ),
  answer(orderRules.save, (doing, { params, body }) => setOrderRules(doing, params.customerId, body)),
];

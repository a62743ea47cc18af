import { azureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { answer } from "../../platform/http.ts";
import { readBudgets, setBudget } from "./azure-budgets.actions.ts";

export const azureBudgetsRoutes = [
  answer(azureBudgets.ofCustomer, (context, { params }) => readBudgets(context, params.customerId)),
  answer(azureBudgets.save, (doing, { params, body }) => setBudget(doing, params.customerId, body)),
];

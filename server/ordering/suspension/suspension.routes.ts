import { customers } from "@tradewind/contract/customers/customers.ts";
import { answer } from "../../platform/http.ts";
import { reactivateCustomer, suspendCustomer } from "./suspension.actions.ts";
import { toCustomer } from "../../customers/customers/customer-wire.reads.ts";

export const suspensionRoutes = [
  answer(customers.suspend, async (doing, { params }) => toCustomer(await suspendCustomer(doing, params.customerId))),
  answer(customers.reactivate, async (doing, { params }) =>
    toCustomer(await reactivateCustomer(doing, params.customerId)),
  ),
];

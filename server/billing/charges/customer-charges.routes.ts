import { customerCharges } from "@tradewind/contract/billing/customer-charges.ts";
import { addMonths, dayOf, monthOf } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { listCharges, pageSize, sumMonths } from "./customer-charges.store.ts";

const amount = (minor: bigint, currency: string) => ({ Minor: String(minor), Currency: currency as Currency });

export const customerChargesRoutes = [
  answer(customerCharges.ofCustomer, async ({ db, actor }, { params, query }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const rows = await listCharges(db, actor, customer.id, readCursor(query.After, ["value", "id"]));
    const { page, next } = pageOf(rows, pageSize, ({ due_on, id }) => ({ value: due_on, id }));
    const priced = seesPrices(actor);
    return {
      Items: page.map((row) => ({
        Id: row.id,
        DueOn: row.due_on,
        ProductName: row.product_name,
        Description: row.description,
        PeriodFrom: row.period_from,
        PeriodUntil: row.period_until,
        Quantity: row.quantity,
        Unit: row.unit,
        IsCredit: row.kind === "refund",
        Net: priced ? amount(row.amount_minor, row.currency) : null,
      })),
      Next: next,
    };
  }),
  answer(customerCharges.months, async ({ db, actor, now }, { params }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const since = addMonths(monthOf(dayOf(now.toISOString())).from, -11);
    const priced = seesPrices(actor);
    return {
      Items: (await sumMonths(db, actor, customer.id, since)).map((row) => ({
        Month: row.month,
        Charges: row.charges,
        Net: priced ? amount(row.net, row.currency) : null,
      })),
    };
  }),
];

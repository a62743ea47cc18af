import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, type Context } from "../../platform/http.ts";
import { addCustomer, changeCustomer, renameCustomer } from "./customers.actions.ts";
import {
  countCustomers,
  findCustomer,
  listActive,
  listActivity,
  listCustomers,
  pageSize,
  suggestCustomers,
} from "./customers.store.ts";
import { listProductsInUse } from "./products-in-use.store.ts";
import { toCustomer, toCustomerItem, toDetails } from "./customer-wire.reads.ts";

const marksOf = ({ Status, Type, Services, ProductId }: InputOf<typeof customers.count>["query"]) => ({
  status: Status,
  type: Type,
  services: Services,
  productId: ProductId,
});

export const customersRoutes = [
  answer(customers.list, listPage),
  answer(customers.ofReseller, listPage),
  answer(customers.ofEndUserAdmin, async ({ actor, db }) =>
    toCustomer(orNotFound(await findCustomer(db, actor, orNotFound(actor.customerId ?? undefined)))),
  ),
  answer(customers.count, async ({ actor, db }, { query }) => {
    const [counts, products] = await Promise.all([
      countCustomers(db, actor, query.Search, marksOf(query)),
      listProductsInUse(db, actor),
    ]);
    return {
      Total: counts.total,
      Active: counts.active,
      Suspended: counts.suspended,
      WithServices: counts.with_services,
      WithoutServices: counts.without_services,
      Types: {
        Commercial: counts.Commercial,
        Charity: counts.Charity,
        Education: counts.Education,
        Government: counts.Government,
      },
      Products: products.map(({ id, name }) => ({ Id: id, Name: name })),
    };
  }),
  answer(customers.suggestions, async ({ actor, db }, { query }) => {
    const rows = await suggestCustomers(db, actor, query.Search);
    return { Items: rows.map((row) => ({ Id: row.id, Name: row.name, Status: row.status })) };
  }),
  answer(customers.byId, async ({ actor, db }, { params }) =>
    toCustomer(orNotFound(await findCustomer(db, actor, params.customerId))),
  ),
  answer(customers.marketplaceById, async ({ actor, db }, { params }) =>
    toCustomer(orNotFound(await findCustomer(db, actor, params.customerId))),
  ),
  answer(customers.activity, async ({ actor, db }, { params, query }) => {
    orNotFound(await findCustomer(db, actor, params.customerId));
    const after = readCursor(query.After, ["id"])?.id;
    const [rows, users] = await Promise.all([
      listActivity(db, actor.resellerId, params.customerId, {
        userId: query.UserId,
        after,
        priced: seesPrices(actor),
        own: actor.customerId !== null,
      }),
      listActive(db, actor.resellerId, params.customerId),
    ]);
    if (query.UserId !== undefined) orNotFound(users.find(({ id }) => id === query.UserId));
    const { page, next } = pageOf(rows, pageSize, (last) => ({ id: last.id }));
    return {
      Users: users.map(({ id, name }) => ({ Id: id, Name: name })),
      Items: page.map((row) => ({
        Id: row.id,
        At: row.at.toISOString(),
        Who: row.who,
        OnBehalfOf: row.on_behalf_of,
        What: row.what,
        Outcome: row.outcome,
      })),
      Next: next,
    };
  }),
  answer(customerForms.add, async (doing, { body }) => {
    const id = await addCustomer(doing, toDetails(body));
    return { organisationId: id, customerId: id };
  }),
  answer(customerForms.update, async (doing, { params, body }) => {
    await changeCustomer(doing, params.customerId, toDetails(body));
    return { organisationId: params.customerId, customerId: params.customerId };
  }),
  answer(customerForms.rename, async (doing, { params, body }) =>
    toCustomer(await renameCustomer(doing, params.customerId, body.NewName)),
  ),
];

async function listPage({ actor, db }: Context, { query }: InputOf<typeof customers.list>) {
  const after = readCursor(query.After, ["value", "id"]);
  const rows = await listCustomers(db, actor, { search: query.Search, sort: query.Sort, marks: marksOf(query), after });
  const { page, next } = pageOf(rows, pageSize, (last) => ({
    value: query.Sort.endsWith("created") ? last.created_at.toISOString() : last.name,
    id: last.id,
  }));
  return { Items: page.map((row) => toCustomerItem(row)), Next: next };
}

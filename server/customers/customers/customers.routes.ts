import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
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
  sortOf,
  suggestCustomers,
  type CustomerMarks,
  type CustomerRow,
} from "./customers.store.ts";
import { listProductsInUse } from "./products-in-use.store.ts";
import { toCustomer, toCustomerListed, toDetails } from "./customer-wire.reads.ts";

type Filter = Pick<Context, "actor" | "today">;
/** How customers stand is of all their products, and for the reseller's people. */
const knowsStandings = ({ customerId, restriction }: TenantActor) => customerId === null && !restriction?.products;

function marksOf({ actor, today }: Filter, query: InputOf<typeof customers.count>["query"]): CustomerMarks {
  const { Status, Type, Services, ProductId, Attention } = query;
  if (Attention && !knowsStandings(actor)) throw new AppError("PermissionNotFound");
  return { status: Status, type: Type, services: Services, productId: ProductId, attention: Attention, today };
}

export const customersRoutes = [
  answer(customers.list, listPage),
  answer(customers.ofReseller, listPage),
  answer(customers.ofEndUserAdmin, async ({ actor, db }) =>
    toCustomer(orNotFound(await findCustomer(db, actor, orNotFound(actor.customerId ?? undefined)))),
  ),
  answer(customers.count, async ({ actor, db, today }, { query }) => {
    const marks = marksOf({ actor, today }, query);
    const [counts, products] = await Promise.all([
      countCustomers(db, actor, query.Search, marks),
      listProductsInUse(db, actor),
    ]);
    const knows = knowsStandings(actor);
    return {
      Total: counts.total,
      Active: counts.active,
      Suspended: counts.suspended,
      WithServices: counts.with_services,
      WithoutServices: counts.without_services,
      InTrouble: knows ? counts.in_trouble : null,
      Renewing: knows ? counts.renewing : null,
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

async function listPage({ actor, db, today }: Context, { query }: InputOf<typeof customers.list>) {
  const { by } = sortOf(query.Sort);
  const knows = knowsStandings(actor);
  const knowsCosts = knows && seesPrices(actor);
  if ((by === "monthly" && !knowsCosts) || (by === "renewal" && !knows)) throw new AppError("PermissionNotFound");
  const after = readCursor(query.After, ["value", "id"]);
  const marks = marksOf({ actor, today }, query);
  const rows = await listCustomers(db, actor, { search: query.Search, sort: query.Sort, marks, after });
  const { page, next } = pageOf(rows, pageSize, (last) => ({ value: sortValues[by](last), id: last.id }));
  return {
    Items: page.map((row) => toCustomerListed(row, knows, knowsCosts ? actor.currency : undefined)),
    Next: next,
  };
}

const sortValues = {
  name: ({ name }) => name,
  created: ({ created_at }) => created_at.toISOString(),
  monthly: ({ monthly_minor }) => String(monthly_minor),
  renewal: ({ next_renewal }) => next_renewal,
} as const satisfies Record<ReturnType<typeof sortOf>["by"], (row: CustomerRow) => string>;

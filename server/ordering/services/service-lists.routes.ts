import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { findCustomer, isUserOf } from "../../customers/customers/customers.store.ts";
import { listServicesOfCustomer } from "../instances/instances.store.ts";
import { toServiceItem } from "./service-wire.reads.ts";
import {
  countServices,
  listAllOfCustomer,
  listOfLevel,
  listOffice365,
  listServices,
  pageSize,
  streamServices,
  type ServiceFilter,
} from "./service-lists.store.ts";
import { listProductsInUse } from "../../customers/customers/products-in-use.store.ts";

/** Requires that a customer, if named, is visible to the caller. */
const known = async (db: Db, actor: TenantActor, customerId: string | undefined) =>
  customerId === undefined || orNotFound(await findCustomer(db, actor, customerId));

const tally = (rows: Awaited<ReturnType<typeof countServices>>) => {
  const of = (...statuses: readonly string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0);
  return {
    Total: rows.reduce((sum, { count }) => sum + Number(count), 0),
    Active: of("Active"),
    Changing: of("Activating", "Deleting"),
    Failed: of("ActivationFailed", "DeletionFailed"),
  };
};

/** Sums quantities by unit, largest first. */
const together = (held: readonly { Unit: string; Quantity: number }[]) =>
  [...Map.groupBy(held, ({ Unit }) => Unit)]
    .map(([Unit, of]) => ({ Unit, Quantity: of.reduce((sum, { Quantity }) => sum + Quantity, 0) }))
    .toSorted((a, b) => b.Quantity - a.Quantity || a.Unit.localeCompare(b.Unit));

export const serviceListsRoutes = [
  answer(serviceLists.list, async ({ db, actor }, { query }) => {
    await known(db, actor, query.CustomerId);
    const rows = await listServices(db, actor, query, readCursor(query.After, ["value", "id"]));
    const { page, next } = pageOf(rows, pageSize, (last) => ({
      value: query.Sort.endsWith("customer") ? last.customer_name : last.since.toISOString(),
      id: last.id,
    }));
    return { Items: page.map(toServiceItem), Next: next };
  }),
  answer(serviceLists.count, async ({ db, actor }, { query }) => {
    await known(db, actor, query.CustomerId);
    const [rows, products] = await Promise.all([countServices(db, actor, query), listProductsInUse(db, actor)]);
    return { ...tally(rows), Products: products.map(({ id, name }) => ({ Id: id, Name: name })) };
  }),
  answer(serviceLists.csv, async ({ db, actor, platform }, { query }) => {
    await known(db, actor, query.CustomerId);
    return { file: () => streamServices(platform.exports, actor, query), name: "services.csv" };
  }),
  answer(serviceLists.ofCustomerCsv, async ({ db, actor, platform }, { params }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const filter: ServiceFilter = { Search: "", CustomerId: customer.id };
    return { file: () => streamServices(platform.exports, actor, filter), name: `${customer.name} services.csv` };
  }),
  answer(serviceLists.own, async ({ db, actor }, { params }) => {
    await known(db, actor, params.customerId);
    return { Items: (await listOfLevel(db, actor, params.customerId, null)).map(toServiceItem) };
  }),
  answer(serviceLists.all, async ({ db, actor }, { params }) => {
    await known(db, actor, params.customerId);
    return { Items: (await listAllOfCustomer(db, actor, params.customerId)).map(toServiceItem) };
  }),
  answer(serviceLists.ofUser, async ({ db, actor }, { params: { customerId, userId } }) => {
    await known(db, actor, customerId);
    orNotFound((await isUserOf(db, actor, customerId, userId)) || undefined);
    return { Items: (await listOfLevel(db, actor, customerId, userId)).map(toServiceItem) };
  }),
  answer(serviceLists.groups, async ({ db, actor }, { params }) => {
    await known(db, actor, params.customerId);
    const rows = await listServicesOfCustomer(db, actor, params.customerId);
    const groups = [...Map.groupBy(rows, (row) => row.product_id).values()];
    return {
      Items: groups
        .map((of) => ({
          ProductId: of[0]!.product_id,
          ProductName: of[0]!.product_name,
          Icon: of[0]!.icon,
          Services: of.length,
          Quantities: together(of.flatMap((row) => row.quantities)),
          Statuses: [...new Set(of.map((row) => row.status))],
        }))
        .toSorted((a, b) => a.ProductName.localeCompare(b.ProductName)),
    };
  }),
  answer(serviceLists.office365, async ({ db, actor }, { params }) => {
    await known(db, actor, params.customerId);
    const rows = await listOffice365(db, actor, params.customerId);
    return {
      Items: rows.map((row) => ({
        SubscriptionId: row.id,
        ServiceId: row.instance_id,
        ProductId: row.product_id,
        Sku: row.sku,
        Name: row.name,
        Quantity: row.quantity,
        Status: row.status,
        IsAddOn: row.parent_id !== null,
        TermUntil: row.term_until,
      })),
    };
  }),
];

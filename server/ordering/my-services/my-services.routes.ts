import {
  myServices,
  type ListId,
  type MyService,
  type ServiceCustomer,
} from "@tradewind/contract/ordering/my-services.ts";
import { instanceMark, type InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { usesNewJourney } from "@tradewind/domain/catalogue/journeys.ts";
import { flagsOn, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProduct, type Product } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { listAssigned } from "../assignments/assignments.store.ts";
import { listServiceActions } from "../forms/forms.store.ts";
import { findInstance } from "../instances/instances.store.ts";
import { toServiceItem } from "../services/service-wire.reads.ts";
import { isSoldTo, journeyOf, listButtons, rowButtons } from "./my-services-buttons.ts";
import { columnsOf, listsOf, toDetail } from "./my-services-lists.ts";
import {
  findDetail,
  hasAddOns,
  listDetails,
  listHeldProducts,
  listHolders,
  listServicesOfHolders,
  pageSize,
} from "./my-services.store.ts";

/** From what needs a person's attention to what does not. */
const urgency: readonly InstanceState[] = ["ActivationFailed", "DeletionFailed", "Activating", "Deleting", "Active"];

/** Puts a customer's services of one product together: the state is that of the one most in need of attention. */
function together(
  customer: { id: string; name: string },
  services: ReturnType<typeof toServiceItem>[],
): ServiceCustomer | undefined {
  const [first] = services.toSorted((a, b) => urgency.indexOf(a.Status) - urgency.indexOf(b.Status));
  if (!first) return undefined;
  const held = Map.groupBy(
    services.flatMap(({ Quantities }) => Quantities),
    ({ Unit }) => Unit,
  );
  return {
    OrganisationId: customer.id,
    Name: customer.name,
    Services: services.length,
    Quantities: [...held].map(([Unit, of]) => ({
      Unit,
      Quantity: of.reduce((sum, { Quantity }) => sum + Quantity, 0),
    })),
    Status: first.Status,
    Reason: first.Reason,
    Since: first.Since,
    UnderWay: first.UnderWay,
  };
}

const findUsable = async (db: Db, actor: TenantActor, productId: string) =>
  orNotFound(mayUseProduct(actor, productId) ? await findProduct(db, productId) : undefined);

const findLists = async (db: Db, actor: TenantActor, product: Product) =>
  listsOf({ level: product.level, addOns: await hasAddOns(db, product.id), isSold: isSoldTo(actor, product) });

type Listed = { productId: string; listId: ListId };
/** Finds the product that a call names, with the list, which not every product has. */
async function findListed(db: Db, actor: TenantActor, { productId, listId }: Listed) {
  const product = await findUsable(db, actor, productId);
  const lists = await findLists(db, actor, product);
  if (!lists.some(({ Id }) => Id === listId)) throw new AppError("notFound", { message: noSuchList(product.name) });
  return product;
}
const noSuchList = (product: string) => `${product} has no such list. Open ${product} under Services to see its lists.`;

/** Finds the product and the customer that a call names. */
async function findBoth(db: Db, actor: TenantActor, { customerId, ...listed }: Listed & { customerId: string }) {
  const [product, customer] = await Promise.all([findListed(db, actor, listed), findCustomer(db, actor, customerId)]);
  return { product, customer: orNotFound(customer) };
}

export const myServicesRoutes = [
  answer(myServices.list, async ({ db, actor }) => {
    const flags = flagsOn(actor);
    const products = await listHeldProducts(db, actor);
    return {
      Items: products.map((row): MyService => ({
        Id: row.id,
        CloudMarketId: row.agreement_service_id,
        ServiceId: row.my_services_id,
        GroupId: row.sub_id,
        Name: row.name,
        Icon: row.icon,
        NewJourney: usesNewJourney(journeyOf(row), flags),
        JourneyType: row.journey_type,
        ListingId: row.listing_id,
        Services: row.services,
        Mark: instanceMark(urgency.find((state) => row.states.includes(state)) ?? null),
      })),
    };
  }),
  answer(myServices.settings, ({ actor }) => ({
    AssignedLicences: flagsOn(actor).has("NCEAssignedLicences"),
    PageSize: pageSize,
  })),
  answer(myServices.customers, async ({ db, actor }, { params, query }) => {
    const product = await findUsable(db, actor, params.productId);
    const after = readCursor(query.After, ["value", "id"]);
    const { Sort: sort } = query;
    const holders = await listHolders(db, actor, { productId: product.id, search: query.Search.trim(), sort, after });
    const { page, next } = pageOf(holders, pageSize, ({ name, id }) => ({ value: name, id }));
    const services = await listServicesOfHolders(
      db,
      actor,
      product.id,
      page.map(({ id }) => id),
    );
    const byCustomer = Map.groupBy(services, (row) => row.customer_id);
    return {
      Items: page.flatMap(
        (customer) => together(customer, (byCustomer.get(customer.id) ?? []).map(toServiceItem)) ?? [],
      ),
      Next: next,
    };
  }),
  answer(myServices.schema, async ({ db, actor }, { params }) => {
    const product = await findUsable(db, actor, params.productId);
    return { CustomerLists: await findLists(db, actor, product) };
  }),
  answer(myServices.listSchema, async ({ db, actor }, { params, query }) => {
    await findListed(db, actor, params);
    return { Columns: columnsOf(params.listId, isAsked(actor, query)) };
  }),
  answer(myServices.details, async ({ db, actor }, { params, query }) => {
    await findBoth(db, actor, params);
    const [rows, assigned] = await Promise.all([
      listDetails(db, actor, params),
      isAsked(actor, query) ? listAssigned(db, actor.resellerId, params.customerId) : undefined,
    ]);
    return {
      Items: rows.map((row) => toDetail(row, params.listId, assigned ? (assigned.get(row.id) ?? []).length : null)),
    };
  }),
  answer(myServices.buttons, async ({ db, actor }, { params }) => {
    const { product, customer } = await findBoth(db, actor, params);
    const [rows, better] = await Promise.all([
      listDetails(db, actor, params),
      product.upgrade_product_id !== null && mayUseProduct(actor, product.upgrade_product_id)
        ? findProduct(db, product.upgrade_product_id)
        : undefined,
    ]);
    return { Buttons: listButtons({ actor, product, better, customer, listId: params.listId, rows }) };
  }),
  answer(myServices.detailButtons, async ({ db, actor, platform: { vendors } }, { params }) => {
    const { product, customer } = await findBoth(db, actor, params);
    const row = orNotFound(await findDetail(db, actor, params));
    const [instance, actions] = await Promise.all([
      findInstance(db, actor, row.instance_id),
      listServiceActions(db, product.id),
    ]);
    return { Buttons: rowButtons({ actor, vendors, product, customer, row, instance: orNotFound(instance), actions }) };
  }),
];

/** Whether a list is asked with how many units are assigned; without the flag nobody is told. */
const isAsked = (actor: TenantActor, { AssignedLicences }: { AssignedLicences: "true" | "false" }) =>
  AssignedLicences === "true" && flagsOn(actor).has("NCEAssignedLicences");

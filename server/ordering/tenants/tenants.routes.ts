import { tenants, type TenantLink, type TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { answer, type Context } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProductByIdOrListing, listProducts } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findLastRequest, listRequests, type RequestRow } from "./tenant-requests.store.ts";
import { connectByHand, releaseTenant, requestTenant, unlinkTenant, withdrawRequest } from "./tenants.actions.ts";
import { listTenantsOfCustomer } from "./tenants.store.ts";

const toWire = (row: RequestRow): TenantRequest => ({
  Id: row.id,
  VendorName: row.vendor_name,
  State: row.state,
  Since: row.since.toISOString(),
  RequestedBy: row.requested_by,
  Message: row.message,
  Links: row.state === "waiting" ? row.links.map(({ label, url }) => ({ Label: label, Url: url })) : [],
  TenantName: row.tenant_name,
});

/** A customer's tenants, for each vendor whose tenants can be brought in and of which the person may use a product. */
async function linksOf({ db, actor, platform }: Pick<Context, "db" | "actor" | "platform">, customerId: string) {
  const customer = orNotFound(await findCustomer(db, actor, customerId));
  const [products, held] = await Promise.all([
    listProducts(db),
    listTenantsOfCustomer(db, actor.resellerId, customer.id),
  ]);
  const leading = products
    .filter(({ id, fulfiller }) => platform.vendors.find(fulfiller)?.readTenantRef && mayUseProduct(actor, id))
    .toSorted((a, b) => b.popularity - a.popularity);
  const vendors = [...Map.groupBy(leading, ({ fulfiller }) => fulfiller!)];
  return Promise.all(
    vendors.map(async ([vendor, [product]]): Promise<TenantLink> => {
      const last = await findLastRequest(db, actor.resellerId, customer.id, vendor);
      const tenant = held.find(({ fulfiller }) => fulfiller === vendor);
      const brought = last?.state === "connected" && last.tenant_ref === tenant?.tenant_ref ? last : undefined;
      return {
        VendorName: platform.vendors.nameOf(vendor),
        ProductId: product!.id,
        TenantRef: tenant?.tenant_ref ?? null,
        TenantName: brought?.tenant_name ?? null,
        IsBroughtIn: brought !== undefined,
        DelegatesAdmin: platform.vendors.can(vendor, "delegatesAdmin"),
        Services: tenant?.services ?? 0,
        AdminRelationships: tenant?.admin_relationships ?? 0,
        Request: last ? toWire(last) : null,
      };
    }),
  );
}

export const tenantsRoutes = [
  answer(tenants.links, async (context, { params }) => ({ Links: await linksOf(context, params.customerId) })),
  answer(tenants.unlink, async (doing, { params, body }) => {
    await unlinkTenant(doing, params.customerId, body.ProductId);
    return { Links: await linksOf({ ...doing, db: doing.tx }, params.customerId) };
  }),
  answer(tenants.ofCustomer, async ({ db, actor }, { params, query }) => {
    const customer = orNotFound(await findCustomer(db, actor, params.customerId));
    const product = orNotFound(await findProductByIdOrListing(db, query.ProductId));
    if (!mayUseProduct(actor, product.id)) throw new AppError("notFound");
    const last = await findLastRequest(db, actor.resellerId, customer.id, product.fulfiller ?? "");
    return { Request: last ? toWire(last) : null };
  }),
  answer(tenants.request, async (doing, { params, body }) => ({
    Request: toWire(await requestTenant(doing, params.customerId, body.ProductId)),
  })),
  answer(tenants.withdraw, async (doing, { params }) => ({
    Request: toWire(await withdrawRequest(doing, params.tenantRequestId)),
  })),
  answer(tenants.list, async ({ db }, { query }) => ({
    Items: (await listRequests(db, query.Status === "connected")).map((row) => ({
      ...toWire(row),
      ResellerName: row.reseller_name,
      CustomerName: row.customer_name,
      TenantRef: row.tenant_ref,
    })),
  })),
  answer(tenants.connect, async (doing, { params, body }) => ({
    TenantRef: await connectByHand(doing, params.tenantRequestId, { typed: body.TenantRef, reason: body.Reason }),
  })),
  answer(tenants.release, async (doing, { params, body }) => {
    await releaseTenant(doing, params.tenantRequestId, body.Reason);
    return {};
  }),
];

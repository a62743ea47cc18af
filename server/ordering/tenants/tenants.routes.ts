import { tenants, type TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProductByIdOrListing } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findLastRequest, listRequests, type RequestRow } from "./tenant-requests.store.ts";
import { connectByHand, releaseTenant, requestTenant, withdrawRequest } from "./tenants.actions.ts";

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

export const tenantsRoutes = [
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

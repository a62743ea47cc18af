import type { AdminRelationship } from "@tradewind/contract/ordering/admin-relationships.ts";
import { daysBetween, dayOf } from "@tradewind/domain/values/dates.ts";
import type { AdminTerms } from "@tradewind/vendors/delegated-admin.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Context } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProductByIdOrListing } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findTenant } from "../tenants/tenants.store.ts";
import type { RelationshipRow } from "./admin-relationships.store.ts";

/** Finds the customer, its tenant at the vendor of a product, and what can be asked for there. */
export async function placeOfAdmin(
  { db, actor, platform }: Pick<Context, "db" | "actor" | "platform">,
  customerId: string,
  productId: string,
) {
  const customer = orNotFound(await findCustomer(db, actor, customerId));
  const product = orNotFound(await findProductByIdOrListing(db, productId));
  if (!mayUseProduct(actor, product.id)) throw new AppError("notFound");
  const vendor = platform.vendors.find(product.fulfiller);
  const terms = vendor?.can.delegatesAdmin;
  if (!vendor || !terms) throw new AppError("adminNotOffered");
  const place = { fulfiller: vendor.id, reseller_id: actor.resellerId, customer_id: customer.id };
  const tenantRef = await findTenant(db, place);
  if (tenantRef === undefined) throw new AppError("adminNotOffered");
  return { customer, vendor, terms, tenantRef };
}

/** Converts a relationship to the wire; `now` decides how many days are left. */
export function toAdminRelationship(row: RelationshipRow, terms: AdminTerms | undefined, now: Date): AdminRelationship {
  const ends = row.ends_at?.toISOString() ?? null;
  return {
    Id: row.id,
    Status: row.status,
    Since: row.since.toISOString(),
    RequestedBy: row.requested_by,
    Roles: row.roles.map((ref) => terms?.roles.find((role) => role.ref === ref)?.name ?? ref),
    Days: row.days,
    ExtendsItself: row.wants_extension ?? row.extends_itself,
    ApprovalUrl: row.status === "approvalPending" && !row.wants_end ? row.approval_url : null,
    Access: row.access,
    Message: row.message,
    EndsAt: ends,
    DaysLeft: ends === null ? null : Math.max(0, daysBetween(dayOf(now.toISOString()), dayOf(ends))),
    IsChanging: row.wants_end || row.wants_extension !== null,
  };
}

import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import type { Invitation, InvitationState } from "@tradewind/vendors/invitations.ts";
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findProductByIdOrListing } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { isAtWork } from "./tenant-holds.store.ts";
import {
  countLook,
  findRequest,
  insertRequest,
  isProviding,
  keepInvitation,
  lockRequest,
  updateRequest,
  type RequestRow,
  type RequestState,
} from "./tenant-requests.store.ts";
import { dropTenant, endRelationshipsWith, findTenant, keepTenant, takeTenantTurn } from "./tenants.store.ts";

type Round = { tx: Tx; doer: Omit<Doer, "resellerId">; request: RequestRow };

const isOpen = ({ state }: RequestRow) => state === "preparing" || state === "waiting";

async function move(
  { tx, doer, request }: Round,
  to: { state: RequestState; message?: string | null; tenant_ref?: string; tenant_name?: string },
  entry: { action: string; what: string; outcome?: "refused" },
): Promise<void> {
  await updateRequest(tx, request, { message: null, since: doer.now, ...to });
  await recordActivity(
    tx,
    { ...doer, resellerId: request.reseller_id },
    { ...entry, customerId: request.customer_id, object: ["customer", request.customer_id] },
  );
  await announce(tx, request.reseller_id, ["tenants", "customers"], request.customer_id);
}

/** Finds the customer, and the vendor of a product to which the customer can bring a tenant. */
async function placeOf(
  { tx, actor, platform }: Pick<Doing<TenantActor>, "tx" | "actor" | "platform">,
  customerId: string,
  productId: string,
) {
  const customer = orNotFound(await findCustomer(tx, actor, customerId));
  const product = orNotFound(await findProductByIdOrListing(tx, productId));
  if (!mayUseProduct(actor, product.id)) throw new AppError("notFound");
  const vendor = platform.vendors.find(product.fulfiller);
  if (!vendor?.readTenantRef) throw new AppError("tenantNotBrought");
  const place = { fulfiller: vendor.id, reseller_id: actor.resellerId, customer_id: customer.id };
  return { customer, vendor, place };
}

/** Asks for an invitation to the administrator of a tenant that the customer has at the product's vendor. */
export async function requestTenant(
  { tx, actor, now, doer, platform }: Doing<TenantActor>,
  customerId: string,
  productId: string,
): Promise<RequestRow> {
  const { customer, vendor, place } = await placeOf({ tx, actor, platform }, customerId, productId);
  if ((await findTenant(tx, place)) !== undefined) throw new AppError("tenantKnown");
  const id = await insertRequest(tx, {
    resellerId: actor.resellerId,
    customerId: customer.id,
    fulfiller: vendor.id,
    by: actor.displayName,
    now,
  }).catch((error: unknown) => {
    throw brokeUnique(error, "tenant_requests_open") ? new AppError("tenantRequested") : error;
  });
  await recordActivity(tx, doer, {
    action: "tenants.request",
    what: `Asked to bring in the ${vendor.name} tenant of ${customer.name}`,
    customerId: customer.id,
    object: ["customer", customer.id],
  });
  await platform.jobs.file(tx, "tenants.look", { resellerId: actor.resellerId, requestId: id });
  await announce(tx, actor.resellerId, ["tenants"], customer.id);
  return orNotFound(await findRequest(tx, id));
}

export async function withdrawRequest({ tx, actor, doer }: Doing<TenantActor>, id: string): Promise<RequestRow> {
  const request = orNotFound(await lockRequest(tx, id));
  orNotFound(await findCustomer(tx, actor, request.customer_id));
  if (!isOpen(request)) throw new AppError("tenantRequestOver");
  await move(
    { tx, doer, request },
    { state: "withdrawn" },
    {
      action: "tenants.withdraw",
      what: `Withdrew the request for the ${request.vendor_name} tenant of ${request.customer_name}`,
    },
  );
  return orNotFound(await findRequest(tx, id));
}

type Refusal = "tenantBusy" | "tenantKnown" | "tenantTaken";

/** Gives the tenant to the customer, unless the customer has one or another customer has this one. */
async function bind(tx: Tx, request: RequestRow, tenantRef: string): Promise<Refusal | undefined> {
  await takeTenantTurn(tx, request);
  // A tenant may come from an order that is being provided.
  if (await isAtWork(tx, request, "add")) return "tenantBusy";
  const kept = await keepTenant(tx, request, tenantRef);
  if (kept === "hasOther") return "tenantKnown";
  return kept === "taken" ? "tenantTaken" : undefined;
}

const whyNot = (refusal: Exclude<Refusal, "tenantBusy">, { customer_name, vendor_name }: RequestRow) =>
  refusal === "tenantKnown"
    ? `${customer_name} has another ${vendor_name} tenant by now.`
    : "This tenant belongs to another customer of the marketplace. If it should be yours, please contact support.";

/** Keeps the links that the tenant's administrator follows. */
export async function announceInvitation(tx: Tx, request: RequestRow, invitation: Invitation, now: Date) {
  await keepInvitation(tx, request, invitation, now);
  await announce(tx, request.reseller_id, ["tenants"], request.customer_id);
}

/** Records what a vendor says of a request's invitation. */
export async function recordInvitation(tx: Tx, id: string, seen: InvitationState, now: Date): Promise<void> {
  const request = await lockRequest(tx, id);
  if (request?.state !== "waiting") return;
  const round: Round = { tx, doer: { actor: null, now }, request };
  if (seen.state === "over") return refuse(round, seen.reason);
  if (seen.state === "accepted") {
    const refusal = await bind(tx, request, seen.tenantRef);
    if (refusal === undefined) return connect(round, seen);
    if (refusal !== "tenantBusy") return refuse(round, whyNot(refusal, request));
  }
  const message =
    seen.state === "waiting" ? seen.message : "An order is being provided; the tenant is connected afterwards";
  await countLook(tx, request);
  if (message === request.message) return;
  await updateRequest(tx, request, { message });
  await announce(tx, request.reseller_id, ["tenants"], request.customer_id);
}

async function connect(round: Round, { tenantRef, tenantName }: { tenantRef: string; tenantName: string }) {
  const { request, doer } = round;
  await move(
    round,
    { state: "connected", tenant_ref: tenantRef, tenant_name: tenantName },
    {
      action: "tenants.connect",
      what: `Connected the ${request.vendor_name} tenant ${tenantName} of ${request.customer_name}, as its administrator accepted`,
    },
  );
  await tell(
    round,
    `The ${request.vendor_name} tenant ${tenantName} of ${request.customer_name} is connected.`,
    doer.now,
  );
}

/** Ends a request for a reason that the reseller can act on. */
export async function refuse(round: Round, reason: string): Promise<void> {
  const { request, doer } = round;
  await move(
    round,
    { state: "refused", message: reason },
    {
      action: "tenants.connect",
      what: `The ${request.vendor_name} tenant of ${request.customer_name} was not connected: ${reason}`,
      outcome: "refused",
    },
  );
  await tell(
    round,
    `The ${request.vendor_name} tenant of ${request.customer_name} was not connected: ${reason}`,
    doer.now,
  );
}

const tell = ({ tx, request }: Round, content: string, now: Date) =>
  notify(tx, {
    resellerId: request.reseller_id,
    category: "Orders",
    content,
    link: linkTo(screens.customer, { ctx: request.customer_id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: request.customer_id,
    now,
  });

/** Connects a tenant whose proof the operator has seen elsewhere. */
export async function connectByHand(
  { tx, platform, doer }: Doing<OperatorActor>,
  id: string,
  { typed, reason }: { typed: string; reason: string },
): Promise<string> {
  const request = orNotFound(await lockRequest(tx, id));
  if (!isOpen(request)) throw new AppError("tenantRequestOver");
  const tenantRef = platform.vendors.find(request.fulfiller)?.readTenantRef?.(typed);
  if (tenantRef === undefined)
    throw new AppError("tenantRefMalformed", { fields: { TenantRef: "Must be a tenant ID, as the vendor shows it" } });
  const refusal = await bind(tx, request, tenantRef);
  if (refusal) throw new AppError(refusal);
  await move(
    { tx, doer, request },
    { state: "connected", tenant_ref: tenantRef, tenant_name: tenantRef },
    {
      action: "tenants.connect",
      what: `Connected the ${request.vendor_name} tenant ${tenantRef} of ${request.customer_name} by hand: ${reason}`,
    },
  );
  return tenantRef;
}

/** Takes a tenant from its customer, so that another may bring it in. */
export async function releaseTenant({ tx, doer }: Doing<OperatorActor>, id: string, reason: string): Promise<void> {
  const request = orNotFound(await lockRequest(tx, id));
  if (request.state !== "connected") throw new AppError("tenantRequestOver");
  await takeTenantTurn(tx, request);
  if ((await isAtWork(tx, request, "add")) || (await isProviding(tx, request))) throw new AppError("tenantInUse");
  await dropTenant(tx, request);
  await move(
    { tx, doer, request },
    { state: "released", message: "The operator released the tenant." },
    {
      action: "tenants.release",
      what: `Released the ${request.vendor_name} tenant ${request.tenant_name} of ${request.customer_name}: ${reason}`,
    },
  );
}

/**
 * Lets go of a customer's tenant at the vendor of a product, so that another one can be brought in or made. Nobody looks
 * after a tenant any more that is not the customer's.
 */
export async function unlinkTenant(
  { tx, actor, doer, platform }: Doing<TenantActor>,
  customerId: string,
  productId: string,
): Promise<void> {
  const { customer, vendor, place } = await placeOf({ tx, actor, platform }, customerId, productId);
  await takeTenantTurn(tx, place);
  const tenantRef = orNotFound(await findTenant(tx, place));
  if ((await isAtWork(tx, place)) || (await isProviding(tx, place))) throw new AppError("tenantInUse");
  await dropTenant(tx, place);
  const ended = await endRelationshipsWith(tx, place, tenantRef);
  for (const relationshipId of ended)
    await platform.jobs.file(tx, "admin.look", { resellerId: actor.resellerId, relationshipId, hinted: true });
  await recordActivity(tx, doer, {
    action: "tenants.unlink",
    what: `Unlinked ${customer.name} from the ${vendor.name} tenant ${tenantRef}${ended.length === 0 ? "" : `, and ended ${counted(ended.length, "admin relationship")}`}`,
    customerId: customer.id,
    object: ["customer", customer.id],
  });
  await announce(tx, actor.resellerId, ["tenants", "customers"], customer.id);
}

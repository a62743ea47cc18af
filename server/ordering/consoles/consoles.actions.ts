import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import type { SecretPlace } from "../../platform/secrets.ts";
import { findProduct } from "../../catalogue/products/products.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findInstance } from "../instances/instances.store.ts";
import { findTenant } from "../tenants/tenants.store.ts";
import { insertLink } from "./consoles.store.ts";

/** Where a link is sealed: it opens nowhere else. */
export const placeOfLink = ({ reseller_id, id }: { reseller_id: string; id: string }): SecretPlace => ({
  owner: reseller_id,
  table: "console_links",
  column: "sealed",
  row: id,
  version: 1,
});

/** Has a worker ask the vendor of a service for a link to its console, and returns the id by which it is waited for. */
export async function askForConsole(
  { tx, actor, doer, platform }: Doing<TenantActor>,
  instanceId: string,
): Promise<string> {
  const instance = orNotFound(await findInstance(tx, actor, instanceId));
  const customer = orNotFound(await findCustomer(tx, actor, instance.customer_id));
  if (customer.status === "Suspended") throw new AppError("customerSuspended");
  const product = orNotFound(await findProduct(tx, instance.product_id));
  const vendor = platform.vendors.find(product.fulfiller);
  const place = { reseller_id: actor.resellerId, customer_id: customer.id, fulfiller: vendor?.id ?? "" };
  if (!vendor?.can.opensConsole || instance.status !== "Active" || (await findTenant(tx, place)) === undefined)
    throw new AppError("consoleNotOffered");
  const id = await insertLink(tx, { ...place, product_id: product.id, membership_id: actor.membershipId });
  await recordActivity(tx, doer, {
    action: "services.console",
    what: `Opened the ${vendor.name} console of ${customer.name}`,
    customerId: customer.id,
    object: ["instance", instance.id],
  });
  await platform.jobs.file(tx, "consoles.open", { resellerId: actor.resellerId, linkId: id });
  return id;
}

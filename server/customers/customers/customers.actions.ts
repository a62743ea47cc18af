import type { CustomerStatus } from "@tradewind/domain/customers/customers.ts";
import { plainLine } from "@tradewind/domain/values/plain-line.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { newId } from "../../platform/random.ts";
import { insertCustomer, lockCustomer, updateCustomer, type CustomerDetails } from "./customers.store.ts";

const orNameTaken =
  (field: string) =>
  (error: unknown): never => {
    if (brokeUnique(error, "customers_name_once_per_reseller") || brokeUnique(error, "customers_name_reads_once"))
      throw new AppError("customerNameTaken", { fields: { [field]: "A customer with this name already exists" } });
    throw error;
  };

export async function addCustomer({ tx, actor, doer, now }: Doing, details: CustomerDetails): Promise<string> {
  if (actor.restriction?.customers) throw new AppError("onlyPartOfCompany");
  const id = newId();
  insertCustomer(tx, { resellerId: actor.resellerId, id, now }, details, orNameTaken("name"));
  await recordActivity(tx, doer, {
    action: "customers.add",
    what: `Added ${details.name}`,
    customerId: id,
    object: ["customer", id],
  });
  await announce(tx, actor.resellerId, ["customers", "dashboard"]);
  return id;
}

export async function changeCustomer(doing: Doing, customerId: string, details: CustomerDetails): Promise<void> {
  const { tx, actor, doer } = doing;
  const held = orNotFound(await lockCustomer(tx, actor, customerId));
  // A name of before may have signs that enter otherwise today: whoever saves its telephone does not rename it.
  const { name, ...others } = details;
  const changes = name === plainLine(held.name) ? others : details;
  await updateCustomer(tx, actor.resellerId, customerId, changes).catch(orNameTaken("name"));
  await recordActivity(tx, doer, {
    action: "customers.update",
    what: `Changed the details of ${details.name}`,
    customerId,
    object: ["customer", customerId],
  });
  await announce(tx, actor.resellerId, ["customers"], customerId);
}

export async function renameCustomer({ tx, actor, doer }: Doing, customerId: string, name: string) {
  const customer = orNotFound(await lockCustomer(tx, actor, customerId));
  await updateCustomer(tx, actor.resellerId, customerId, { name }).catch(orNameTaken("NewName"));
  await recordActivity(tx, doer, {
    action: "customers.rename",
    what: `Renamed ${customer.name} to ${name}`,
    customerId,
    object: ["customer", customerId],
  });
  await announce(tx, actor.resellerId, ["customers"], customerId);
  return { ...customer, name };
}

type Held = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Sets the status, logs it and updates open screens; the caller handles the effects on services. */
export async function setCustomerStatus(
  { tx, actor, doer }: Doing,
  customer: Held,
  change: { status: CustomerStatus; suspended_at: Date | null },
  what: string,
) {
  await updateCustomer(tx, actor.resellerId, customer.id, change);
  await recordActivity(tx, doer, {
    action: `customers.${change.status}`,
    what,
    customerId: customer.id,
    object: ["customer", customer.id],
  });
  await announce(tx, actor.resellerId, ["customers", "services", "dashboard"], customer.id);
  return { ...customer, ...change };
}

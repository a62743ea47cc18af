/**
 * Fulfils our orders for Acronis services. Each of our customers is one Acronis customer tenant, tagged with the
 * customer's id; each line is a unit below it, tagged with the line's key, with the quantity as its quota. So several
 * services of one customer never affect each other's quota.
 *
 * The memo holds the tenant, whether it is in production, and, by line key, the unit of each finished line, so that an
 * interrupted round is continued rather than restarted.
 */
import {
  VendorUnavailable,
  type Fulfiller,
  type FulfilCustomer,
  type FulfilLine,
  type FulfilTask,
  type LineOutcome,
  type Memo,
  type Outcome,
  type Refusal,
} from "../vendor.ts";
import { VendorRefusal } from "../http.ts";
import { refused, refuseRest } from "../outcomes.ts";
import type { Acronis, AcronisItem, AcronisTenant } from "./acronis-api.ts";
import { quotaFor } from "./acronis-quota.ts";
import { backupContactOf } from "./backup-contact.ts";

export function acronisFulfiller(api: Acronis): Fulfiller {
  return {
    async fulfil(task, memo) {
      const reached: Memo = { ...memo };
      try {
        return task.kind === "add" ? await addAtAcronis(api, task, reached) : await changeAtAcronis(api, task, reached);
      } catch (error) {
        if (error instanceof VendorRefusal) {
          const refusal = readRefusal(error);
          return "waitFor" in refusal ? waiting(task, reached, refusal.waitFor) : refuseRest(task, reached, refusal);
        }
        const gotFurther = Object.keys(reached).length > Object.keys(memo).length;
        if (error instanceof VendorUnavailable && error.retryAfterMs === undefined && gotFurther)
          return waiting(task, reached, `${error.message}; going on from there`);
        throw error;
      }
    },
  };
}

async function addAtAcronis(api: Acronis, task: FulfilTask, memo: Memo): Promise<Outcome> {
  memo.tenant ??= (await ensureCustomerTenant(api, task.customer)).id;
  if (!memo.production) await api.startProduction(memo.tenant);
  memo.production = "started";
  const { tenant } = memo;
  const available = task.lines.every((line) => memo[line.key] !== undefined) ? [] : await api.listAvailableItems();
  return eachLine(task, memo, tenant, async (line) => {
    const item = available.find((each) => each.name === line.offerRef);
    if (!item) throw new VendorRefusal(404, "offering_item", `There is no offering item ${line.offerRef}.`);
    await switchOnForCustomer(api, tenant, item);
    const unit = await ensureUnit(api, tenant, line);
    await setQuota(api, unit.id, item, line.quantity);
    return unit.id;
  });
}

/** Does the lines that the memo does not have yet, one after the other; a refusal settles its line only. */
async function eachLine(
  task: FulfilTask,
  memo: Memo,
  tenantRef: string | null,
  provide: (line: FulfilLine) => Promise<string>,
): Promise<Outcome> {
  const no: LineOutcome[] = [];
  let waitFor: string | undefined;
  for (const line of task.lines.filter((each) => memo[each.key] === undefined))
    try {
      memo[line.key] = await provide(line);
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      const refusal = readRefusal(error);
      if ("waitFor" in refusal) waitFor ??= refusal.waitFor;
      else no.push(refused(line, refusal));
    }
  if (waitFor !== undefined) return waiting(task, memo, waitFor);
  return { state: "ended", memo, tenantRef, lines: [...doneLines(task, memo), ...no] };
}

const doneLines = ({ lines }: FulfilTask, memo: Memo): LineOutcome[] =>
  lines.flatMap(({ key }) => (memo[key] === undefined ? [] : [{ key, state: "done", vendorRef: memo[key] }]));

const waiting = (task: FulfilTask, memo: Memo, message: string): Outcome => ({
  state: "working",
  memo,
  message,
  tenantRef: memo.tenant ?? null,
  lines: doneLines(task, memo),
});

async function ensureCustomerTenant(api: Acronis, customer: FulfilCustomer) {
  const held = customer.tenantRef ? await api.findTenant(customer.tenantRef) : undefined;
  if (held) return held;
  const partner = await api.findPartnerTenant();
  const found = await api.findByTag(partner, customer.id);
  if (found) return found;
  const tenant = { parent_id: partner, kind: "customer" as const, internal_tag: customer.id };
  try {
    return await api.createTenant({ ...tenant, name: customer.name });
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    return (
      (await api.findByTag(partner, customer.id)) ??
      (await api.createTenant({ ...tenant, name: `${customer.name} (${customer.id.slice(-12)})` }))
    );
  }
}

const isNameTaken = (error: unknown) =>
  error instanceof VendorRefusal && error.status === 409 && error.code === "tenant";

/** Switches the item on for the whole customer without a limit; the units have the limits. */
async function switchOnForCustomer(api: Acronis, tenantId: string, item: AcronisItem) {
  const held = (await api.listItems(tenantId)).find((each) => each.name === item.name);
  if (held?.status === 1) return;
  await api.setItem(tenantId, { ...item, status: 1, quota: { value: null, overage: null, version: versionOf(held) } });
}

async function ensureUnit(api: Acronis, tenantId: string, line: FulfilLine): Promise<AcronisTenant> {
  const found = await findUnit(api, tenantId, line);
  if (found) return found;
  const name = `${line.name} (${line.key.slice(-12)})`;
  return api.createTenant({ name, parent_id: tenantId, kind: "unit", internal_tag: line.key });
}

async function findUnit(api: Acronis, tenantId: string, line: FulfilLine): Promise<AcronisTenant | undefined> {
  return line.vendorRef ? api.findTenant(line.vendorRef) : api.findByTag(tenantId, line.key);
}

async function setQuota(api: Acronis, unitId: string, item: AcronisItem, quantity: number) {
  const held = (await api.listItems(unitId)).find((each) => each.name === item.name);
  const value = quotaFor(item, quantity);
  if (held?.status === 1 && held.quota?.value === value) return;
  await api.setItem(unitId, { ...item, status: 1, quota: { value, overage: null, version: versionOf(held) } });
}

const versionOf = (held: AcronisItem | undefined) => held?.quota?.version ?? 0;

async function changeAtAcronis(api: Acronis, task: FulfilTask, memo: Memo): Promise<Outcome> {
  const tenantId = memo.tenant ?? task.customer.tenantRef ?? (await findCustomerTenant(api, task.customer));
  if (tenantId) memo.tenant = tenantId;
  return eachLine(task, memo, tenantId ?? null, async (line) => {
    const unit = tenantId || line.vendorRef ? await findUnit(api, tenantId ?? "", line) : undefined;
    if (unit && task.kind === "details") await writeContact(api, unit, task);
    else if (unit) await bringTo(api, task.kind, unit, line);
    else if (task.kind !== "cancel") throw new VendorRefusal(404, "serviceNotFound", "It does not know this service.");
    return unit?.id ?? line.vendorRef ?? "";
  });
}

const findCustomerTenant = async (api: Acronis, customer: FulfilCustomer) =>
  (await api.findByTag(await api.findPartnerTenant(), customer.id))?.id;

/**
 * Brings the unit to the line's state. Acronis has no terms to schedule: we cancel or change it ourselves at the term's
 * end.
 */
async function bringTo(api: Acronis, kind: FulfilTask["kind"], unit: AcronisTenant, line: FulfilLine): Promise<void> {
  if (kind === "suspend" && unit.enabled) await api.setEnabled(unit, false);
  if (kind === "resume" && !unit.enabled) await api.setEnabled(unit, true);
  if (kind === "cancel") await remove(api, unit);
  if (kind === "change") {
    const item = (await api.listItems(unit.id)).find((each) => each.name === line.offerRef);
    if (!item) throw new VendorRefusal(404, "offering_item", `There is no offering item ${line.offerRef}.`);
    await setQuota(api, unit.id, item, line.quantity);
  }
}

/** Acronis deletes only what is switched off; what it then refuses to delete is switched on again, as before. */
async function remove(api: Acronis, unit: AcronisTenant): Promise<void> {
  const off = unit.enabled ? await api.setEnabled(unit, false) : unit;
  try {
    await api.deleteTenant(off);
  } catch (error) {
    if (unit.enabled && error instanceof VendorRefusal && !("waitFor" in readRefusal(error)))
      await api.setEnabled(off, true);
    throw error;
  }
}

/** Sets the address for reports and alerts: the given one, or else the customer's. */
async function writeContact(api: Acronis, unit: AcronisTenant, { details, customer }: FulfilTask): Promise<void> {
  const wanted = backupContactOf(details) ?? customer.contact;
  if (!wanted)
    throw new VendorRefusal(
      400,
      "contact",
      "The customer has no contact yet. Add one to the customer, or give an address",
    );
  const { email, firstName: firstname, lastName: lastname } = wanted;
  const held = unit.contact;
  if (held?.email === email && held.firstname === firstname && held.lastname === lastname) return;
  await api.setContact(unit, { email, firstname, lastname });
}

function readRefusal({ status, code, message }: VendorRefusal): Refusal | { waitFor: string } {
  if (status === 409 && (code === "version" || code === "quota"))
    return { waitFor: "The service changed at Acronis meanwhile; reading it again" };
  if (code === "serviceNotFound") return { code, reason: "Acronis does not know this service." };
  return { code, reason: `Acronis refused this: ${message.replace(/\.?$/, ".")}` };
}

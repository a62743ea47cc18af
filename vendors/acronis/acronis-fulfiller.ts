/**
 * Fulfils our orders for Acronis services. Each of our customers is one Acronis customer tenant, tagged with the
 * customer's id; each line is a unit below it, tagged with the line's key, with the quantity as the quota of each of its
 * offering items. So several services of one customer never affect each other's quota, and an upgrade switches on what the
 * better plan has more, in the same unit: machines, copies and settings stay.
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
import { itemsOf } from "./acronis-plans.ts";
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
    const items = pick(available, line);
    await switchOnForCustomer(api, tenant, items);
    const unit = await ensureUnit(api, tenant, line);
    await setQuotas(api, unit.id, items, line.quantity);
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

/** Finds the offering items of a line's offer. */
const pick = (items: readonly AcronisItem[], { offerRef }: FulfilLine): AcronisItem[] =>
  itemsOf(offerRef).map((name) => {
    const item = items.find((each) => each.name === name);
    if (!item) throw new VendorRefusal(404, "offering_item", `There is no offering item ${name}.`);
    return item;
  });

/** Switches items on for the whole customer without a limit; the units have the limits. */
const switchOnForCustomer = (api: Acronis, tenantId: string, items: readonly AcronisItem[]) =>
  bringItems(api, tenantId, items, (_item, held) => (held?.status === 1 ? undefined : null));

/** Switches items on and limits each; what is so already is not sent. */
const setQuotas = (api: Acronis, unitId: string, items: readonly AcronisItem[], quantity: number) =>
  bringItems(api, unitId, items, (item, held) => {
    const value = quotaFor(item, quantity);
    return held?.status === 1 && held.quota?.value === value ? undefined : value;
  });

/** Switches items on in a tenant, all by one call, with the quotas that `quotaOf` wants; undefined leaves one as it is. */
async function bringItems(
  api: Acronis,
  tenantId: string,
  items: readonly AcronisItem[],
  quotaOf: (item: AcronisItem, held: AcronisItem | undefined) => number | null | undefined,
): Promise<void> {
  const there = await api.listItems(tenantId);
  const sent = items.flatMap((item) => {
    const held = there.find((each) => each.name === item.name);
    const value = quotaOf(item, held);
    const quota = { value: value ?? null, overage: null, version: held?.quota?.version ?? 0 };
    return value === undefined ? [] : { ...item, status: 1, quota };
  });
  if (sent.length > 0) await api.setItems(tenantId, sent);
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

async function changeAtAcronis(api: Acronis, task: FulfilTask, memo: Memo): Promise<Outcome> {
  const tenantId = memo.tenant ?? task.customer.tenantRef ?? (await findCustomerTenant(api, task.customer));
  if (tenantId) memo.tenant = tenantId;
  return eachLine(task, memo, tenantId ?? null, async (line) => {
    const unit = tenantId || line.vendorRef ? await findUnit(api, tenantId ?? "", line) : undefined;
    if (unit && task.kind === "details") await writeContact(api, unit, task);
    else if (unit && task.kind === "upgrade") await upgrade(api, unit, line);
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
  if (kind === "change") await setQuotas(api, unit.id, pick(await api.listItems(unit.id), line), line.quantity);
}

/** Switches on what the better plan has, first for the customer, since a unit can only have what its customer has. */
async function upgrade(api: Acronis, unit: AcronisTenant, line: FulfilLine): Promise<void> {
  const items = pick(await api.listAvailableItems(), line);
  await switchOnForCustomer(api, unit.parent_id, items);
  await setQuotas(api, unit.id, items, line.quantity);
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
  // Acronis answers 426 where an item's quota has another version than was sent.
  if (status === 426 || (status === 409 && code === "version"))
    return { waitFor: "The service changed at Acronis meanwhile; reading it again" };
  if (code === "serviceNotFound") return { code, reason: "Acronis does not know this service." };
  return { code, reason: `Acronis refused this: ${message.replace(/\.?$/, ".")}` };
}

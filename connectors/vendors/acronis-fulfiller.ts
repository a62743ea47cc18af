/**
 * Fulfils our orders for Acronis services. Each of our customers is one Acronis customer tenant, tagged with the
 * customer's id; each line is a unit below it, tagged with the line's key, whose quota is the quantity. So several
 * services of one customer never touch each other's quota.
 */
import type { Fulfiller, FulfilCustomer, FulfilLine, FulfilTask, Memo, Outcome } from "../fulfiller.ts";
import { VendorRefusal } from "../http.ts";
import type { Acronis, AcronisItem, AcronisTenant } from "./acronis.ts";

const bytesPerGigabyte = 1024 ** 3;

export function acronisFulfiller(api: Acronis): Fulfiller {
  return {
    async fulfil(task, memo) {
      try {
        return task.kind === "add" ? await addAtAcronis(api, task, memo) : await changeAtAcronis(api, task, memo);
      } catch (error) {
        if (!(error instanceof VendorRefusal)) throw error;
        return outcomeOfRefusal(error, memo);
      }
    },
  };
}

async function addAtAcronis(api: Acronis, task: FulfilTask, memo: Memo): Promise<Outcome> {
  const tenant = await ensureCustomerTenant(api, task.customer, memo.tenant ?? task.customer.tenantRef);
  const next = { ...memo, tenant: tenant.id };
  await api.startProduction(tenant.id);
  const available = await api.listAvailableItems();
  const lines: { key: string; vendorRef: string }[] = [];
  for (const line of task.lines) {
    const item = available.find((each) => each.name === line.offerRef);
    if (!item) throw new VendorRefusal(404, "offering_item", `There is no offering item ${line.offerRef}.`);
    await switchOnForCustomer(api, tenant.id, item);
    const unit = await ensureUnit(api, tenant.id, line);
    await setQuota(api, unit.id, item, line.quantity);
    lines.push({ key: line.key, vendorRef: unit.id });
  }
  return { state: "done", memo: next, tenantRef: tenant.id, lines };
}

async function ensureCustomerTenant(api: Acronis, customer: FulfilCustomer, known: string | null | undefined) {
  const held = known ? await api.findTenant(known) : undefined;
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

/** For the customer as a whole without a limit: the limits are the units'. */
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
  const value = quantity * (item.measurement_unit === "bytes" ? bytesPerGigabyte : 1);
  if (held?.status === 1 && held.quota?.value === value) return;
  await api.setItem(unitId, { ...item, status: 1, quota: { value, overage: null, version: versionOf(held) } });
}

const versionOf = (held: AcronisItem | undefined) => held?.quota?.version ?? 0;

async function changeAtAcronis(api: Acronis, task: FulfilTask, memo: Memo): Promise<Outcome> {
  const tenantId = memo.tenant ?? task.customer.tenantRef ?? (await findCustomerTenant(api, task.customer));
  const next: Memo = tenantId ? { ...memo, tenant: tenantId } : memo;
  const lines: { key: string; vendorRef: string }[] = [];
  for (const line of task.lines) {
    const unit = tenantId || line.vendorRef ? await findUnit(api, tenantId ?? "", line) : undefined;
    if (unit) await bringTo(api, task.kind, unit, line);
    else if (task.kind !== "cancel") return missing(next);
    lines.push({ key: line.key, vendorRef: unit?.id ?? line.vendorRef ?? "" });
  }
  return { state: "done", memo: next, tenantRef: tenantId ?? null, lines };
}

const findCustomerTenant = async (api: Acronis, customer: FulfilCustomer) =>
  (await api.findByTag(await api.findPartnerTenant(), customer.id))?.id;

/** Acronis knows no terms, so there is nothing to schedule: at the term's end we cancel or change it ourselves. */
async function bringTo(api: Acronis, kind: FulfilTask["kind"], unit: AcronisTenant, line: FulfilLine): Promise<void> {
  if (kind === "suspend" && unit.enabled) await api.setEnabled(unit, false);
  if (kind === "resume" && !unit.enabled) await api.setEnabled(unit, true);
  if (kind === "cancel") await api.deleteTenant(unit.enabled ? await api.setEnabled(unit, false) : unit);
  if (kind === "change") {
    const item = (await api.listItems(unit.id)).find((each) => each.name === line.offerRef);
    if (!item) throw new VendorRefusal(404, "offering_item", `There is no offering item ${line.offerRef}.`);
    await setQuota(api, unit.id, item, line.quantity);
  }
}

const missing = (memo: Memo): Outcome => ({
  state: "failed",
  memo,
  code: "serviceNotFound",
  reason: "Acronis does not know this service.",
});

function outcomeOfRefusal({ status, code, message }: VendorRefusal, memo: Memo): Outcome {
  if (status === 409 && (code === "version" || code === "quota"))
    return { state: "working", memo, message: "The service changed at Acronis meanwhile; reading it again" };
  return { state: "failed", memo, code, reason: `Acronis refused this: ${message.replace(/\.?$/, ".")}` };
}

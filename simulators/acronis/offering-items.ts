import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { infraId, items as catalogue, type OfferingItem } from "./catalogue.ts";
import { type AcronisState, refuse, type TenantItem, tenantOf } from "./state.ts";

export function offeringItemRoutes(state: AcronisState): Route[] {
  const one = "/api/2/tenants/:tenant";
  return [
    { method: "GET", path: `${one}/offering_items`, answer: (request) => listItems(state, request) },
    { method: "PUT", path: `${one}/offering_items`, answer: (request) => putItems(state, request) },
    { method: "GET", path: `${one}/offering_items/available_for_child`, answer: listAvailable },
    { method: "GET", path: `${one}/usages`, answer: (request) => listUsages(state, request) },
  ];
}

function listAvailable({ query }: SimRequest): SimReply {
  const items = catalogue.filter(isAskedFor(query)).map((item) => freshItem(item, 0));
  return { status: 200, body: { items } };
}

/** Unless it is asked for another, or for all, only the legacy edition is listed, of which nothing is sold any more. */
function isAskedFor(query: URLSearchParams): (item: { edition: string }) => boolean {
  const edition = query.get("edition") ?? "standard";
  return (item) => edition === "*" || item.edition === edition;
}

export const freshItem = (item: OfferingItem, status: 0 | 1): TenantItem => ({
  name: item.offerRef,
  application_id: item.applicationId,
  edition: item.edition,
  usage_name: item.usageName,
  type: item.type,
  ...(item.type === "infra" ? { infra_id: infraId } : {}),
  measurement_unit: item.measurementUnit,
  status,
  locked: false,
  quota: { value: null, overage: null, version: 0 },
});

const itemsOf = (state: AcronisState, tenantId: string): TenantItem[] => state.items.get(tenantId)?.items ?? [];

function listItems(state: AcronisState, { params, query }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  return { status: 200, body: { items: itemsOf(state, tenant.id).filter(isAskedFor(query)) } };
}

function putItems(state: AcronisState, { params, body }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  const armed = state.bad.get("offering_items");
  if (armed && armed.times > 0) {
    state.bad.put("offering_items", { ...armed, times: armed.times - 1 });
    refuse(armed.status, "offering_item", armed.message);
  }
  if (!tenant.enabled) refuse(403, "tenant", "The tenant is disabled.");
  const parent = itemsOf(state, tenant.parent_id);
  const wanted = (body.offering_items ?? []) as Partial<TenantItem>[];
  const held = new Map(itemsOf(state, tenant.id).map((item) => [item.name, item]));
  const next = wanted.map((item) => readItem(item, held, tenant.kind === "unit" ? parent : undefined));
  for (const item of next) held.set(item.name, item);
  const items = [...held.values()];
  state.items.put(tenant.id, { tenantId: tenant.id, items });
  return { status: 200, body: { items: next } };
}

function readItem(
  item: Partial<TenantItem>,
  held: Map<string, TenantItem>,
  parent: TenantItem[] | undefined,
): TenantItem {
  const known = catalogue.find((each) => each.offerRef === item.name);
  if (!known) return refuse(404, "offering_item", `There is no offering item ${item.name}.`);
  if (item.edition !== known.edition || item.application_id !== known.applicationId)
    refuse(400, "offering_item", "The item does not belong to this edition or application.");
  const current = held.get(known.offerRef) ?? freshItem(known, 0);
  const quota = item.quota ?? { value: null, overage: null, version: current.quota.version };
  if (quota.version !== current.quota.version)
    refuse(426, "quota", `The quota's version is ${current.quota.version}: read it again.`);
  const limit = parent?.find((each) => each.name === known.offerRef);
  if (parent && item.status === 1 && limit?.status !== 1)
    refuse(400, "offering_item", "The item is not switched on for the tenant above.");
  if (limit?.quota.value != null && (quota.value === null || quota.value > limit.quota.value))
    refuse(400, "quota", "The quota is over what the tenant above has.");
  return {
    ...freshItem(known, item.status === 1 ? 1 : 0),
    quota: { value: quota.value, overage: quota.overage ?? null, version: current.quota.version + 1 },
  };
}

/** What is used at a time while nobody says otherwise: some of the quota, a little more or less each day. */
const usualUse = ({ quota: { value }, name }: TenantItem, at: number): number =>
  Math.floor(((value ?? 0) * (60 + ((Math.floor(at / 86_400_000) + name.length) % 7) * 5)) / 100);

export const usageAt = (state: AcronisState, tenantId: string, item: TenantItem, at: number): number =>
  state.used.get(`${tenantId}:${item.name}`)?.value ?? usualUse(item, at);

function listUsages(state: AcronisState, { params }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  const items = itemsOf(state, tenant.id).map((item) => ({
    name: item.name,
    application_id: item.application_id,
    edition: item.edition,
    usage_name: item.usage_name,
    tenant_uuid: tenant.id,
    range_start: new Date(state.clock.now()).toISOString().slice(0, 8) + "01T00:00:00",
    value: usageAt(state, tenant.id, item, state.clock.now()),
    measurement_unit: item.measurement_unit,
    offering_item: { status: item.status, quota: item.quota },
  }));
  return { status: 200, body: { items } };
}

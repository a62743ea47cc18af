import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type AcronisState, refuse, type Tenant, tenantOf } from "./state.ts";

export function tenantRoutes(state: AcronisState): Route[] {
  const one = "/api/2/tenants/:tenant";
  return [
    { method: "POST", path: "/api/2/tenants", answer: (request) => createTenant(state, request) },
    { method: "GET", path: "/api/2/tenants", answer: (request) => listTenants(state, request) },
    {
      method: "GET",
      path: one,
      answer: ({ params }) => ({ status: 200, body: showTenant(tenantOf(state, params.tenant)) }),
    },
    { method: "PUT", path: one, answer: (request) => updateTenant(state, request) },
    { method: "DELETE", path: one, answer: (request) => deleteTenant(state, request) },
    {
      method: "GET",
      path: `${one}/pricing`,
      answer: ({ params }) => ({ status: 200, body: tenantOf(state, params.tenant).pricing }),
    },
    { method: "PUT", path: `${one}/pricing`, answer: (request) => setPricing(state, request) },
  ];
}

const kindsUnder: Record<Tenant["kind"], string[]> = { partner: ["customer", "partner"], customer: ["unit"], unit: [] };

function createTenant(state: AcronisState, { body }: SimRequest): SimReply {
  const parent = tenantOf(state, body.parent_id);
  if (typeof body.name !== "string" || body.name.trim() === "" || body.name.length > 255)
    refuse(400, "tenant", "The name is missing or too long.");
  if (!kindsUnder[parent.kind].includes(body.kind))
    refuse(400, "tenant", `No ${body.kind} can stand under a ${parent.kind}.`);
  if (childrenOf(state, parent.id).some((sibling) => sibling.name.toLowerCase() === body.name.toLowerCase()))
    refuse(409, "tenant", "A tenant with this name already exists.");
  const tenant: Tenant = {
    id: state.store.newId(),
    parent_id: parent.id,
    version: 1,
    name: body.name,
    kind: body.kind,
    internal_tag: body.internal_tag ?? null,
    enabled: body.enabled ?? true,
    created_at: new Date(state.clock.now()).toISOString(),
    pricing: { mode: "trial", version: 1 },
  };
  state.tenants.put(tenant.id, tenant);
  return { status: 201, body: showTenant(tenant) };
}

const pageSize = 100;

function listTenants(state: AcronisState, { query }: SimRequest): SimReply {
  const parent = query.get("parent_id");
  const wanted = query.get("uuids")?.split(",");
  if (!parent && !wanted) refuse(400, "tenant", "Give parent_id or uuids.");
  const all = parent
    ? childrenOf(state, tenantOf(state, parent).id)
    : state.tenants.values().filter((tenant) => wanted!.includes(tenant.id));
  const after = Number(query.get("after") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? pageSize), pageSize);
  const items = all.slice(after, after + limit).map(showTenant);
  const more = after + limit < all.length;
  return {
    status: 200,
    body: {
      items,
      paging: { cursors: more ? { after: String(after + limit) } : {} },
      timestamp: new Date(state.clock.now()).toISOString(),
    },
  };
}

const childrenOf = (state: AcronisState, parentId: string) =>
  state.tenants.values().filter((tenant) => tenant.parent_id === parentId);

function updateTenant(state: AcronisState, { params, body }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  checkVersion(tenant.version, body.version);
  if (body.contact !== undefined) tenant.contact = contactOf(body.contact);
  if (typeof body.name === "string") tenant.name = body.name;
  if (typeof body.enabled === "boolean") tenant.enabled = body.enabled;
  if (body.internal_tag !== undefined) tenant.internal_tag = body.internal_tag;
  tenant.version += 1;
  state.tenants.put(tenant.id, tenant);
  return { status: 200, body: showTenant(tenant) };
}

function contactOf(sent: { email?: unknown; firstname?: unknown; lastname?: unknown } | null) {
  const { email, firstname, lastname } = sent ?? {};
  if (typeof email !== "string" || !/^[^\s@]+@[^\s@]+$/.test(email)) refuse(400, "contact", "The email is not valid.");
  if (typeof firstname !== "string" || typeof lastname !== "string")
    refuse(400, "contact", "The name of the contact is missing.");
  return { email, firstname, lastname };
}

function deleteTenant(state: AcronisState, { params, query }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  checkVersion(tenant.version, Number(query.get("version")));
  if (tenant.enabled) refuse(400, "tenant", "Disable the tenant before deleting it.");
  if (childrenOf(state, tenant.id).length > 0) refuse(400, "tenant", "The tenant still has tenants below it.");
  state.gone.put(tenant.id, { ...tenant, gone_at: state.clock.now() });
  state.tenants.remove(tenant.id);
  return { status: 204 };
}

function setPricing(state: AcronisState, { params, body }: SimRequest): SimReply {
  const tenant = tenantOf(state, params.tenant);
  checkVersion(tenant.pricing.version, body.version);
  if (body.mode !== "production" && body.mode !== "trial") refuse(400, "pricing", "The mode is not known.");
  if (tenant.pricing.mode === "production" && body.mode === "trial")
    refuse(400, "pricing", "Production cannot go back to trial.");
  tenant.pricing = { mode: body.mode, version: tenant.pricing.version + 1 };
  state.tenants.put(tenant.id, tenant);
  return { status: 200, body: tenant.pricing };
}

function checkVersion(current: number, sent: unknown) {
  if (sent !== current) refuse(409, "version", `The version is ${current}: read the object again.`);
}

const showTenant = ({ pricing: _, ...tenant }: Tenant) => ({
  ...tenant,
  brand_uuid: "f0d7a1b2-55aa-4d4b-9a53-3a0f3a7e5f10",
  customer_type: tenant.kind === "customer" ? "default" : "",
  default_idp_id: "11111111-1111-1111-1111-111111111111",
  has_children: tenant.kind !== "unit",
  language: "en",
  owner_id: null,
  update_lock: { enabled: false, owner_id: null },
});

import type { Clock } from "../kit/clock.ts";
import type { Collection, Store } from "../kit/store.ts";
import { Refused } from "../kit/vendor.ts";

export type Tenant = {
  id: string;
  parent_id: string;
  version: number;
  name: string;
  kind: "partner" | "customer" | "unit";
  internal_tag: string | null;
  enabled: boolean;
  created_at: string;
  pricing: { mode: "trial" | "production"; version: number };
  contact?: { email: string; firstname: string; lastname: string };
  /** When it was deleted; reports of the time before name it still. */
  gone_at?: number;
};

/** An offering item switched on for a tenant; `quota.value` is null for unlimited. */
export type TenantItem = {
  name: string;
  application_id: string;
  edition: string;
  usage_name: string;
  type: string;
  infra_id?: string;
  measurement_unit: string;
  status: 0 | 1;
  locked: boolean;
  quota: { value: number | null; overage: number | null; version: number };
};

export type User = {
  id: string;
  tenant_id: string;
  login: string;
  contact: { email: string; firstname: string; lastname: string };
  enabled: boolean;
  version: number;
};

/** What lets a user administer a tenant. */
export type AccessPolicy = { id: string; tenant_id: string; trustee_id: string; role_id: string; version: number };

/** Signs a user in once, until it expires. */
export type OneTimeToken = { ott: string; user_id: string; expires_at: number };

/** `stored` is the number of what was made of it. */
export type Report = {
  id: string;
  parameters: Record<string, any>;
  schedule: { type: "once"; enabled: true };
  result_action: "save";
  generation_date: string;
  version: number;
  stored: string;
  asked_at: number;
};

export type AcronisState = {
  store: Store;
  clock: Clock;
  tenants: Collection<Tenant>;
  items: Collection<{ tenantId: string; items: TenantItem[] }>;
  users: Collection<User>;
  policies: Collection<AccessPolicy>;
  otts: Collection<OneTimeToken>;
  /** Usage reported by the agents, refreshed in batches; by tenant and item. */
  used: Collection<{ value: number }>;
  reports: Collection<Report>;
  /** What reports told of periods that are over; by tenant, item and last day. */
  told: Collection<{ value: number }>;
  gone: Collection<Tenant>;
  /** What is switched on: `listDeleted` has reports name what was deleted in their period, too; `saveAtOnce` has them saved at once. */
  switches: Collection<{ on: boolean }>;
  bad: Collection<{ times: number; status: number; message: string }>;
  rootId: string;
};

export const rootId = "0fcd4a69-8a40-4de8-b711-d9c83dc000f7";

export function openAcronisState(store: Store, clock: Clock): AcronisState {
  return {
    store,
    clock,
    tenants: store.collection("tenants"),
    items: store.collection("items"),
    users: store.collection("users"),
    policies: store.collection("policies"),
    otts: store.collection("otts"),
    used: store.collection("used"),
    reports: store.collection("reports"),
    told: store.collection("told"),
    gone: store.collection("gone"),
    switches: store.collection("switches"),
    bad: store.collection("bad"),
    rootId,
  };
}

/** Throws a refusal in the platform's format. Must be called before anything is changed. */
export function refuse(status: number, domain: string, message: string): never {
  throw new Refused({ status, body: { error: { code: status, domain, message, debug: {}, context: {} } } });
}

/** Finds a tenant. The partner at the top exists from the start; the others are created below it. */
export function tenantOf(state: AcronisState, id: string | undefined): Tenant {
  if (id === rootId) return rootTenant;
  return state.tenants.get(id ?? "") ?? refuse(404, "tenant", "The tenant was not found.");
}

const rootTenant: Tenant = {
  id: rootId,
  parent_id: "00000000-0000-0000-0000-000000000001",
  version: 1,
  name: "Tradewind Distribution",
  kind: "partner",
  internal_tag: null,
  enabled: true,
  created_at: "2020-01-01T00:00:00.000Z",
  pricing: { mode: "production", version: 1 },
};

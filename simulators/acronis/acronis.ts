/** Simulates the parts of Acronis Cyber Platform v2 that a partner needs to sell backup and file sharing. */
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { items as catalogue } from "./catalogue.ts";
import { freshItem, offeringItemRoutes } from "./offering-items.ts";
import { correctReport, reportRoutes } from "./reports.ts";
import { type AcronisState, openAcronisState, rootId, tenantOf } from "./state.ts";
import { tenantRoutes } from "./tenants.ts";
import { isOpenToAll, userRoutes } from "./users.ts";

const lifeSeconds = 7_200;
const tokenPath = "/api/2/idp/token";

export const acronisSettings = (url: string) => ({
  ACRONIS_URL: url,
  ACRONIS_CLIENT_ID: "demo-client",
  ACRONIS_CLIENT_SECRET: "demo-client-secret",
});

export function acronis({ store, clock }: VendorContext): Vendor {
  const state = openAcronisState(store, clock);
  return {
    routes: [
      { method: "POST", path: tokenPath, answer: (request) => giveToken(state, request) },
      { method: "GET", path: "/api/2/clients/:client", answer: showClient },
      ...tenantRoutes(state),
      ...offeringItemRoutes(state),
      ...reportRoutes(state),
      ...userRoutes(state),
    ],
    notFound: () => ({ status: 404, body: { error: { code: 404, domain: "platform", message: "Not found." } } }),
    guard: (request) => refuseToken(state, request),
    act: (body) => act(state, body),
  };
}

function giveToken(state: AcronisState, { headers, body }: SimRequest): SimReply {
  const [client, secret = ""] = atob((headers.authorization ?? "").replace(/^Basic /, "")).split(":");
  if (!client || secret.length < 8) return { status: 401, body: { error: "invalid_client" } };
  if (body.grant_type !== "client_credentials") return { status: 400, body: { error: "unsupported_grant_type" } };
  const expires = Math.floor(state.clock.now() / 1_000) + lifeSeconds;
  return {
    status: 200,
    body: { access_token: `acronis.${expires}`, token_type: "bearer", expires_on: expires, id_token: "", scope: "" },
  };
}

function refuseToken(state: AcronisState, request: SimRequest): SimReply | undefined {
  if (request.path === tokenPath || isOpenToAll(request)) return undefined;
  const expires = Number((request.headers.authorization ?? "").replace("Bearer acronis.", ""));
  if (expires * 1_000 > state.clock.now()) return undefined;
  return { status: 401, body: { error: { code: 401, domain: "idp", message: "The token is missing or expired." } } };
}

const showClient = ({ params }: SimRequest): SimReply => ({
  status: 200,
  body: {
    client_id: params.client,
    tenant_id: rootId,
    type: "api_client",
    status: "enabled",
    token_endpoint_auth_method: "client_secret_basic",
  },
});

/**
 * `refuseItems {times, status, message}` refuses the next changes to offering items; `use {tenantId, item, value}`
 * reports usage, or that of the `customer` of a name; `correct {tenantId, item, month, value}` has reports tell a month that is over otherwise, and
 * `listDeleted {on}` has them name what was deleted in their period, `saveAtOnce {on}` has them saved as they are asked for.
 * `setQuota {tenantId, quantity}` in what its item is sold by, `setEnabled {tenantId, on}` and `remove {tenantId}` are what
 * somebody does in Acronis's own console, as is `switchOn {tenantId, item, quantity}` of one more item, listed first; a
 * quantity of null is no quota.
 */
function act(state: AcronisState, body: Record<string, any>): unknown {
  if (body.action === "refuseItems")
    return state.bad.put("offering_items", {
      times: Number(body.times ?? 1),
      status: Number(body.status ?? 400),
      message: String(body.message ?? "The quota is over what the tenant above has."),
    });
  if (body.action === "setQuota") return setQuota(state, String(body.tenantId), Number(body.quantity));
  if (body.action === "switchOn") return switchOn(state, body);
  if (body.action === "setEnabled" || body.action === "remove") {
    const tenant = tenantOf(state, body.tenantId);
    if (body.action === "remove") return state.tenants.remove(tenant.id);
    return state.tenants.put(tenant.id, { ...tenant, enabled: body.on === true, version: tenant.version + 1 });
  }
  if (body.action === "use") {
    const tenantId = body.tenantId ?? unitWith(state, String(body.customer), String(body.item));
    return state.used.put(`${tenantId}:${body.item}`, { value: Number(body.value) });
  }
  if (body.action === "correct") return correctReport(state, body);
  if (body.action === "listDeleted" || body.action === "saveAtOnce")
    return state.switches.put(body.action, { on: body.on === true });
  return { ignored: body.action ?? null };
}

/** The unit of a customer in which an item is switched on. */
const unitWith = (state: AcronisState, customer: string, item: string) =>
  state.tenants
    .values()
    .find(
      ({ id, parent_id: parent }) =>
        state.tenants.get(parent)?.name === customer &&
        state.items.get(id)?.items.some(({ name, status }) => name === item && status === 1),
    )?.id;

function switchOn(state: AcronisState, { tenantId, item, quantity }: Record<string, any>): unknown {
  const known = catalogue.find((each) => each.offerRef === item)!;
  const value = quantity === null ? null : quantity * (known.measurementUnit === "bytes" ? 1024 ** 3 : 1);
  const held = state.items.get(tenantId)?.items.filter((each) => each.name !== item) ?? [];
  const more = { ...freshItem(known, 1), quota: { value, overage: null, version: 1 } };
  return state.items.put(tenantId, { tenantId, items: [more, ...held] });
}

function setQuota(state: AcronisState, tenantId: string, quantity: number): unknown {
  const items = (state.items.get(tenantId)?.items ?? []).map((item) =>
    item.status === 1
      ? {
          ...item,
          quota: {
            ...item.quota,
            value: quantity * (item.measurement_unit === "bytes" ? 1024 ** 3 : 1),
            version: item.quota.version + 1,
          },
        }
      : item,
  );
  return state.items.put(tenantId, { tenantId, items });
}

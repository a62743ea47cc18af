/** Users, the tenants that they administer, and the tokens with which a browser signs in as one of them, once. */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type AccessPolicy, type AcronisState, refuse, tenantOf, type User } from "./state.ts";

const ottLifeMs = 5 * 60_000;
const loginPage = "/api/2/idp/external-login";
const loginPath = "/api/2/idp/ott/login";

/** The page behind a link, and what it calls, need no client's token. */
export const isOpenToAll = ({ path }: SimRequest): boolean => path === loginPage || path === loginPath;

export function userRoutes(state: AcronisState): Route[] {
  const policies = "/api/2/users/:user/access_policies";
  return [
    { method: "POST", path: "/api/2/users", answer: ({ body }) => createUser(state, body) },
    { method: "GET", path: "/api/2/users", answer: (request) => listUsers(state, request) },
    {
      method: "GET",
      path: "/api/2/tenants/:tenant/users",
      answer: ({ params }) => ({ status: 200, body: { items: usersOf(state, params.tenant).map(({ id }) => id) } }),
    },
    {
      method: "GET",
      path: policies,
      answer: ({ params }) => ({ status: 200, body: { items: policiesOf(state, userOf(state, params.user)) } }),
    },
    { method: "PUT", path: policies, answer: (request) => setPolicies(state, request) },
    { method: "POST", path: "/api/2/idp/ott", answer: ({ body }) => giveOtt(state, body) },
    { method: "GET", path: loginPage, answer: () => page },
    { method: "POST", path: loginPath, answer: ({ body }) => redeem(state, body) },
  ];
}

const usersOf = (state: AcronisState, tenantId: string | undefined) => {
  const { id } = tenantOf(state, tenantId);
  return state.users.values().filter((user) => user.tenant_id === id);
};

const userOf = (state: AcronisState, id: string | undefined): User =>
  state.users.get(id ?? "") ?? refuse(404, "user", "The user was not found.");

const policiesOf = (state: AcronisState, { id }: User) =>
  state.policies.values().filter((policy) => policy.trustee_id === id);

function listUsers(state: AcronisState, { query }: SimRequest): SimReply {
  const wanted = query.get("uuids")?.split(",") ?? refuse(400, "user", "Give uuids.");
  return { status: 200, body: { items: state.users.values().filter(({ id }) => wanted.includes(id)) } };
}

function createUser(state: AcronisState, body: Record<string, any>): SimReply {
  const tenant = tenantOf(state, body.tenant_id);
  if (!body.login || !body.contact?.email) refuse(400, "user", "A login and an email address are needed.");
  if (state.users.values().some((user) => user.login === body.login)) refuse(409, "user", "The login is taken.");
  const user: User = {
    id: state.store.newId(),
    tenant_id: tenant.id,
    login: body.login,
    contact: body.contact,
    enabled: true,
    version: 1,
  };
  state.users.put(user.id, user);
  return { status: 200, body: user };
}

function setPolicies(state: AcronisState, { params, body }: SimRequest): SimReply {
  const user = userOf(state, params.user);
  const items = Array.isArray(body.items) ? body.items : refuse(400, "access_policy", "Give items.");
  for (const { tenant_id, trustee_id, role_id, trustee_type, version } of items) {
    if (trustee_id !== user.id || trustee_type !== "user" || version === undefined)
      refuse(400, "access_policy", "The policy is not one of the user's.");
    if (tenantOf(state, tenant_id).kind !== "customer" || role_id !== "company_admin")
      refuse(400, "access_policy", "The role does not fit the tenant.");
  }
  for (const { id } of policiesOf(state, user)) state.policies.remove(id);
  for (const { tenant_id, role_id } of items) {
    const policy: AccessPolicy = { id: state.store.newId(), tenant_id, trustee_id: user.id, role_id, version: 1 };
    state.policies.put(policy.id, policy);
  }
  return { status: 200, body: { items: policiesOf(state, user) } };
}

function giveOtt(state: AcronisState, body: Record<string, any>): SimReply {
  const user = state.users.values().find((each) => each.login === body.login);
  if (!user || body.purpose !== "user_login") return refuse(404, "idp", "There is no such user.");
  if (!user.enabled || !tenantOf(state, user.tenant_id).enabled)
    refuse(403, "idp", "Support access to the tenant is disabled.");
  const ott = `${state.store.newId()}.${state.store.newId()}`;
  state.otts.put(ott, { ott, user_id: user.id, expires_at: state.clock.now() + ottLifeMs });
  return { status: 200, body: { ott } };
}

/** Answers with the user and, for the page, what the tenant has. */
function redeem(state: AcronisState, body: Record<string, any>): SimReply {
  const held = state.otts.get(String(body.ott ?? ""));
  if (!held || held.expires_at <= state.clock.now()) return refuse(401, "idp", "The token was used or has expired.");
  state.otts.remove(held.ott);
  const user = userOf(state, held.user_id);
  const tenant = tenantOf(state, user.tenant_id);
  const administers = policiesOf(state, user).some(({ tenant_id }) => tenant_id === tenant.id);
  const units = state.tenants.values().filter(({ parent_id: parent }) => parent === tenant.id);
  return {
    status: 200,
    body: { ...user, tenant: tenant.name, units: administers ? units.map(({ name }) => name) : [] },
  };
}

const page: SimReply = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acronis console</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }</style></head>
<body><main><h1>Management console</h1><p role="status">Signing in…</p><ul></ul></main>
<script>
const ott = new URLSearchParams(location.hash.slice(1)).get("ott");
history.replaceState(null, "", location.pathname);
fetch("${loginPath}", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ott }) })
  .then(async (response) => {
    const told = await response.json();
    const say = (text) => (document.querySelector("[role=status]").textContent = text);
    if (!response.ok) return say("This link was used before or has expired.");
    document.querySelector("h1").textContent = told.tenant;
    say("Signed in as " + told.login);
    for (const unit of told.units) document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: unit }));
  });
</script></body></html>`,
};

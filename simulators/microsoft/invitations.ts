/**
 * What the administrator of a tenant accepts: us as reseller (Partner Center), and a delegated admin relationship
 * (Graph). The page behind both links stands for Microsoft's admin centre.
 */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type MicrosoftState, type Relationship, type Tenant } from "./state.ts";

const graph = "/v1.0/tenantRelationships/delegatedAdminRelationships";
const adminPage = "/AdminPortal/Home";

export const isGraph = ({ path }: SimRequest): boolean => path.startsWith("/v1.0/");
export const isAdminPage = ({ path }: SimRequest): boolean => path === adminPage;

export const resellerInvitation = (host: string) =>
  `http://${host}${adminPage}?invType=ResellerRelationship&partnerId=b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311&msppId=0#/BillingAccounts/partner-invitation`;

export function invitationRoutes(state: MicrosoftState): Route[] {
  return [
    { method: "GET", path: graph, answer: (request) => listRelationships(state, request) },
    { method: "POST", path: graph, answer: (request) => createRelationship(state, request) },
    {
      method: "GET",
      path: `${graph}/:relationship`,
      answer: ({ params }) => {
        const found = state.relationships.get(params.relationship ?? "");
        return found ? { status: 200, body: found } : refusal(404, "Request_ResourceNotFound", "Resource not found.");
      },
    },
    { method: "POST", path: `${graph}/:relationship/requests`, answer: (request) => lock(state, request) },
    { method: "GET", path: adminPage, answer: () => page(form) },
    { method: "POST", path: adminPage, answer: (request) => accept(state, request) },
  ];
}

const refusal = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { error: { code, message, innerError: { date: "2026-01-01T00:00:00" } } },
});

function listRelationships(state: MicrosoftState, { query }: SimRequest): SimReply {
  const name = /^displayName eq '(.*)'$/.exec(query.get("$filter") ?? "")?.[1];
  const value = state.relationships.values().filter((each) => name === undefined || each.displayName === name);
  return { status: 200, body: { value } };
}

function createRelationship(state: MicrosoftState, { body }: SimRequest): SimReply {
  const { displayName, duration, accessDetails } = body;
  const bad = (message: string) => refusal(400, "Request_BadRequest", message);
  if (typeof displayName !== "string" || displayName.length < 1 || displayName.length > 50)
    return bad("The display name has at most 50 characters.");
  if (!/^P([1-9]|[1-9]\d|[1-6]\d\d|7[0-2]\d|730)D$/.test(duration)) return bad("The duration is P1D to P2Y.");
  if (!accessDetails?.unifiedRoles?.length) return bad("At least one role is required.");
  if (state.relationships.values().some((each) => each.displayName === displayName))
    return refusal(409, "Request_MultipleObjectsWithSameKeyValue", "The display name is not unique.");
  const made: Relationship = {
    id: `${state.newId()}-${state.newId()}`,
    displayName,
    status: "created",
    duration,
    accessDetails,
    createdAt: state.clock.now(),
  };
  state.relationships.put(made.id, made);
  return { status: 201, body: made };
}

function lock(state: MicrosoftState, { params, body }: SimRequest): SimReply {
  const found = state.relationships.get(params.relationship ?? "");
  if (!found) return refusal(404, "Request_ResourceNotFound", "Resource not found.");
  if (body.action !== "lockForApproval" || found.status !== "created")
    return refusal(400, "Request_BadRequest", "The action is not possible in this status.");
  state.relationships.put(found.id, { ...found, status: "approvalPending" });
  return { status: 201, body: { id: state.newId(), action: "lockForApproval", status: "created" } };
}

/** The tenant in a domain; one of another partner's if we never heard of it. */
export function tenantAt(state: MicrosoftState, typed: string): Tenant {
  const domain = typed.toLowerCase();
  const customer = state.customers.values().find((each) => each.domain.toLowerCase() === domain);
  if (customer) return { id: customer.id, domain, name: customer.companyName };
  const known = state.tenants.values().find((each) => each.domain === domain);
  return known ?? state.tenants.put(domain, { id: state.newId(), domain, name: domain.split(".")[0]! });
}

export function becomeReseller(state: MicrosoftState, { id, domain, name }: Tenant) {
  if (!state.customers.get(id))
    state.customers.put(id, {
      id,
      commerceId: state.newId(),
      domain,
      companyName: name,
      billingProfile: { companyName: name },
      etag: state.newId(),
    });
  state.emit("reseller-relationship-accepted-by-customer", `/v1/customers/${id}`);
  return { tenantId: id };
}

/** Approves what waits for it, once: a second administrator finds it taken. */
export function approve(state: MicrosoftState, id: string, tenant: Tenant) {
  const found = state.relationships.get(id);
  if (found?.status !== "approvalPending") return { refused: found?.status ?? "missing" };
  const customer = { tenantId: tenant.id, displayName: tenant.name };
  state.relationships.put(id, { ...found, status: "active", customer });
  state.emit("granular-admin-relationship-approved", `https://graph.microsoft.com${graph}/${id}`);
  return { tenantId: tenant.id };
}

export function end(state: MicrosoftState, id: string) {
  const found = state.relationships.get(id);
  return found ? state.relationships.put(id, { ...found, status: "terminated" }) : { missing: id };
}

function accept(state: MicrosoftState, { body }: SimRequest): SimReply {
  const domain = String(body.domain ?? "")
    .trim()
    .toLowerCase();
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return page("<p>This is not a domain.</p>");
  const tenant = tenantAt(state, domain);
  const relationship = /granularAdminRelationships\/([0-9a-f-]+)$/.exec(String(body.at ?? ""))?.[1];
  const done = relationship ? approve(state, relationship, tenant) : becomeReseller(state, tenant);
  return page("refused" in done ? "<p>This invitation is no longer open.</p>" : "<p>Accepted. You can close this.</p>");
}

const form = `<form method="post">
<p>As a global administrator of the tenant in the domain</p>
<p><input name="domain" required placeholder="example.onmicrosoft.com" aria-label="Domain"> <input type="hidden" name="at">
<button>Accept the partner's invitation</button></p></form>
<script>document.querySelector("[name=at]").value = location.hash;</script>`;

const page = (body: string): SimReply => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Admin centre</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }</style></head>
<body><h1>Partner invitation</h1>${body}</body></html>`,
});

/**
 * What the administrator of a tenant accepts: us as reseller (Partner Center), and a delegated admin relationship
 * (Graph). The page behind both links stands for Microsoft's admin centre.
 */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { approveRelationship, relationshipRoutes } from "./relationships.ts";
import { type MicrosoftState, type Tenant } from "./state.ts";

const adminPage = "/AdminPortal/Home";

export const isGraph = ({ path }: SimRequest): boolean => path.startsWith("/v1.0/");
export const isAdminPage = ({ path }: SimRequest): boolean => path === adminPage;

export const resellerInvitation = (host: string) =>
  `http://${host}${adminPage}?invType=ResellerRelationship&partnerId=b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311&msppId=0#/BillingAccounts/partner-invitation`;

export function invitationRoutes(state: MicrosoftState): Route[] {
  return [
    ...relationshipRoutes(state),
    { method: "GET", path: adminPage, answer: () => page(form) },
    { method: "POST", path: adminPage, answer: (request) => accept(state, request) },
  ];
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
export const approve = (state: MicrosoftState, id: string, { id: tenantId, name: displayName }: Tenant) =>
  approveRelationship(state, id, { tenantId, displayName });

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

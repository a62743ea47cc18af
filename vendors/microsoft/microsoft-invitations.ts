/**
 * Takes over a tenant that a customer has already. Its administrator follows two links: the first makes us the tenant's
 * reseller, without which nothing can be sold there; it is the same for everybody, so it proves nothing about a
 * customer. The second approves a relationship of its own for each invitation, and Microsoft then names the tenant in
 * it: that is the proof.
 */
import type { Invitations, InvitationState } from "../invitations.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import type { Graph } from "./microsoft-graph.ts";

/** Directory Readers: the least that can be asked for. */
const roles = ["88d8e3e3-8f55-4a1e-953a-9b9898b8876b"];
/** The relationship ends by itself, since nothing is done with it. */
const duration = "P30D";
const longestName = 50;

const approved = ["approved", "activating", "active", "expiring"];

export function microsoftInvitations(api: PartnerCenter, graph: Graph, adminUrl: string): Invitations {
  return {
    async invite({ key, customerName }) {
      const name = nameOf(key, customerName);
      // The name is unique at Microsoft and carries our key: after a lost answer it is found again.
      const made =
        (await graph.findRelationshipByName(name)) ?? (await graph.createRelationship(name, duration, roles));
      if (made.status === "created") await graph.offerRelationship(made.id);
      return {
        ref: made.id,
        links: [
          { label: "Accept us as reseller", url: await api.relationshipUrl() },
          {
            label: "Confirm that the tenant is yours",
            url: `${adminUrl}/AdminPortal/Home#/partners/invitation/granularAdminRelationships/${made.id}`,
          },
        ],
      };
    },

    async look(ref) {
      const found = await graph.findRelationship(ref);
      // Microsoft drops what nobody approves within 90 days.
      if (!found) return over("Nobody accepted the invitation in time. Ask for a new one.");
      if (found.status === "created" || found.status === "approvalPending")
        return waiting("The tenant's administrator has not confirmed the tenant yet");
      const tenantRef = readTenantRef(found.customer?.tenantId ?? "");
      if (!approved.includes(found.status) || !tenantRef)
        return over("The tenant's administrator ended the invitation. Ask for a new one.");
      const customer = await api.findCustomer(tenantRef);
      if (customer?.relationshipToPartner?.toLowerCase() !== "reseller")
        return waiting("The administrator has confirmed the tenant, but has not accepted us as reseller yet");
      const tenantName = customer.companyProfile?.domain ?? found.customer?.displayName ?? tenantRef;
      return { state: "accepted", tenantRef, tenantName };
    },
  };
}

/** The customer's name as far as it fits before the key, without what a filter would have to escape. */
export function nameOf(key: string, customerName: string): string {
  const end = key.replaceAll("-", "");
  const start = customerName.replaceAll(/[^\p{L}\p{N} ]/gu, "").slice(0, longestName - end.length - 1);
  return `${start.trim()} ${end}`.trim();
}

const waiting = (message: string): InvitationState => ({ state: "waiting", message });
const over = (reason: string): InvitationState => ({ state: "over", reason });

const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A tenant's id in the form in which Microsoft sends it. */
export function readTenantRef(typed: string): string | undefined {
  const id = typed.trim().toLowerCase();
  return tenantId.test(id) ? id : undefined;
}

/**
 * Granular delegated admin privileges: relationships of Graph that the administrator of a tenant approves. Once one is
 * active, its roles are given to the partner's security group, without which nobody can use them.
 */
import type { DelegatedAdmin, RelationshipSeen } from "../delegated-admin.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable, type Refusal } from "../vendor.ts";
import { adminRoles } from "./admin-roles.data.ts";
import { nameOf } from "./microsoft-invitations.ts";
import type { Graph } from "./microsoft-graph.ts";

export const adminTerms = { roles: adminRoles, mostDays: 730, extendsByDays: 180 };

/** `group` is the partner's security group that gets the roles; undefined if somebody gives them by hand. */
export function microsoftAdmin(graph: Graph, adminUrl: string, group: string | undefined): DelegatedAdmin {
  return {
    async request({ key, customerName, tenantRef, roles, days, extendsItself }) {
      const name = nameOf(key, customerName);
      const asked = {
        customer: { tenantId: tenantRef, displayName: customerName },
        autoExtendDuration: extendDuration(extendsItself),
      };
      return unlessRefused(async () => {
        // The name is unique at Microsoft and carries our key: after a lost answer it is found again.
        const made =
          (await graph.findRelationshipByName(name)) ??
          (await graph.createRelationship(name, `P${days}D`, roles, asked));
        if (made.status === "created") await graph.offerRelationship(made.id);
        const approvalUrl = `${adminUrl}/AdminPortal/Home#/partners/invitation/granularAdminRelationships/${made.id}`;
        return { ref: made.id, approvalUrl };
      });
    },

    async look(ref) {
      const found = await graph.findRelationship(ref);
      if (!found) return undefined;
      const status = statuses[found.status] ?? null;
      return {
        status,
        activatedAt: instantOf(found.activatedDateTime),
        // Until it is approved, it is only when it would end.
        endsAt: status === "approvalPending" ? null : instantOf(found.endDateTime),
        extendsItself: /^P[1-9]/.test(found.autoExtendDuration ?? ""),
        access: status === "active" ? await giveAccess(found) : "none",
      };
    },

    extendItself: (ref, on) =>
      unlessRefused(async () => {
        const found = await graph.findRelationship(ref);
        if (found) await graph.changeRelationship(found, { autoExtendDuration: extendDuration(on) });
        return undefined;
      }),

    end: (ref) =>
      unlessRefused(async () => {
        const found = await graph.findRelationship(ref);
        if (found?.status === "created") await graph.deleteRelationship(found);
        else if (found && !over.includes(found.status)) await graph.endRelationship(ref);
        return undefined;
      }),
  };

  async function giveAccess({ id, accessDetails }: Found): Promise<RelationshipSeen["access"]> {
    if (!group) return "none";
    const held = (await graph.listAssignments(id)).find(
      ({ accessContainer }) => accessContainer.accessContainerId === group,
    );
    const roles = accessDetails?.unifiedRoles ?? [];
    const { status } = held ?? (await graph.assignAccess(id, group, roles));
    return status === "active" ? "active" : "pending";
  }
}

type Found = NonNullable<Awaited<ReturnType<Graph["findRelationship"]>>>;

const extendDuration = (on: boolean) => (on ? `P${adminTerms.extendsByDays}D` : "PT0S");
const over = ["expired", "terminationRequested", "terminating", "terminated"];

const statuses: Partial<Record<string, RelationshipSeen["status"]>> = {
  created: "approvalPending",
  approvalPending: "approvalPending",
  approved: "activating",
  activating: "activating",
  active: "active",
  expiring: "expiring",
  expired: "expired",
  terminationRequested: "terminating",
  terminating: "terminating",
  terminated: "terminated",
};

/** Microsoft writes seven digits after the point, and nothing for what has not happened. */
const instantOf = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null);

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
    // What changed meanwhile is read again by the next try.
    if (error.status === 412) throw new VendorUnavailable("The relationship changed at Microsoft meanwhile");
    return { code: error.code, reason: `Microsoft refused this: ${error.message.replace(/\.?$/, ".")}` };
  }
}

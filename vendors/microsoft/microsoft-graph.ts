/** Microsoft Graph: the relationships in which a customer lets its partner look after its directory. */
import { z } from "zod";
import { readRetryAfter } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import * as shape from "./microsoft-api-shapes.ts";
import { caller, type MicrosoftSettings, numbered, read } from "./microsoft-transport.ts";

const audience = "https://graph.microsoft.com";
const billing = "/v1.0/reports/partners/billing";
const relationships = "/v1.0/tenantRelationships/delegatedAdminRelationships";

type Relationship = z.infer<typeof shape.relationshipShape>;
const ifMatch = (found: Relationship) => ({ "if-match": found["@odata.etag"] ?? "" });

export type Graph = ReturnType<typeof microsoftGraph>;

export function microsoftGraph(settings: MicrosoftSettings & { graphUrl: string }) {
  const call = numbered(caller(settings, settings.graphUrl, audience), settings.newId);
  /** Where Microsoft says to look, which must be Microsoft itself. */
  function pathOf(url: string): string {
    const { origin, pathname, search } = new URL(url, settings.graphUrl);
    if (origin !== new URL(settings.graphUrl).origin)
      throw new VendorUnavailable(`Microsoft's export is at another place: ${origin}`);
    return pathname + search;
  }
  return {
    /** Asks for the files of an invoice's lines, or of the use it bills day by day, and returns where to look for them. */
    async exportInvoice(invoiceId: string, what: "reconciliation" | "usage") {
      const answer = await call("POST", `${billing}/${what}/billed/export`, {
        json: { invoiceId, attributeSet: "full" },
      });
      read(answer, z.unknown());
      return pathOf(answer.headers["location"] ?? "");
    },

    /** Returns the files once they are made, and until then how long to wait. */
    async findExport(path: string) {
      const answer = await call("GET", path);
      const wait = readRetryAfter(answer.headers["retry-after"], answer.headers["date"]);
      const operation = read(answer, shape.exportShape);
      const link = operation["resourceLocation@odata.navigationLink"];
      const manifest =
        operation.resourceLocation ?? (link && read(await call("GET", pathOf(link)), shape.manifestShape));
      return { ...operation, manifest, retryAfterMs: wait ?? 10_000 };
    },

    async findRelationshipByName(name: string) {
      const filter = encodeURIComponent(`displayName eq '${name}'`);
      return read(await call("GET", `${relationships}?$filter=${filter}`), shape.relationshipsShape).value[0];
    },

    async findRelationship(id: string) {
      const answer = await call("GET", `${relationships}/${id}`);
      return answer.status === 404 ? undefined : read(answer, shape.relationshipShape);
    },

    /** Creates a relationship with these directory roles; duration as in ISO 8601. */
    createRelationship: async (
      name: string,
      duration: string,
      roles: readonly string[],
      more: { customer?: { tenantId: string; displayName: string }; autoExtendDuration?: string } = {},
    ) =>
      read(
        await call("POST", relationships, {
          json: {
            ...more,
            displayName: name,
            duration,
            accessDetails: { unifiedRoles: roles.map((roleDefinitionId) => ({ roleDefinitionId })) },
          },
        }),
        shape.relationshipShape,
      ),

    /** Makes the relationship ready for the customer's approval; it cannot be changed afterwards. */
    async offerRelationship(id: string) {
      read(await call("POST", `${relationships}/${id}/requests`, { json: { action: "lockForApproval" } }), z.unknown());
    },

    async endRelationship(id: string) {
      read(await call("POST", `${relationships}/${id}/requests`, { json: { action: "terminate" } }), z.unknown());
    },

    /** Changes a relationship, unless somebody else has since it was read. */
    async changeRelationship(found: Relationship, json: { autoExtendDuration: string }) {
      read(await call("PATCH", `${relationships}/${found.id}`, { json, headers: ifMatch(found) }), z.unknown());
    },

    async deleteRelationship(found: Relationship) {
      read(await call("DELETE", `${relationships}/${found.id}`, { headers: ifMatch(found) }), z.unknown());
    },

    async listAssignments(id: string) {
      return read(await call("GET", `${relationships}/${id}/accessAssignments`), shape.assignmentsShape).value;
    },

    /** Gives a security group of the partner roles of the relationship. */
    assignAccess: async (id: string, group: string, unifiedRoles: readonly { roleDefinitionId: string }[]) =>
      read(
        await call("POST", `${relationships}/${id}/accessAssignments`, {
          json: {
            accessContainer: { accessContainerId: group, accessContainerType: "securityGroup" },
            accessDetails: { unifiedRoles: unifiedRoles.map(({ roleDefinitionId }) => ({ roleDefinitionId })) },
          },
        }),
        shape.assignmentShape,
      ),
  };
}

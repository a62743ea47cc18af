/** Microsoft Graph: the relationships in which a customer lets its partner look after its directory. */
import { z } from "zod";
import { readRetryAfter } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import * as shape from "./microsoft-api-shapes.ts";
import { caller, read, type MicrosoftSettings } from "./microsoft-transport.ts";

const audience = "https://graph.microsoft.com";
const billing = "/v1.0/reports/partners/billing";
const relationships = "/v1.0/tenantRelationships/delegatedAdminRelationships";

export type Graph = ReturnType<typeof microsoftGraph>;

export function microsoftGraph(settings: MicrosoftSettings & { graphUrl: string }) {
  const call = caller(settings, settings.graphUrl, audience);
  return {
    /** Asks for the files of an invoice's lines, and returns where to look for them. */
    async exportInvoice(invoiceId: string) {
      const answer = await call("POST", `${billing}/reconciliation/billed/export`, { invoiceId, attributeSet: "full" });
      read(answer, z.unknown());
      const { origin, pathname, search } = new URL(answer.headers["location"] ?? "", settings.graphUrl);
      if (origin !== new URL(settings.graphUrl).origin)
        throw new VendorUnavailable(`Microsoft's export is at another place: ${origin}`);
      return pathname + search;
    },

    /** Returns the files once they are made, and until then how long to wait. */
    async findExport(path: string) {
      const answer = await call("GET", path);
      const wait = readRetryAfter(answer.headers["retry-after"], answer.headers["date"]);
      return { ...read(answer, shape.exportShape), retryAfterMs: wait ?? 10_000 };
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
    createRelationship: async (name: string, duration: string, roles: readonly string[]) =>
      read(
        await call("POST", relationships, {
          displayName: name,
          duration,
          accessDetails: { unifiedRoles: roles.map((roleDefinitionId) => ({ roleDefinitionId })) },
        }),
        shape.relationshipShape,
      ),

    /** Makes the relationship ready for the customer's approval; it cannot be changed afterwards. */
    async offerRelationship(id: string) {
      read(await call("POST", `${relationships}/${id}/requests`, { action: "lockForApproval" }), z.unknown());
    },
  };
}

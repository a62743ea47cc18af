/** Microsoft Graph: the relationships in which a customer lets its partner look after its directory. */
import { z } from "zod";
import * as shape from "./microsoft-api-shapes.ts";
import { caller, read, type MicrosoftSettings } from "./microsoft-transport.ts";

const audience = "https://graph.microsoft.com";
const relationships = "/v1.0/tenantRelationships/delegatedAdminRelationships";

export type Graph = ReturnType<typeof microsoftGraph>;

export function microsoftGraph(settings: MicrosoftSettings & { graphUrl: string }) {
  const call = caller(settings, settings.graphUrl, audience);
  return {
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

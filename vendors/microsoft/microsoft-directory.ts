/** Microsoft Graph in a customer's own directory: the users and their licences. */
import { z } from "zod";
import * as shape from "./microsoft-api-shapes.ts";
import type { Round } from "./microsoft-round.ts";
import { caller, type MicrosoftSettings, numbered, read, type Send } from "./microsoft-transport.ts";

const audience = "https://graph.microsoft.com";
const fields = "$select=id,userPrincipalName,displayName,usageLocation,assignedLicenses";

/** Opens the directory of a tenant, for a round of an order. */
export type Directories = (tenantRef: string, round?: Round) => Directory;
export type Directory = ReturnType<typeof callsOf>;

/** The token for a directory is asked for in it, since only its administrators let us in. */
export const microsoftDirectories = (settings: MicrosoftSettings & { graphUrl: string }): Directories => {
  const known = new Map<string, Send>();
  return (tenantRef, round) => {
    const send = known.get(tenantRef) ?? caller({ ...settings, tenant: tenantRef }, settings.graphUrl, audience);
    known.set(tenantRef, send);
    return callsOf(numbered(send, settings.newId, round));
  };
};

function callsOf(call: ReturnType<typeof numbered>) {
  const at = (user: string) => `/v1.0/users/${encodeURIComponent(user)}`;
  return {
    /** Finds the directory's number of what a subscription of Partner Center is of. */
    async findSku(subscriptionId: string) {
      const { value } = read(await call("GET", "/v1.0/directory/subscriptions"), shape.directorySubscriptionsShape);
      return value.find((each) => each.commerceSubscriptionId === subscriptionId)?.skuId;
    },

    /** Finds somebody by their number or the name with which they sign in. */
    async findUser(user: string) {
      const answer = await call("GET", `${at(user)}?${fields}`);
      return answer.status === 404 ? undefined : read(answer, shape.directoryUserShape);
    },

    async setUsageLocation(user: string, usageLocation: string) {
      const answer = await call("PATCH", at(user), { json: { usageLocation } });
      if (answer.status !== 204) read(answer, z.unknown());
    },

    /** Gives and takes licences in one write. */
    changeLicences: async (user: string, { add = [], remove = [] }: { add?: string[]; remove?: string[] }) =>
      read(
        await call("POST", `${at(user)}/assignLicense`, {
          json: { addLicenses: add.map((skuId) => ({ skuId, disabledPlans: [] })), removeLicenses: remove },
        }),
        shape.directoryUserShape,
      ),
  };
}

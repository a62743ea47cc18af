import { endpoints } from "@tradewind/contract/all.ts";
import { apiTokens } from "@tradewind/contract/access/api-tokens.ts";
import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { expect, test } from "vitest";
import { acceptedRequest } from "./accepted.ts";
import { worldOf } from "./objects.ts";
import { testApp } from "./test-app.ts";

const app = await testApp();

/** What each settings page reads, and the operation by which it saves. */
const pages: Record<string, { reads: Endpoint; saves: string }> = {
  "users and roles": { reads: rolesOfUsers.ofUser, saves: "roles.change" },
  whitelabel: { reads: whiteLabel.current, saves: "whiteLabel.change" },
  "manage-api": { reads: apiTokens.list, saves: "apiTokens.create" },
  "IP lockdown": { reads: signInRules.ipAccess, saves: "signInRules.saveIpAccess" },
  companyinfo: { reads: myBusiness.current, saves: "myBusiness.change" },
};

test.each(Object.entries(pages))(
  "SET-14 the page of %s reads and saves through the API",
  async (_, { reads, saves }) => {
    const person = await app.signIn();
    const sent = await acceptedRequest(saves, worldOf(app, person), person);
    const read = async () => (await app.call(person, reads, reads.params ? { params: sent.params } : {})).Result;
    const before = await read();
    expect(before).toBeDefined();
    expect((await app.call(person, endpoints[saves]!, sent)).status).toBe(200);
    expect(await read()).not.toEqual(before);
  },
);

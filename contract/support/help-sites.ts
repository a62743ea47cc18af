/** Outside sites that know who comes from the portal, by a token that is signed, good once and for a minute. */
import { endpoint } from "../endpoint.ts";
import { siteToken } from "./site-token.ts";

const shared = { method: "GET", as: "none", jump: false, tokens: false, result: siteToken } as const;

export const helpSites = {
  /** KB-13. */
  helpCentre: endpoint({
    ...shared,
    path: "/api/help-centre/token",
    summary: "The address of the help centre, signed in as the caller",
    access: { anyOf: ["support"] },
  }),
  /** API-08. */
  cloudServer: endpoint({
    ...shared,
    path: "/api/cloud-server/token",
    summary: "The address of the console of cloud servers, signed in as the caller",
    access: { anyOf: ["manageService"] },
  }),
};

import { helpSites } from "@tradewind/contract/support/help-sites.ts";
import { answer } from "../../platform/http.ts";
import { siteTokenOf } from "./help-sites.reads.ts";

export const helpSitesRoutes = [
  answer(helpSites.helpCentre, ({ actor, platform: { config } }) =>
    siteTokenOf(actor, {
      audience: "help-centre",
      parameter: "token",
      url: config.HELP_CENTRE_URL,
      secret: config.HELP_CENTRE_SECRET,
    }),
  ),
  answer(helpSites.cloudServer, ({ actor, platform: { config } }) =>
    siteTokenOf(actor, {
      audience: "cloud-server",
      parameter: "token",
      url: config.CLOUD_SERVER_URL,
      secret: config.CLOUD_SERVER_SECRET,
    }),
  ),
];

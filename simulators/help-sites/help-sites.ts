/** Two small sites that people reach from the portal with a token: the help centre, and the console of cloud servers. */
import { pageOf } from "../kit/page.ts";
import { siteVisitors } from "../kit/site-token.ts";
import type { Route, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";

const sites = {
  "help-centre": {
    title: "Help centre",
    secret: "demo-secret-of-the-help-centre-01",
    body: "<p>Courses, answers of the community's staff and the calendar of maintenance.</p>",
  },
  "cloud-server": {
    title: "Cloud servers",
    secret: "demo-secret-of-cloud-servers-0001",
    body: "<p>Start, stop and resize servers, and open their screens.</p>",
  },
} as const;

export const helpSitesSettings = (url: string) => ({
  HELP_CENTRE_URL: `${url}/help-centre`,
  HELP_CENTRE_SECRET: sites["help-centre"].secret,
  CLOUD_SERVER_URL: `${url}/cloud-server`,
  CLOUD_SERVER_SECRET: sites["cloud-server"].secret,
});

export function helpSites({ store }: VendorContext): Vendor {
  const routes = Object.entries(sites).map(([name, { title, secret, body }]): Route => {
    const visitors = siteVisitors(store, { secret, audience: name });
    return {
      method: "GET",
      path: `/${name}`,
      answer: (request: SimRequest) =>
        visitors.enter(request, request.query.get("token")) ??
        pageOf({ title, site: title, body, who: visitors.whoIs(request) }),
    };
  });
  return { routes, notFound: () => pageOf({ status: 404, title: "There is no such page", body: "" }) };
}

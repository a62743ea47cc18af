import { addressesAt, type Config } from "./config.ts";

const attributeOf = (value: unknown) =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/**
 * Inserts the page's runtime settings, which a build cannot know. Only pages at the portal's own address call the other
 * hosts of the API: a browser would not send their cookies from another site.
 */
export function withSettings(html: string, config: Config, host: string): string {
  const settings = {
    loginClientId: config.LOGIN_CLIENT_ID,
    ...(config.AAD_CLIENT_ID === "" && { withoutWorkAccounts: true }),
    ...(host === new URL(config.PUBLIC_URL).host && {
      authHost: config.AUTH_HOST,
      marketplaceHost: config.MARKETPLACE_HOST,
      apiHost: config.API_HOST,
    }),
  };
  return html.replace('name="settings" content="{}"', () => `name="settings" content="${attributeOf(settings)}"`);
}

/** Inserts the other portals, as linked from the host, into the sign-in page, so that showing them needs no request. */
export function withPortals(html: string, config: Config, host: string): string {
  const { comms, hardware } = addressesAt(config, host);
  const portals = [
    { name: config.COMMS_NAME, address: comms },
    { name: config.HARDWARE_NAME, address: hardware },
  ];
  return html.replace('name="portals" content="[]"', () => `name="portals" content="${attributeOf(portals)}"`);
}

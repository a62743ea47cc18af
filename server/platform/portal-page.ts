import type { Config } from "./config.ts";

const placeholder = 'name="portals" content="[]"';

/** A built page with the other portals in it, so that showing them costs no call. */
export function withPortals(html: string, config: Config): string {
  const portals = [
    { name: config.FIRST_PORTAL_NAME, address: config.FIRST_PORTAL_URL },
    { name: config.SECOND_PORTAL_NAME, address: config.SECOND_PORTAL_URL },
  ];
  const content = JSON.stringify(portals).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return html.replace(placeholder, () => `name="portals" content="${content}"`);
}

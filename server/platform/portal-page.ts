import { addressesAt, type Config } from "./config.ts";

const placeholder = 'name="portals" content="[]"';

/** The built sign-in page with the other portals in it, as the host leads to them, so that showing them costs no call. */
export function withPortals(html: string, config: Config, host: string): string {
  const { comms, hardware } = addressesAt(config, host);
  const portals = [
    { name: config.COMMS_NAME, address: comms },
    { name: config.HARDWARE_NAME, address: hardware },
  ];
  const content = JSON.stringify(portals).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return html.replace(placeholder, () => `name="portals" content="${content}"`);
}

import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import type { Cast } from "./teller.ts";

/** Liffey Cloud's own address on this machine: the page looks like it before anybody signs in. */
export const liffeyHost = "liffey.localhost";

const wave = `<path d="M4 15c5-5 10-5 15 0s10 5 15 0M4 24c5-5 10-5 15 0s10 5 15 0M4 33c5-5 10-5 15 0s10 5 15 0" fill="none" stroke="#12948c" stroke-width="4" stroke-linecap="round"/>`;
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 163 48">${wave}<text x="44" y="31" font-family="system-ui, sans-serif" font-size="16" font-weight="600" fill="#12948c">Liffey Cloud</text></svg>`;
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 48">${wave}</svg>`;
const address = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

/** Liffey Cloud gives its portal a look of its own; the operator gives it an address. */
export async function dressLiffey({ operator, resellers }: Cast, resellerId: string): Promise<void> {
  await operator.call(portalHosts.add, { body: { Host: liffeyHost, ResellerId: resellerId } });
  await resellers.liffey.reseller.call(whiteLabel.change, {
    body: {
      Version: 0,
      MarketplaceWhitelabel: { Color_1_1: "default", Color_2_1: "#0b7a75" },
      DesktopImage: address(logo),
      MobileImage: address(mark),
    },
  });
}

import fs from "node:fs";
import path from "node:path";
import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import type { Cast } from "./teller.ts";

/** Liffey Cloud's own host on this machine: its branding shows before anybody signs in. */
export const liffeyHost = "liffey.localhost";

const pictureOf = (name: string) => {
  const bytes = fs.readFileSync(path.join(import.meta.dirname, "pictures", name));
  return `data:image/png;base64,${bytes.toString("base64")}`;
};

/** Gives Liffey Cloud its branding and its own address, which the operator assigns. */
export async function dressLiffey({ operator, resellers }: Cast, resellerId: string): Promise<void> {
  await operator.call(portalHosts.add, { body: { Host: liffeyHost, ResellerId: resellerId } });
  await resellers.liffey.reseller.call(whiteLabel.change, {
    body: {
      Version: 0,
      MarketplaceWhitelabel: { Color_1_1: "default", Color_2_1: "#0b7a75" },
      DesktopImage: pictureOf("liffey-logo.png"),
      MobileImage: pictureOf("liffey-mark.png"),
    },
  });
}

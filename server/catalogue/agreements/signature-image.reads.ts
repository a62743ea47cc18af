import type { Platform } from "../../platform/platform.ts";
import { refuseInfected } from "../../platform/scan.ts";
import { isBlank, redrawPng } from "../../platform/png.ts";

const most = { width: 3000, height: 1500, bytes: 200_000 };

/** Reads the PNG of a drawn signature; undefined if it is not a PNG, too large or blank. */
export async function readSignature(platform: Platform, who: string, dataAddress: string): Promise<Buffer | undefined> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  await refuseInfected(platform, sent);
  const png = await redrawPng(who, sent, most);
  return png && !(await isBlank(png)) ? png.bytes : undefined;
}

import type { Platform } from "../../platform/platform.ts";
import { refuseInfected } from "../../platform/scan.ts";
import { isBlank, redrawPng } from "../../platform/png.ts";

const uploaded = { width: 3000, height: 1500, bytes: 200_000 };

/** Reads the PNG of a signature; undefined if it is not a PNG, larger than `most`, or blank. `who` waits for their own. */
export async function readSignature(
  platform: Platform,
  who: string,
  dataAddress: string,
  most = uploaded,
): Promise<Buffer | undefined> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  await refuseInfected(platform, sent);
  const png = await redrawPng(who, sent, most);
  return png && !(await isBlank(png)) ? png.bytes : undefined;
}

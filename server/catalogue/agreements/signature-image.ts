import { isBlank, redrawPng } from "../../platform/png.ts";

const most = { width: 3000, height: 1500, bytes: 200_000 };

/** Reads the PNG of a drawn signature; undefined if it is not a PNG, too large or blank. */
export async function readSignature(who: string, dataAddress: string): Promise<Buffer | undefined> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  const png = await redrawPng(who, sent, most);
  return png && !(await isBlank(png)) ? png.bytes : undefined;
}

import { redrawPng } from "../../platform/png.ts";

const most = { width: 3000, height: 1500, bytes: 200_000 };

/** The PNG of a drawn signature; undefined where it is none, is too large, or has nothing drawn on it. */
export async function readSignature(dataAddress: string): Promise<Buffer | undefined> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  const png = await redrawPng(sent, most);
  return png?.isBlank === false ? png.bytes : undefined;
}

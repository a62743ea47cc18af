import { createHash } from "node:crypto";
import { fitted, logoBox } from "@tradewind/domain/portal/white-label.ts";
import type { Platform } from "../../platform/platform.ts";
import { redrawPng, sizeOfPng } from "../../platform/png.ts";
import { refuseInfected } from "../../platform/scan.ts";

export type Picture = { name: string; bytes: Buffer; width: number; height: number };
/** A valid picture, or a sentence explaining what is wrong with it. */
export type ReadPicture = { picture: Picture } | { wrong: string };

const most = {
  width: logoBox.width * logoBox.finest,
  height: logoBox.height * logoBox.finest,
  bytes: logoBox.bytes,
};

const tooHeavy = { wrong: `The picture is larger than ${logoBox.bytes / 1000} kB. Save it smaller and try again.` };

/** Reads the PNG in a logo's data URL. Keeps only the pixels. */
export async function readPicture(platform: Platform, who: string, dataAddress: string): Promise<ReadPicture> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  if (sent.length > logoBox.bytes) return tooHeavy;
  const size = sizeOfPng(sent);
  if (size && (size.width > most.width || size.height > most.height))
    return {
      wrong: `The picture is ${size.width} by ${size.height} pixels. Logos are shown at ${logoBox.width} by ${logoBox.height}; send at most ${most.width} by ${most.height}.`,
    };
  await refuseInfected(platform, sent);
  const png = await redrawPng(who, sent, most);
  if (!png) return { wrong: "This PNG cannot be used. Save it again, smaller, and try once more." };
  const name = `${createHash("sha256").update(png.bytes).digest("hex")}.png`;
  return { picture: { name, bytes: png.bytes, ...fitted(png) } };
}

import type Sharp from "sharp";

/** A picture as stored: true colour, eight bits per channel, with only the data needed to draw it. */
export type Png = { bytes: Buffer; width: number; height: number; isBlank: boolean };

/** Seconds allowed per picture; the largest accepted one takes a tenth of a second. */
const longest = 10;

type Limits = { width: number; height: number; bytes: number };

/**
 * Re-encodes a complete PNG within the limits, off the event loop; undefined for anything else. Drops everything in the
 * file but the picture, so that all readers of the result see the same one.
 */
export async function redrawPng(bytes: Buffer, most: Limits): Promise<Png | undefined> {
  const size = sizeOfPng(bytes);
  if (!size || size.width > most.width || size.height > most.height || bytes.length > most.bytes) return undefined;
  const sharp = await library();
  const read = () => sharp(bytes, { failOn: "warning", limitInputPixels: size.width * size.height });
  try {
    const picture = read().toColourspace("srgb").timeout({ seconds: longest });
    const { data, info } = await picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
    if (data.length > most.bytes) return undefined;
    const { channels } = await sharp(data).stats();
    // An untouched canvas has a single colour.
    const isBlank = channels.every(({ min, max }) => min === max);
    return { bytes: data, width: info.width, height: info.height, isBlank };
  } catch {
    return undefined;
  }
}

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Reads the size a PNG claims in its first bytes; undefined for other files. */
export function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 16).equals(signature)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

let loaded: Promise<typeof Sharp> | undefined;
/** Loaded with the first picture, which few processes ever handle. PNG is the only format enabled. */
const library = () =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

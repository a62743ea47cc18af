import type Sharp from "sharp";

/** A picture as it is kept: true colour, eight bits a channel, nothing in the file but what drawing it needs. */
export type Png = { bytes: Buffer; width: number; height: number; isBlank: boolean };

/** Seconds that one picture may take; the largest we accept take a tenth of one. */
const longest = 10;

type Limits = { width: number; height: number; bytes: number };

/**
 * Draws a complete PNG within the limits anew, away from the event loop; undefined for anything else. Whatever stood in
 * the file beside the picture is gone, so that everything that reads the result finds the same picture in it.
 */
export async function redrawPng(bytes: Buffer, most: Limits): Promise<Png | undefined> {
  const size = sizeOfPng(bytes);
  if (!size || size.width > most.width || size.height > most.height || bytes.length > most.bytes) return undefined;
  const sharp = await library();
  const read = () => sharp(bytes, { failOn: "warning", limitInputPixels: size.width * size.height });
  try {
    const picture = read().toColourspace("srgb").timeout({ seconds: longest });
    const { data, info } = await picture
      .png({ compressionLevel: 9, adaptiveFiltering: true })
      .toBuffer({ resolveWithObject: true });
    if (data.length > most.bytes) return undefined;
    const { channels } = await sharp(data).stats();
    // A canvas that was never touched is of one colour throughout.
    const isBlank = channels.every(({ min, max }) => min === max);
    return { bytes: data, width: info.width, height: info.height, isBlank };
  } catch {
    return undefined;
  }
}

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** The size a PNG claims in its first bytes; undefined where the file is of another kind. */
export function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 16).equals(signature)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

let loaded: Promise<typeof Sharp> | undefined;
/** Loaded with the first picture, which few processes ever meet. Of all kinds it could read, it reads PNG alone. */
const library = () =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

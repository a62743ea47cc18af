import type Sharp from "sharp";
import { turns } from "./turns.ts";

/** A picture as stored: true colour, eight bits per channel, with only the data needed to draw it. */
export type Png = { bytes: Buffer; width: number; height: number };

/** Seconds allowed per picture. */
export const longest = 10;
/** A larger picture is refused before it is read: 20 million pixels take a second and 150 MB. */
export const mostPixels = 20_000_000;
/** Pictures drawn at once, in the threads that passwords need too; one reseller has one. */
export const inTurn = turns(2, { each: 1, waiting: 5, patience: 10_000 });

type Limits = { width: number; height: number; bytes: number };

/**
 * Re-encodes a complete PNG within the limits, off the event loop; undefined for anything else. Drops everything in the
 * file but the picture, so that all readers of the result see the same one. `who` sent it.
 */
export async function redrawPng(who: string, bytes: Buffer, most: Limits): Promise<Png | undefined> {
  const size = sizeOfPng(bytes);
  if (!size || size.width > most.width || size.height > most.height || bytes.length > most.bytes) return undefined;
  const pixels = size.width * size.height;
  return pixels > mostPixels ? undefined : inTurn(who, () => redraw(bytes, pixels, most));
}

async function redraw(bytes: Buffer, pixels: number, most: Limits): Promise<Png | undefined> {
  const sharp = await library();
  try {
    const picture = sharp(bytes, { failOn: "warning", limitInputPixels: pixels }).toColourspace("srgb");
    const drawn = picture.timeout({ seconds: longest }).png({ compressionLevel: 9 });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return data.length > most.bytes ? undefined : { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

/** Tells whether a picture is of one colour, like an untouched canvas. */
export async function isBlank({ bytes }: Png): Promise<boolean> {
  const { channels } = await (await library())(bytes).stats();
  return channels.every(({ min, max }) => min === max);
}

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Reads the size a PNG claims in its first bytes; undefined for other files. */
export function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 16).equals(signature)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

let loaded: Promise<typeof Sharp> | undefined;
/**
 * Loaded with the first picture, which few processes ever handle. Three formats are enabled; what takes PNG alone looks
 * at its first bytes.
 */
export const library = () =>
  (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

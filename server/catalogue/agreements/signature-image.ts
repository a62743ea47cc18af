import { readPng } from "../../platform/png.ts";

const widest = 3000;
const highest = 1500;

/**
 * The PNG of a drawn signature, or undefined where it is not one that a document can carry: true colour with eight
 * bits, not interlaced, complete, of a sensible size and with something drawn on it.
 */
export function readSignature(dataAddress: string): Buffer | undefined {
  return drawableSignature(Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64"));
}

/** What a document draws of a stored signature, read anew: one kept before a check was made would not have passed it. */
export function drawableSignature(bytes: Buffer): Buffer | undefined {
  const png = readPng(bytes, widest, highest);
  if (!png || png.depth !== 8 || (png.colour !== 2 && png.colour !== 6)) return undefined;
  return isBlank(png.pixels, png.rowLength) ? undefined : png.bare;
}

/** Nothing drawn: a canvas that was never touched is transparent throughout. */
const isBlank = (pixels: Buffer, rowLength: number) => pixels.every((value, at) => at % rowLength === 0 || value === 0);

import { inflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const widest = 3000;
const highest = 1500;

/**
 * The PNG of a drawn signature, or undefined where it is not one that a document can carry: true colour with eight
 * bits, not interlaced, complete, of a sensible size and with something drawn on it.
 */
export function readSignature(dataAddress: string): Buffer | undefined {
  const png = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  if (!png.subarray(0, 8).equals(signature)) return undefined;
  const parts = chunksOf(png);
  const header = parts?.[0];
  if (!parts || header?.type !== "IHDR" || header.data.length !== 13 || parts.at(-1)?.type !== "IEND") return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, colour, , , interlace] = header.data.subarray(8);
  const channels = colour === 6 ? 4 : colour === 2 ? 3 : 0;
  if (depth !== 8 || channels === 0 || interlace !== 0) return undefined;
  if (width < 1 || width > widest || height < 1 || height > highest) return undefined;
  const rowLength = 1 + width * channels;
  const pixels = inflate(
    parts.filter(({ type }) => type === "IDAT").map(({ data }) => data),
    rowLength * height,
  );
  if (!pixels) return undefined;
  for (let row = 0; row < height; row++) if (pixels[row * rowLength]! > 4) return undefined;
  return isBlank(pixels, rowLength) ? undefined : png;
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] | undefined {
  const parts: { type: string; data: Buffer }[] = [];
  let at = 8;
  while (at + 12 <= png.length) {
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return undefined;
    parts.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return at === png.length ? parts : undefined;
}

function inflate(parts: Buffer[], expected: number): Buffer | undefined {
  try {
    const bytes = inflateSync(Buffer.concat(parts), { maxOutputLength: expected + 1 });
    return bytes.length === expected ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing drawn: a canvas that was never touched is transparent throughout. */
const isBlank = (pixels: Buffer, rowLength: number) => pixels.every((value, at) => at % rowLength === 0 || value === 0);

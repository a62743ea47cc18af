import { crc32, inflateSync } from "node:zlib";

export type Png = {
  width: number;
  height: number;
  /** Bits of one channel, and the kind of colour as the file says it: 0 grey, 2 true, 3 palette, 4 and 6 with alpha. */
  depth: number;
  colour: number;
  /** The decompressed rows, each led by its filter. */
  pixels: Buffer;
  rowLength: number;
  /** The same picture with nothing in it but what drawing it needs. */
  bare: Buffer;
};

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depthsOf: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const drawing = new Set(["IHDR", "PLTE", "tRNS", "sRGB", "gAMA", "IDAT", "IEND"]);

/** Reads a complete PNG that is not interlaced, of at most so many pixels; undefined for anything else. Names are not asked. */
export function readPng(bytes: Buffer, widest: number, highest: number): Png | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const parts = chunksOf(bytes);
  const header = parts?.[0];
  if (!parts || header?.type !== "IHDR" || header.data.length !== 13 || parts.at(-1)?.type !== "IEND") return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, colour, , , interlace] = header.data.subarray(8) as unknown as [number, number, number, number, number];
  const channels = channelsOf[colour];
  if (!channels || !depthsOf[colour]!.includes(depth) || interlace !== 0) return undefined;
  if (colour === 3 && !parts.some(({ type }) => type === "PLTE")) return undefined;
  if (width < 1 || width > widest || height < 1 || height > highest) return undefined;
  const rowLength = 1 + Math.ceil((width * channels * depth) / 8);
  const packed = parts.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const pixels = inflate(packed, rowLength * height);
  if (!pixels) return undefined;
  for (let row = 0; row < height; row++) if (pixels[row * rowLength]! > 4) return undefined;
  const needed = parts.filter(({ type }) => drawing.has(type)).map(({ whole }) => whole);
  return { width, height, depth, colour, pixels, rowLength, bare: Buffer.concat([signature, ...needed]) };
}

type Chunk = { type: string; data: Buffer; whole: Buffer };

function chunksOf(png: Buffer): Chunk[] | undefined {
  const parts: Chunk[] = [];
  let at = 8;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return undefined;
    const type = png.toString("latin1", at + 4, at + 8);
    parts.push({ type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) });
    at = end;
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

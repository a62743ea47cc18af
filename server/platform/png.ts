import { crc32, inflateSync, type Inflate } from "node:zlib";

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
const critical = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];

/**
 * Reads a complete PNG that is not interlaced, of at most so many pixels; undefined for anything else. Names are not
 * asked. Whoever reads the file next must find the same picture in it, so nothing may stand in it twice or out of turn.
 */
export function readPng(bytes: Buffer, widest: number, highest: number): Png | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const parts = chunksOf(bytes);
  const header = parts?.[0];
  if (!parts || !isInOrder(parts) || header?.data.length !== 13) return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, colour, packing, filtering, interlace] = [...header.data.subarray(8)] as Five;
  const channels = channelsOf[colour];
  if (!channels || !depthsOf[colour]!.includes(depth) || packing + filtering + interlace !== 0) return undefined;
  if (!hasColours(parts, colour, depth)) return undefined;
  if (width < 1 || width > widest || height < 1 || height > highest) return undefined;
  const rowLength = 1 + Math.ceil((width * channels * depth) / 8);
  const packed = parts.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const pixels = inflate(packed, rowLength * height);
  if (!pixels) return undefined;
  for (let row = 0; row < height; row++) if (pixels[row * rowLength]! > 4) return undefined;
  // Outside pictures by palette one is a mere suggestion, which the library of our documents would draw by.
  const needed = [...critical, "sRGB", "gAMA"].filter((type) => colour === 3 || type !== "PLTE");
  const rest = parts.filter(({ type }) => needed.includes(type)).map(({ whole }) => whole);
  return { width, height, depth, colour, pixels, rowLength, bare: Buffer.concat([signature, ...rest]) };
}

type Five = [number, number, number, number, number];
type Chunk = { type: string; data: Buffer; whole: Buffer };

/** One header first, one end last and empty, at most one palette and one transparency between, and the picture in one run. */
function isInOrder(parts: readonly Chunk[]): boolean {
  const types = parts.map(({ type }) => type);
  const run = types.slice(types.indexOf("IDAT"), types.lastIndexOf("IDAT") + 1);
  const order = types.filter((type) => critical.includes(type) && type !== "IDAT").join(" ");
  if (run.length === 0 || run.some((type) => type !== "IDAT")) return false;
  if (types[0] !== "IHDR" || types.at(-1) !== "IEND" || parts.at(-1)!.data.length > 0) return false;
  const colours = Math.max(types.indexOf("PLTE"), types.indexOf("tRNS"));
  return /^IHDR( PLTE)?( tRNS)? IEND$/.test(order) && colours < types.indexOf("IDAT");
}

function hasColours(parts: readonly Chunk[], colour: number, depth: number): boolean {
  const lengthOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.data.length;
  const [palette, transparency] = [lengthOf("PLTE"), lengthOf("tRNS")];
  const entries = (palette ?? 0) / 3;
  if (palette === undefined ? colour === 3 : colour === 0 || colour === 4) return false;
  if (palette !== undefined && (!Number.isInteger(entries) || entries < 1 || entries > 256)) return false;
  if (colour === 3 && entries > 2 ** depth) return false;
  if (transparency === undefined) return true;
  if (colour === 3) return transparency >= 1 && transparency <= entries;
  return transparency === ({ 0: 2, 2: 6 } as Record<number, number>)[colour];
}

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

/** The bytes of a stream that is as long as expected, ends where its parts end, and is never unpacked further. */
function inflate(parts: Buffer[], expected: number): Buffer | undefined {
  try {
    const packed = Buffer.concat(parts);
    const options = { maxOutputLength: expected + 1, info: true };
    const { buffer, engine } = inflateSync(packed, options) as unknown as { buffer: Buffer; engine: Inflate };
    return buffer.length === expected && engine.bytesWritten === packed.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}

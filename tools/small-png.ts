import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
type Picture = { width: number; height: number; colours: Uint32Array };

/** A PNG of 256 colours, about a third of the size; each other colour becomes the nearest of them. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = readPng(png);
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = paletteOf([...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour));
  const places = new Map(Array.from(counts.keys(), (colour) => [colour, nearest(colour, palette)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(colours[y * width + x]!)!;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => parts(colour)))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const parts = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

/** Grounds are kept as they are; of the many shades at the edges of letters those that differ enough, so that rare colours find a place. */
const grounds = 32;
const apart = 120;

function paletteOf(commonestFirst: readonly number[]): number[] {
  const palette: number[] = [];
  for (const colour of commonestFirst)
    if (palette.length < grounds || palette.every((each) => distance(each, colour) >= apart)) palette.push(colour);
  return palette.slice(0, 256);
}

function distance(one: number, other: number): number {
  const [[r, g, b], [red, green, blue]] = [parts(one), parts(other)];
  return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
}

function nearest(colour: number, palette: readonly number[]): number {
  const distances = palette.map((each) => distance(each, colour));
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Reads eight bits for each of red, green and blue, as browsers write their pictures; what is see-through counts as full. */
export function readPng(png: Buffer): Picture {
  const data: Buffer[] = [];
  let [width, height, size] = [0, 0, 0];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === "IDAT") data.push(body);
    if (type !== "IHDR") continue;
    [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
    size = { 2: 3, 6: 4 }[body[9]!] ?? 0;
    if (body[8] !== 8 || size === 0 || body[12] !== 0)
      throw new Error("Only plain pictures of eight bits can be read.");
  }
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * size, size);
  return {
    width,
    height,
    colours: Uint32Array.from({ length: width * height }, (_, at) => pixels.readUIntBE(at * size, 3)),
  };
}

/** Each row says by its first byte from which neighbours its bytes are differences. */
function unfiltered(raw: Buffer, stride: number, size: number): Buffer {
  const pixels = Buffer.alloc((raw.length / (stride + 1)) * stride);
  for (let y = 0; y * stride < pixels.length; y++)
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= size ? pixels[at - size]! : 0;
      const up = y > 0 ? pixels[at - stride]! : 0;
      const corner = x >= size && y > 0 ? pixels[at - stride - size]! : 0;
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      pixels[at] = raw[at + y + 1]! + guesses[raw[y * (stride + 1)]!]!;
    }
  return pixels;
}

/** Whichever neighbour is nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  if (toLeft! <= toUp! && toLeft! <= toCorner!) return left;
  return toUp! <= toCorner! ? up : corner;
}

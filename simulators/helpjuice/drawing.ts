/** Pictures of the articles: a sketch of a page of the portal, drawn as PNG. */
import { crc32, deflateSync } from "node:zlib";

const width = 640;
const height = 300;
type Box = readonly [
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: readonly [number, number, number],
];

const [white, line, accent, ink, soft] = [
  [255, 255, 255],
  [226, 229, 235],
  [58, 83, 208],
  [87, 95, 108],
  [225, 229, 248],
] as const;
const frame: readonly Box[] = [
  [0, 0, width, height, line],
  [1, 1, width - 1, height - 1, white],
  [1, 1, width - 1, 44, [247, 248, 250]],
  [20, 16, 92, 30, accent],
  ...[120, 200, 280, 360].map((left): Box => [left, 20, left + 56, 27, ink]),
  [560, 14, 618, 32, accent],
];
const row = (top: number): Box[] => [
  [24, top, 220, top + 8, ink],
  [300, top, 420, top + 8, line],
  [540, top - 4, 600, top + 12, soft],
];
const sketches: Record<string, readonly Box[]> = {
  menu: [
    ...frame,
    [350, 44, 520, 220, line],
    [351, 45, 519, 219, white],
    ...[60, 90, 120, 150, 180].map((top): Box => [368, top, 480, top + 8, ink]),
  ],
  list: [...frame, [24, 64, 180, 78, ink], ...[110, 146, 182, 218, 254].flatMap(row)],
  form: [
    ...frame,
    [24, 64, 220, 78, ink],
    ...[100, 146, 192].flatMap((top): Box[] => [
      [24, top, 120, top + 7, ink],
      [24, top + 12, 420, top + 36, line],
      [25, top + 13, 419, top + 35, white],
    ]),
    [24, 250, 130, 276, accent],
  ],
};

/** Draws a sketch by its name; any other name gives the list. */
export function drawing(name: string): Buffer {
  const pixels = Buffer.alloc((width * 3 + 1) * height);
  for (const [left, top, right, bottom, colour] of sketches[name] ?? sketches["list"]!)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) pixels.set(colour, y * (width * 3 + 1) + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

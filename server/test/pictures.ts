import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Makes a PNG of one colour, optionally interlaced or with extra data. */
export function pngOf(
  width: number,
  height: number,
  { colour = [194, 65, 12, 255], interlaced = false, extra }: Partial<Options> = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  return Buffer.concat([
    pngSignature,
    chunk("IHDR", header),
    ...(extra ? [chunk(extra[0], extra[1])] : []),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
type Options = { colour: readonly number[]; interlaced: boolean; extra: [type: string, data: Buffer] };

export const pngAddress = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

/** Returns the size and the pixels of a PNG, four bytes each. */
export async function pixelsOf(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data.toString("hex") };
}

/** Draws a signature as the browser sends it: a PNG with a diagonal stroke. */
export function drawing(change: { width?: number; pixels?: Buffer; truncated?: boolean } = {}): string {
  const [width, height] = [change.width ?? 60, 20];
  const rows = Buffer.alloc(height * (1 + 60 * 4));
  for (let y = 0; y < height; y++) rows.fill(255, y * 241 + 1 + y * 8 + 3, y * 241 + 1 + y * 8 + 4);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const png = Buffer.concat([
    pngSignature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(change.pixels ?? rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return pngAddress(change.truncated ? png.subarray(0, 50) : png);
}

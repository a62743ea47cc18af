import { createHash } from "node:crypto";
import { fitted, logoBox } from "@tradewind/domain/portal/white-label.ts";
import { readPng, type Png } from "../../platform/png.ts";
import { cleanSvg } from "./logo-svg.ts";

export type Picture = { name: string; bytes: Buffer; width: number; height: number };
/** A picture that can be kept, or what is wrong with it, said to whoever chose it. */
export type ReadPicture = { picture: Picture } | { wrong: string };

const widest = logoBox.width * logoBox.finest;
const highest = logoBox.height * logoBox.finest;
const tooHeavy = `The picture is larger than ${logoBox.bytes / 1000} kB. Save it smaller and try again.`;

/**
 * What a logo's data address holds, told from its bytes alone. A PNG keeps its pixels and loses everything else in the
 * file; an SVG keeps what draws and loses what runs, loads or leads elsewhere.
 */
export async function readPicture(dataAddress: string): Promise<ReadPicture> {
  const bytes = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  if (bytes.length > logoBox.bytes) return { wrong: tooHeavy };
  return bytes[0] === 0x89 ? readRaster(bytes) : readDrawing(bytes);
}

function readRaster(bytes: Buffer): ReadPicture {
  // The size stands at a fixed place; looked at first, since a picture of the wrong size deserves its own sentence.
  const [width, height] = bytes.length > 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [1, 1];
  if (width > widest || height > highest)
    return {
      wrong: `The picture is ${width} by ${height} pixels. Logos are shown at ${logoBox.width} by ${logoBox.height}; send at most ${widest} by ${highest}.`,
    };
  const png = drawableLogo(bytes);
  return png
    ? kept(png.bare, "png", fitted(png))
    : { wrong: "This PNG cannot be used. Save it in true colour with 8 bits, not interlaced, and try again." };
}

/** A PNG that a document can draw: no other kind than true colour with 8 bits. */
export function drawableLogo(bytes: Buffer): Png | undefined {
  const png = readPng(bytes, widest, highest);
  return png?.depth === 8 && (png.colour === 2 || png.colour === 6) ? png : undefined;
}

async function readDrawing(bytes: Buffer): Promise<ReadPicture> {
  const clean = await cleanSvg(bytes.toString("utf8"));
  if ("wrong" in clean) return clean;
  const svg = Buffer.from(clean.svg);
  return svg.length > logoBox.bytes ? { wrong: tooHeavy } : kept(svg, "svg", clean);
}

const kept = (bytes: Buffer, kind: "png" | "svg", { width, height }: { width: number; height: number }) => ({
  picture: { name: `${createHash("sha256").update(bytes).digest("hex")}.${kind}`, bytes, width, height },
});

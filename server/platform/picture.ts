import { inTurn, library, longest, mostPixels } from "./png.ts";

type Size = { width: number; height: number };
type Limits = { least: number; most: number; square: number };
/** As it is kept, or its size if that is beyond the limits. */
export type Redrawn = { bytes: Buffer } | { size: Size };

/**
 * Redraws a PNG, JPEG or WebP picture as WebP that fits into a square, off the event loop; undefined for anything else.
 * Of the file nothing is kept but what it shows. `who` sent it.
 */
export const redrawPicture = (who: string, bytes: Buffer, limits: Limits): Promise<Redrawn | undefined> =>
  inTurn(who, () => redraw(bytes, limits));

async function redraw(bytes: Buffer, { least, most, square }: Limits): Promise<Redrawn | undefined> {
  const sharp = await library();
  try {
    const picture = sharp(bytes, { failOn: "warning", limitInputPixels: mostPixels });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < least || Math.max(width, height) > most) return { size: { width, height } };
    const drawn = picture.autoOrient().resize(square, square, { fit: "inside", withoutEnlargement: true });
    return { bytes: await drawn.toColourspace("srgb").timeout({ seconds: longest }).webp({ quality: 90 }).toBuffer() };
  } catch {
    return undefined;
  }
}

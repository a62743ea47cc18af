import { createHash } from "node:crypto";
import { pictureAddress, pictureBox } from "@tradewind/domain/catalogue/product-words.ts";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/app-error.ts";
import { sendLasting } from "../../platform/lasting-file.ts";
import { redrawPicture } from "../../platform/picture.ts";
import type { Platform } from "../../platform/platform.ts";
import { refuseInfected } from "../../platform/scan.ts";
import { findPicture, type Picture } from "./product-pictures.store.ts";

const { least, most, bytes: mostBytes } = pictureBox;
const refused = (Picture: string) => new AppError("pictureInvalid", { fields: { Picture } });

/** Reads the picture in a data URL, looked into for viruses and drawn anew. */
export async function readPicture(platform: Platform, who: string, dataAddress: string): Promise<Picture> {
  const sent = Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
  if (sent.length > mostBytes)
    throw refused(`The picture is larger than ${mostBytes / 1_000_000} MB. Save it smaller and try again.`);
  await refuseInfected(platform, sent);
  const drawn = await redrawPicture(who, sent, pictureBox);
  if (!drawn) throw refused("This picture cannot be read. Save it again as PNG, JPEG or WebP and choose it once more.");
  if ("size" in drawn)
    throw refused(
      `The picture is ${drawn.size.width} by ${drawn.size.height} pixels. Each side must be between ${least} and ${most}.`,
    );
  const { bytes } = drawn;
  return { name: `${createHash("sha256").update(bytes).digest("hex")}.webp`, bytes };
}

/** Serves pictures of products publicly, under the hash of what they hold. */
export function serveProductPictures(app: FastifyInstance, { database }: Platform): void {
  app.get<{ Params: { name: string } }>(pictureAddress(":name"), async (request, reply) => {
    const { name } = request.params;
    const isOurs = /^[0-9a-f]{64}\.webp$/.test(name);
    const picture = isOurs && (await database.read({ role: "app_identity" }, (db) => findPicture(db, name)));
    return picture ? sendLasting(reply, "image/webp", picture.bytes) : reply.callNotFound();
  });
}

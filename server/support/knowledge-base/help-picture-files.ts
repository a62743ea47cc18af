import type { FastifyInstance } from "fastify";
import { sendLasting } from "../../platform/lasting-file.ts";
import type { Platform } from "../../platform/platform.ts";
import { findPicture } from "./knowledge-base.store.ts";

export const helpPictureAddress = (name: string) => `/help-pictures/${name}`;

/** Serves pictures of articles publicly, under the hash of what they hold. */
export function serveHelpPictures(app: FastifyInstance, { database }: Platform): void {
  app.get<{ Params: { name: string } }>(helpPictureAddress(":name"), async (request, reply) => {
    const { name } = request.params;
    const isOurs = /^[0-9a-f]{64}\.webp$/.test(name);
    const picture = isOurs && (await database.read({ role: "app_identity" }, (db) => findPicture(db, name)));
    return picture ? sendLasting(reply, "image/webp", picture.bytes) : reply.callNotFound();
  });
}

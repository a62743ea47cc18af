import { kindOfFile } from "@tradewind/domain/support/ticket-files.ts";
import { largestFile } from "@tradewind/domain/support/tickets.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { redrawPng } from "../../platform/png.ts";
import { newId } from "../../platform/random.ts";
import { countWaitingFiles, insertFile } from "./thread.store.ts";

/** Larger pictures are stored unchanged. */
const largestPicture = { width: 8_000, height: 8_000, bytes: largestFile };
/** A person's files not attached to any message yet; one or two drafts hold fewer. */
const mostWaiting = 20;

/** Stores a file for a later message. Detects its type from the bytes; a PNG keeps only its picture. */
export async function keepFile(
  { tx, actor }: Pick<Doing<Actor>, "tx" | "actor">,
  resellerId: string,
  sent: { Name: string; Content: string },
) {
  const given = Buffer.from(sent.Content, "base64");
  const found = kindOfFile(sent.Name, given);
  if ("wrong" in found) throw new AppError("ticketFileInvalid", { fields: { Content: found.wrong } });
  if ((await countWaitingFiles(tx, resellerId, actor.personId)) >= mostWaiting)
    throw new AppError("ticketFileInvalid", {
      fields: {
        Content: `${mostWaiting} of your files are already waiting for a message. Send them first, or try tomorrow.`,
      },
    });
  const { mediaType } = found.kind;
  const bytes = mediaType === "image/png" ? ((await redrawPng(given, largestPicture))?.bytes ?? given) : given;
  const id = newId();
  await insertFile(tx, { resellerId, id, sentBy: actor.personId, name: sent.Name, mediaType, bytes });
  return { Id: id, Name: sent.Name, Size: bytes.length };
}

/** Attaches files to a message, each once; refuses files that are missing, someone else's or already attached. */
export async function takeFiles(tx: Tx, resellerId: string, personId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0 && (await countWaitingFiles(tx, resellerId, personId, wanted)) !== wanted.length)
    throw new AppError("ticketFileUnknown", { fields: { Files: "A file is no longer available" } });
  return wanted;
}

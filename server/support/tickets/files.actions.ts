import { kindOfFile } from "@tradewind/domain/support/ticket-files.ts";
import { largestFile } from "@tradewind/domain/support/tickets.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { redrawPng } from "../../platform/png.ts";
import { newId } from "../../platform/random.ts";
import { countWaitingFiles, insertFile } from "./thread.store.ts";

/** A larger picture is kept as it came. */
const largestPicture = { width: 8_000, height: 8_000, bytes: largestFile };
/** Files of one person that no message took so far; a draft or two have fewer. */
const mostWaiting = 20;

/** Keeps a file for a message to come. Its kind is told from its bytes; a PNG loses everything but the picture. */
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
        Content: `${mostWaiting} files of yours wait for a message already. Send them first, or try tomorrow.`,
      },
    });
  const { mediaType } = found.kind;
  const bytes = mediaType === "image/png" ? ((await redrawPng(given, largestPicture))?.bytes ?? given) : given;
  const id = newId();
  await insertFile(tx, { resellerId, id, sentBy: actor.personId, name: sent.Name, mediaType, bytes });
  return { Id: id, Name: sent.Name, Size: bytes.length };
}

/** The files of a message, each once; refuses one that is gone, somebody else's or in a message already. */
export async function takeFiles(tx: Tx, resellerId: string, personId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0 && (await countWaitingFiles(tx, resellerId, personId, wanted)) !== wanted.length)
    throw new AppError("ticketFileUnknown", { fields: { Files: "A file is not there any more" } });
  return wanted;
}

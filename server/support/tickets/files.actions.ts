import { kindOfFile } from "@tradewind/domain/support/ticket-files.ts";
import { largestFile } from "@tradewind/domain/support/tickets.ts";
import type { Actor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { redrawPng } from "../../platform/png.ts";
import { newId } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { countWaitingFiles, deleteWaitingFile, insertFile, listKept } from "./thread.store.ts";

/** Larger pictures are stored unchanged. */
const largestPicture = { width: 8_000, height: 8_000, bytes: largestFile };
/** A person's files not attached to any message yet; one or two drafts hold fewer. */
const mostWaiting = 20;

export type FileScan = "none" | "waiting" | "clean" | "infected";
type ReadFile = { name: string; mediaType: string; bytes: Buffer };

/** Reads a file that was sent. Detects its type from the bytes; a PNG keeps only its picture. */
export async function readFile({ resellerId }: Actor, sent: { Name: string; Content: string }): Promise<ReadFile> {
  const given = Buffer.from(sent.Content, "base64");
  const found = kindOfFile(sent.Name, given);
  if ("wrong" in found) throw new AppError("ticketFileInvalid", { fields: { Content: found.wrong } });
  const { mediaType } = found.kind;
  const redrawn =
    mediaType === "image/png" ? await redrawPng(resellerId ?? "operator", given, largestPicture) : undefined;
  return { name: sent.Name, mediaType, bytes: redrawn?.bytes ?? given };
}

/** Waits for the turn to count and change a person's files that no message has taken. */
const filesOf = (tx: Tx, resellerId: string, personId: string) => takeTurn(tx, `files ${resellerId} ${personId}`);

/** Stores a file for a later message, and has it looked into for viruses if there is a scanner. */
export async function keepFile(
  { tx, actor, platform }: Pick<Doing<Actor>, "tx" | "actor" | "platform">,
  resellerId: string,
  { name, mediaType, bytes }: ReadFile,
) {
  await filesOf(tx, resellerId, actor.personId);
  if ((await countWaitingFiles(tx, resellerId, actor.personId)) >= mostWaiting)
    throw new AppError("ticketFileInvalid", {
      fields: {
        Content: `${mostWaiting} of your files are already waiting for a message. Send them first, or try tomorrow.`,
      },
    });
  const id = newId();
  const scan = platform.scanner ? ("waiting" as const) : ("none" as const);
  await insertFile(tx, { resellerId, id, sentBy: actor.personId, name, mediaType, bytes, scan });
  if (scan === "waiting") await platform.jobs.file(tx, "files.scan", { resellerId, fileId: id });
  return { Id: id, Name: name, Size: bytes.length, Scan: scan } as const;
}

/** Removes one of a person's files that no message has taken, which makes room for another. */
export async function dropFile(tx: Tx, resellerId: string, personId: string, id: string) {
  await filesOf(tx, resellerId, personId);
  orNotFound(await deleteWaitingFile(tx, resellerId, personId, id));
  return {};
}

/** Refuses a file that nobody may have: one in which a virus was found, or which was not looked into yet. */
export function refuseUnscanned({ scan }: { scan: FileScan }): void {
  if (scan === "waiting") throw new AppError("fileWaits");
  if (scan === "infected") throw new AppError("fileInfected");
}

/** Shows a person's own files that no message has taken. */
export const keptFiles = async (db: Db, resellerId: string, personId: string) => ({
  Items: (await listKept(db, resellerId, personId)).map(({ id, name, size, scan }) => ({
    Id: id,
    Name: name,
    Size: size,
    Scan: scan,
  })),
});

/** Attaches files to a message, each once; refuses files that are missing, someone else's or already attached. */
export async function takeFiles(tx: Tx, resellerId: string, personId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return wanted;
  await filesOf(tx, resellerId, personId);
  if ((await countWaitingFiles(tx, resellerId, personId, wanted)) !== wanted.length) {
    const infected = (await listKept(tx, resellerId, personId)).filter(
      ({ id, scan }) => scan === "infected" && wanted.includes(id),
    );
    const names = infected.map(({ name }) => `“${name}”`).join(", ");
    throw new AppError("ticketFileUnknown", {
      fields: {
        Files: names
          ? `A virus was found in ${names}. Remove it to send the message.`
          : "A file is no longer available",
      },
    });
  }
  return wanted;
}

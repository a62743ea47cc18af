import type { Actor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { storeFile, type ReadFile } from "../../platform/sent-files.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { countWaitingFiles, deleteWaitingFile, listKept } from "./thread.store.ts";

/** A person's files not attached to any message yet; one or two drafts hold fewer. */
const mostWaiting = 20;

/** Waits for the turn to count and change a person's files that no message has taken. */
const filesOf = (tx: Tx, resellerId: string, personId: string) => takeTurn(tx, `files ${resellerId} ${personId}`);

/** Stores a file for a later message. */
export async function keepFile(
  doing: Pick<Doing<Actor>, "tx" | "actor" | "platform">,
  resellerId: string,
  file: ReadFile,
) {
  const { tx, actor } = doing;
  await filesOf(tx, resellerId, actor.personId);
  if ((await countWaitingFiles(tx, resellerId, actor.personId)) >= mostWaiting)
    throw new AppError("fileInvalid", {
      fields: {
        Content: `${mostWaiting} of your files are already waiting for a message. Send them first, or try tomorrow.`,
      },
    });
  return storeFile(doing, resellerId, file);
}

/** Removes one of a person's files that no message has taken, which makes room for another. */
export async function dropFile(tx: Tx, resellerId: string, personId: string, id: string) {
  await filesOf(tx, resellerId, personId);
  orNotFound(await deleteWaitingFile(tx, resellerId, personId, id));
  return {};
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

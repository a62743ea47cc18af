import { typeOfFile, type AcceptedFiles, type FileScan } from "@tradewind/domain/values/sent-files.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import type { Doing } from "./http.ts";
import { newId } from "./random.ts";
import { insertFile } from "./sent-files.store.ts";

export type ReadFile = { name: string; mediaType: string; bytes: Buffer };

/** Reads a file that was sent, byte for byte. */
export function readFile(sent: { Name: string; Content: string }, accepted?: AcceptedFiles): ReadFile {
  const bytes = Buffer.from(sent.Content, "base64");
  const found = typeOfFile(sent.Name, bytes.length, accepted);
  if ("wrong" in found) throw new AppError("fileInvalid", { fields: { Content: found.wrong } });
  return { name: sent.Name, mediaType: found.mediaType, bytes };
}

/**
 * Stores a file of a company, and has it looked into for viruses if there is a scanner. One that nothing refers to is
 * removed within a day.
 */
export async function storeFile(
  { tx, actor, platform }: Pick<Doing<Actor>, "tx" | "actor" | "platform">,
  resellerId: string,
  { name, mediaType, bytes }: ReadFile,
) {
  const id = newId();
  const scan = platform.scanner ? ("waiting" as const) : ("none" as const);
  await insertFile(tx, {
    reseller_id: resellerId,
    id,
    sent_by: actor.personId,
    name,
    media_type: mediaType,
    bytes,
    scan,
  });
  if (scan === "waiting") await platform.jobs.file(tx, "files.scan", { resellerId, fileId: id });
  return { Id: id, Name: name, Size: bytes.length, Scan: scan } as const;
}

/** Refuses a file that nobody may have: one in which a virus was found, or which was not looked into yet. */
export function refuseUnscanned({ scan }: { scan: FileScan }): void {
  if (scan === "waiting") throw new AppError("fileWaits");
  if (scan === "infected") throw new AppError("fileInfected");
}

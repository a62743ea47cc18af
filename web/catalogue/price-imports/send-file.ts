import { priceImports, type PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { wholeLines } from "@tradewind/domain/catalogue/price-file.ts";
import { call, callUnder } from "../../platform/api.ts";
import { ApiError } from "../../platform/api-error.ts";

/** Characters of a piece: read by the server in some milliseconds. */
const pieceSize = 200_000;

/** Cuts a file into pieces of whole lines as it is read, so that a large one is never in memory as a whole. */
export async function* piecesOf(file: Blob, size: number = pieceSize): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let end = false; !end;) {
    const { value, done } = await reader.read();
    end = done;
    rest += value ?? "";
    while (rest.length > size) {
      const cut = wholeLines(rest, size);
      if (cut === 0) throw unread();
      yield rest.slice(0, cut);
      rest = rest.slice(cut);
    }
  }
  if (rest !== "") yield rest;
}

const unread = () =>
  new ApiError(400, {
    Error: "invalidRequest",
    Errors: { File: "A line of this file is too long, or its quotes never end" },
  });

type Wanted = { file: File; from: string; share: string; replaces?: string | undefined };

/**
 * Sends a file as a new import and has it compared. `onSent` hears how much of it the server has read, from 0 to 1. The
 * import that it replaces, whose file was mended, is discarded.
 */
export async function sendFile(
  { file, from, share, replaces }: Wanted,
  onSent: (share: number) => void,
): Promise<PriceImport> {
  const body = { FileName: file.name.slice(0, 120), From: from, SharePercent: share };
  const { Id: priceImportId } = await callUnder(crypto.randomUUID(), priceImports.begin, { body });
  const params = { priceImportId };
  const compared = await sendPieces(file, params, onSent).catch(async (error: unknown) => {
    // What was read of it is of no use to anybody.
    await call(priceImports.discard, { params }).catch(() => undefined);
    throw error;
  });
  if (replaces) await call(priceImports.discard, { params: { priceImportId: replaces } });
  return compared;
}

async function sendPieces(file: File, params: { priceImportId: string }, onSent: (share: number) => void) {
  let sent = 0;
  let number = 0;
  for await (const Text of piecesOf(file)) {
    await callUnder(crypto.randomUUID(), priceImports.read, { params, body: { Number: ++number, Text } });
    sent += Text.length;
    onSent(Math.min(1, sent / file.size));
  }
  return call(priceImports.compare, { params });
}

import { typeOfFile, type AcceptedFiles } from "@tradewind/domain/values/sent-files.ts";
import { ApiError } from "../platform/api-error.ts";
import { readAsBase64 } from "../platform/base64.ts";

export const sizeWords = (bytes: number) =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Reads a file to send; one that the server would refuse throws the sentence that says why. */
export async function readSentFile(file: File, accepted?: AcceptedFiles): Promise<{ Name: string; Content: string }> {
  const found = typeOfFile(file.name, file.size, accepted);
  if ("wrong" in found) throw new Error(found.wrong);
  return { Name: file.name.slice(-120), Content: await readAsBase64(file) };
}

/** The server's words, or those of a file that is not even sent. */
export const reasonOfFile = (fault: unknown): string =>
  fault instanceof ApiError
    ? (fault.fields["Content"] ?? fault.fields["Name"] ?? fault.message)
    : (fault as Error).message;

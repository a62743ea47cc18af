/** Files that people send, taken as they are. */

/** Bytes. */
const largestFile = 5_000_000;

/** What the virus scanner said of a file; `none` where nobody asks it. */
export const fileScans = ["none", "waiting", "clean", "infected"] as const;
export type FileScan = (typeof fileScans)[number];

/** Tells whether a file may be given to anybody. */
export const isGivenOut = (scan: FileScan): boolean => scan === "clean" || scan === "none";

/** The media types that we take, by the endings of their files. */
const kinds: Record<string, readonly string[]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/heic": ["heic", "heif"],
  "application/pdf": ["pdf"],
  "application/zip": ["zip", "docx", "xlsx", "pptx"],
  "text/plain": ["txt", "log", "csv", "tsv", "json"],
};

/** File extensions that the file chooser offers. */
export const fileEndings: readonly string[] = Object.values(kinds).flat();

/** Which files are accepted somewhere: by their endings, and in words. */
export type AcceptedFiles = { endings: readonly string[]; words: string };
const anyFile: AcceptedFiles = {
  endings: fileEndings,
  words: "a picture, a PDF, an Office document, a ZIP or plain text",
};

/**
 * Returns the media type of an acceptable file, or a sentence that says what is wrong with it. What is in it is not judged:
 * programs write text, pictures and PDFs in more ways than their formats name, and the virus scanner says what is harmful.
 */
export function typeOfFile(
  name: string,
  size: number,
  accepted: AcceptedFiles = anyFile,
): { mediaType: string } | { wrong: string } {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (size === 0) return { wrong: "This file is empty." };
  if (size > largestFile)
    return { wrong: `This file is larger than ${largestFile / 1_000_000} MB. Send a smaller one.` };
  const [mediaType] = Object.entries(kinds).find(([, endings]) => endings.includes(ending)) ?? [];
  return mediaType && accepted.endings.includes(ending)
    ? { mediaType }
    : { wrong: `This kind of file is not accepted. Send ${accepted.words}.` };
}

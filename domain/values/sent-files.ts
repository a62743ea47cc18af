/** Types of files that people send, detected from the bytes rather than from what the sender claims. */

/** Bytes. */
export const largestFile = 5_000_000;

/** What the virus scanner said of a file; `none` where nobody asks it. */
export const fileScans = ["none", "waiting", "clean", "infected"] as const;
export type FileScan = (typeof fileScans)[number];

/** Tells whether a file may be given to anybody. */
export const isGivenOut = (scan: FileScan): boolean => scan === "clean" || scan === "none";

export type FileKind = { mediaType: string; endings: readonly string[] };

const pictures: readonly (FileKind & { fits(bytes: Uint8Array): boolean })[] = [
  {
    mediaType: "image/png",
    endings: ["png"],
    fits: (bytes) => begins(bytes, "89504e470d0a1a0a0000000d49484452") && ends(bytes, "49454e44ae426082"),
  },
  {
    mediaType: "image/jpeg",
    endings: ["jpg", "jpeg"],
    fits: (bytes) => begins(bytes, "ffd8ff") && ends(bytes, "ffd9"),
  },
  {
    mediaType: "image/gif",
    endings: ["gif"],
    fits: (bytes) => /^(47494638376|47494638396)1/.test(hex(bytes.subarray(0, 6))) && ends(bytes, "3b"),
  },
  {
    mediaType: "image/webp",
    endings: ["webp"],
    fits: (bytes) => begins(bytes, "52494646") && hex(bytes.subarray(8, 12)) === "57454250",
  },
  { mediaType: "application/pdf", endings: ["pdf"], fits: (bytes) => begins(bytes, "255044462d") },
  {
    mediaType: "application/zip",
    endings: ["zip", "docx", "xlsx", "pptx"],
    fits: (bytes) => begins(bytes, "504b0304"),
  },
];
const text: FileKind = { mediaType: "text/plain", endings: ["txt", "log", "csv", "json"] };

/** File extensions that the file chooser offers. */
export const fileEndings: readonly string[] = [...pictures, text].flatMap(({ endings }) => endings);

/** Which files are accepted somewhere: by their endings, and in words. */
export type AcceptedFiles = { endings: readonly string[]; words: string };
const anyFile: AcceptedFiles = {
  endings: fileEndings,
  words: "a picture, a PDF, an Office document, a ZIP or plain text",
};

/** Returns the type of an acceptable file, or a sentence that says what is wrong with it. */
export function kindOfFile(
  name: string,
  bytes: Uint8Array,
  accepted: AcceptedFiles = anyFile,
): { kind: FileKind } | { wrong: string } {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (bytes.length === 0) return { wrong: "This file is empty." };
  if (bytes.length > largestFile)
    return { wrong: `This file is larger than ${largestFile / 1_000_000} MB. Send a smaller one.` };
  if (!accepted.endings.includes(ending))
    return { wrong: `This kind of file is not accepted. Send ${accepted.words}.` };
  const kind = pictures.find(({ fits }) => fits(bytes)) ?? (isText(bytes) ? text : undefined);
  if (!kind?.endings.includes(ending))
    return { wrong: `The content of this file does not match its name (.${ending}). Save it again and try again.` };
  return { kind };
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const begins = (bytes: Uint8Array, start: string) => hex(bytes.subarray(0, start.length / 2)) === start;
const ends = (bytes: Uint8Array, end: string) => hex(bytes.subarray(-end.length / 2)) === end;

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

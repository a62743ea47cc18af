/** Files that go with a ticket's messages. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { fileScan, readers } from "./ticket-parts.ts";

/** A file as base64; anything over the size limit is refused before it is read. */
const fileBody = z.strictObject({
  Name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(120),
      z.regex(/^[^/\\\p{Cc}\p{Cf}]+$/u, "The name of a file has no slashes and no hidden signs"),
    ),
  Content: z
    .string()
    .check(
      z.minLength(4, "This file is empty."),
      z.maxLength(6_700_000, "This file is larger than 5 MB. Send a smaller one."),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, "This file could not be read. Choose it again."),
    ),
});
const sentFile = z.object({ Id: id, Name: z.string(), Size: z.number(), Scan: fileScan });
/** Options shared by both sides' endpoints for files. */
export const fileUpload = {
  method: "POST",
  unlogged: "A file counts only once a message is sent with it, which is logged.",
  body: fileBody,
  largestBody: { bytes: 6_800_000, because: "A file of 5 MB in base64." },
  result: sentFile,
  errors: ["ticketFileInvalid"],
} as const;
export const keptFiles = {
  method: "GET",
  result: z.object({ Items: z.array(sentFile) }),
} as const;
export const fileRemoval = {
  method: "DELETE",
  unlogged: "A file counts only once a message is sent with it, which is logged.",
  params: z.strictObject({ waitingFileId: id }),
  result: z.object({}),
  errors: ["notFound"],
} as const;
export const fileDownload = {
  method: "GET",
  logs: "exports.ticketFile",
  params: z.strictObject({ ticketId: id, fileId: id }),
  file: "application/octet-stream",
  result: z.unknown(),
  errors: ["fileWaits", "fileInfected"],
} as const;

export const ticketFiles = {
  upload: endpoint({
    ...fileUpload,
    path: "/api/support/files",
    summary: "Keeps a file for a message; one that no message takes within a day is removed",
    access: readers,
  }),
  kept: endpoint({
    ...keptFiles,
    path: "/api/support/files",
    summary: "The caller's files that no message has taken, and whether viruses were found in them",
    access: readers,
  }),
  remove: endpoint({
    ...fileRemoval,
    path: "/api/support/files/:waitingFileId",
    summary: "Removes one of the caller's files that no message has taken",
    access: readers,
  }),
  download: endpoint({
    ...fileDownload,
    path: "/api/support/tickets/:ticketId/files/:fileId",
    summary: "A file of a ticket",
    access: readers,
  }),
};

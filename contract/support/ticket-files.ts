/** Files that go with a ticket's messages. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { download, fileScan, largestBody, sentFile } from "../sent-files.ts";
import { readers } from "./ticket-parts.ts";

const keptFile = z.object({ Id: id, Name: z.string(), Size: z.number(), Scan: fileScan });
/** Options shared by both sides' endpoints for files. */
export const fileUpload = {
  method: "POST",
  unlogged: "A file counts only once a message is sent with it, which is logged.",
  body: z.strictObject(sentFile),
  largestBody,
  result: keptFile,
  errors: ["fileInvalid"],
} as const;
export const keptFiles = {
  method: "GET",
  result: z.object({ Items: z.array(keptFile) }),
} as const;
export const fileRemoval = {
  method: "DELETE",
  unlogged: "A file counts only once a message is sent with it, which is logged.",
  params: z.strictObject({ waitingFileId: id }),
  result: z.object({}),
  errors: ["notFound"],
} as const;
export const fileDownload = {
  ...download,
  logs: "exports.ticketFile",
  params: z.strictObject({ ticketId: id, fileId: id }),
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

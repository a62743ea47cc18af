/** Files that people send, such as those of tickets. */
import { fileScans } from "@tradewind/domain/values/sent-files.ts";
import * as z from "zod/mini";

/** A file as base64; anything over the size limit is refused before it is read. */
export const sentFile = {
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
};
export const largestBody = { bytes: 6_800_000, because: "A file of 5 MB in base64." } as const;

/** What looking for viruses in a file found; `none` where nobody looks. */
export const fileScan = z.enum(fileScans);

/** Options shared by endpoints that give out a file which was sent. */
export const download = {
  method: "GET",
  file: "application/octet-stream",
  result: z.unknown(),
  errors: ["fileWaits", "fileInfected"],
} as const;

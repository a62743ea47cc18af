/** Links in mails that anybody may follow: each contains a secret, and following it again changes nothing. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const part = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

export const mailbox = {
  spamRelease: endpoint({
    method: "GET",
    path: "/api/mailbox/spam-release",
    summary: "Releases a message held back as spam",
    logs: "mailbox.release",
    access: "public",
    reads: false,
    keyless: "Notes once that a link was followed; following it again finds it noted.",
    query: z.strictObject({ MID: part(200), UID: part(200) }),
    result: z.object({ Subject: z.string() }),
    errors: ["notFound"],
  }),
  archiveAccess: endpoint({
    method: "GET",
    path: "/api/mailbox/archive-access",
    summary: "Confirms access to an email archive",
    logs: "mailbox.access",
    access: "public",
    reads: false,
    keyless: "Notes once that a link was followed; following it again finds it noted.",
    query: z.strictObject({ AccessType: part(50), Token: part(200) }),
    result: z.object({}),
    errors: ["notFound"],
  }),
};

import { mailbox } from "@tradewind/contract/portal/mailbox.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { releaseMessage, verifyArchiveAccess } from "./mailbox.store.ts";

/** GET requests, as links must be; each effect is recorded only once. */
export const mailboxRoutes = [
  answer(mailbox.spamRelease, async ({ tx }, { query }) => ({
    Subject: orNotFound(await releaseMessage(tx, query.MID, query.UID)).subject,
  })),
  answer(mailbox.archiveAccess, async ({ tx }, { query }) => {
    orNotFound(await verifyArchiveAccess(tx, query.AccessType, query.Token));
    return {};
  }),
];

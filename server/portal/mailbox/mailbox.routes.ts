import { mailbox } from "@tradewind/contract/portal/mailbox.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answerBare } from "../../platform/http.ts";
import { releaseMessage, verifyArchiveAccess } from "./mailbox.store.ts";

/** Reads by their method, as links must be; that something was done is noted once. */
export const mailboxRoutes = [
  answerBare(mailbox.spamRelease, async ({ platform }, { query }) => {
    const message = await platform.database.write({ role: "app_identity" }, (tx) =>
      releaseMessage(tx, query.MID, query.UID),
    );
    return { Subject: orNotFound(message).subject };
  }),
  answerBare(mailbox.archiveAccess, async ({ platform }, { query }) => {
    orNotFound(
      await platform.database.write({ role: "app_identity" }, (tx) =>
        verifyArchiveAccess(tx, query.AccessType, query.Token),
      ),
    );
    return {};
  }),
];

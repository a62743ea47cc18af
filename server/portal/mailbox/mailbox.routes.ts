import { mailbox } from "@tradewind/contract/portal/mailbox.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { releaseMessage, verifyArchiveAccess } from "./mailbox.store.ts";

/** GET requests, as links must be; each effect is recorded only once. */
export const mailboxRoutes = [
  answer(mailbox.spamRelease, async ({ tx, doer }, { query }) => {
    const { subject: Subject } = orNotFound(await releaseMessage(tx, query.MID, query.UID));
    const what = `Released the message ${query.MID}, which was held as spam`;
    await recordActivity(tx, doer, { action: "mailbox.release", what, object: ["message", null] });
    return { Subject };
  }),
  answer(mailbox.archiveAccess, async ({ tx, doer }, { query }) => {
    orNotFound(await verifyArchiveAccess(tx, query.AccessType, query.Token));
    const what = `Confirmed access to a ${query.AccessType} mail archive`;
    await recordActivity(tx, doer, { action: "mailbox.access", what, object: ["archive", null] });
    return {};
  }),
];

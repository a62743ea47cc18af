import type { Doing } from "./http.ts";

type Committing = Pick<Doing, "platform" | "after">;

/**
 * Makes every process reload all sessions after the commit: this one at once, others when the database notifies them.
 */
export const readAnew = ({ platform, after }: Committing) => after(() => platform.sessions.forget(""));

/** Forgets a session that ends with the transaction and closes its streams, without waiting for the notification. */
export const forgetHere = ({ platform: { sessions, hub }, after }: Committing, sessionId: string) =>
  after(() => {
    sessions.forget(sessionId);
    hub.close(sessionId);
  });

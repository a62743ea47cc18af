import type { Doing } from "./http.ts";

type Committing = Pick<Doing, "platform" | "after">;

/** Has every session read anew once the transaction commits: here at once, elsewhere when the database tells of it. */
export const readAnew = ({ platform, after }: Committing) => after(() => platform.sessions.forget(""));

/** Forgets one session that ends with the transaction, and closes its streams, without waiting to hear of it. */
export const forgetHere = ({ platform: { sessions, hub }, after }: Committing, sessionId: string) =>
  after(() => {
    sessions.forget(sessionId);
    hub.close(sessionId);
  });

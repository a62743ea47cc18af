import type { Logger } from "pino";
import { realNow } from "./clock.ts";
import type { Database } from "./database.ts";
import { readServerTime } from "./kept-settings.store.ts";
import { repeat } from "./process.ts";

/** Seconds by which this machine's clock may differ from the database's; deploy/alerts.yml has it, too. */
const mostAhead = 5;

export type ClockWatch = {
  /** The seconds by which this machine's clock was ahead of the database's when they were last compared. */
  ahead(): number;
  stop(): Promise<void>;
};

/**
 * Compares this machine's clock with the database's for as long as the process runs, and says when it goes wrong and when
 * it is right again. It stops nothing: the database's may be the wrong one.
 */
export function watchClock(
  { database, log }: { database: Database; log: Logger },
  role: "app_identity" | "app_worker",
  pause = 60_000,
): ClockWatch {
  let ahead = 0;
  let wrong = false;
  const watch = repeat(pause, async () => {
    const asked = realNow();
    const server = await database.read({ role }, readServerTime).catch(() => undefined);
    // Whoever cannot ask has said so already.
    if (server === undefined) return;
    // The database answered at some moment between the two.
    ahead = (Math.max(asked - server, 0) || Math.min(realNow() - server, 0)) / 1000;
    const isWrong = Math.abs(ahead) > mostAhead;
    const about = { secondsAhead: Math.round(ahead) };
    if (isWrong && !wrong) log.error(about, "This machine's clock differs from the database's: tokens will be refused");
    if (!isWrong && wrong) log.info(about, "This machine's clock agrees with the database's again");
    wrong = isWrong;
  });
  return { ahead: () => ahead, stop: () => watch.stop() };
}

import type { ServerResponse } from "node:http";
import { tooMany } from "./app-error.ts";
import { realNow } from "./clock.ts";
import type { Config } from "./config.ts";

/**
 * The listener on a stream. An end customer's people receive only events of their own customer, a restricted person
 * only of theirs.
 */
export type Listener = {
  sessionId: string;
  /** When the session ends. */
  ends: Date;
  personId: string;
  resellerId: string;
  customerId: string | null;
  /** The only customers a restricted person receives events of; null for all. */
  customers: ReadonlySet<string> | null;
};

/** Streams of one session, which is one browser: another is left over from a page that has gone. */
const mostOfSession = 2;
/** Bytes sent to a reader that it has not taken. */
const mostUnread = 64_000;
/** The most milliseconds that a timer takes: 24 days. A page whose stream ends comes back. */
const longestTimer = 2 ** 31 - 1;
/** Seconds until a page that was refused a stream asks again. */
const wait = 15;

/** The open streams of a process, by reseller, so that an event is looked at by its own reseller's alone. */
export function openStreams<Open extends { who: Listener }>(
  most: Pick<Config, "STREAMS_PER_PERSON" | "STREAMS_PER_RESELLER">,
) {
  const byReseller = new Map<string, Map<ServerResponse, Open>>();
  const of = (resellerId: string): ReadonlyMap<ServerResponse, Open> => byReseller.get(resellerId) ?? new Map();
  const all = function* () {
    for (const own of byReseller.values()) yield* own;
  };
  return {
    of,
    all,
    count: () => byReseller.values().reduce((sum, own) => sum + own.size, 0),
    /** Refuses a stream to who has enough of them; nothing may be awaited between this and `add`. */
    refuse({ resellerId, personId, sessionId }: Listener) {
      const own = of(resellerId);
      const elsewhere = own
        .values()
        .filter(({ who }) => who.personId === personId && who.sessionId !== sessionId)
        .reduce((count) => count + 1, 0);
      if (own.size >= most.STREAMS_PER_RESELLER || elsewhere >= most.STREAMS_PER_PERSON) throw tooMany(wait);
    },
    add(stream: ServerResponse, open: Open) {
      const { resellerId, sessionId, ends } = open.who;
      const own = byReseller.getOrInsert(resellerId, new Map<ServerResponse, Open>());
      const [oldest, ...others] = own.entries().filter(([, { who }]) => who.sessionId === sessionId);
      if (oldest && others.length + 1 >= mostOfSession) {
        // It closes later, and meanwhile counts no more.
        own.delete(oldest[0]);
        oldest[0].destroy();
      }
      own.set(stream, open);
      const ending = setTimeout(() => stream.end(), Math.min(ends.getTime() - realNow(), longestTimer)).unref();
      stream.on("close", () => {
        clearTimeout(ending);
        own.delete(stream);
        if (own.size === 0 && byReseller.get(resellerId) === own) byReseller.delete(resellerId);
      });
    },
  };
}

/** Writes to a reader, and drops one that does not read: it comes back and goes on where it was. */
export function writeTo(stream: ServerResponse, text: string): void {
  if (stream.writableEnded) return;
  if (stream.writableLength > mostUnread) stream.destroy();
  else stream.write(text);
}

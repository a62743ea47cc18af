import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { SendMessage } from "@tradewind/contract/portal/notifications.ts";
import type { Logger } from "pino";
import type pg from "pg";
import { currentSnapshot, listEvents, notify, type EventRow, type Notice, type Snapshot } from "./realtime.store.ts";
import type { Database } from "./database.ts";
import { brokeInput } from "./db-errors.ts";
import { directUrl, type Config } from "./config.ts";
import { clientFor } from "./servers.ts";
import { openStreams, writeTo, type Listener } from "./streams.ts";

const beat = 15_000;
/** Events read at once. A page that returns and missed more loads anew. */
const most = 500;
/** Milliseconds over which commits are batched into one notification, and notifications into one read; and until a notification that failed is sent again. */
const gap = { commits: 50, notices: 10, failed: 500 };

/** A batch of events, the snapshot before them and the one that has seen them. */
type Batch = { rows: readonly EventRow[]; before: Snapshot; seen: Snapshot };

/** An open stream: what it saw when it came back, and batches held back until then. */
type Open = { who: Listener; caughtUp: ((row: EventRow) => boolean) | undefined; held: Batch[] | undefined };

export type Hub = ReturnType<typeof realtimeHub>;

/**
 * Sends events to open streams as server-sent events. Events are rows written by business transactions; an empty NOTIFY
 * wakes every process, which reads the rows that committed since its last snapshot. Once read, an event never waits for
 * another transaction. An id on the stream is a snapshot, from which a page that returns goes on. A process that never
 * `serves` streams reads no events.
 */
export function realtimeHub(
  config: Config,
  database: Database,
  log: Logger,
  serves: boolean,
  onNotice: (channel: string, payload: string) => void,
) {
  const streams = openStreams<Open>(config);
  let cursor: Snapshot = "1:1:";
  let reading: Promise<void> | undefined;
  let readAgain = false;
  let stopped = false;
  const notices = new Map<string, Notice>();
  let noticeTimer: NodeJS.Timeout | undefined;
  let noticedAt = -Infinity;
  let telling: Promise<void> = Promise.resolve();
  let readTimer: NodeJS.Timeout | undefined;
  let readAt = 0;
  let beatTimer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;

  const ListeningClient = clientFor(directUrl(config));
  async function listen(): Promise<void> {
    const client = new ListeningClient({
      keepAlive: true,
      application_name: "tradewind-listen",
    });
    let lost = false;
    const again = () => {
      if (lost) return;
      lost = true;
      client.removeAllListeners();
      client.on("error", () => {});
      client.end().catch(() => {});
      if (!stopped) void sleep(500).then(listen).then(read);
    };
    client.on("error", again);
    client.on("end", again);
    client.on("notification", (notice) => {
      if (notice.channel === "events") readSoon(gap.notices);
      else onNotice(notice.channel, notice.payload ?? "");
    });
    try {
      await client.connect();
      await client.query(`listen sessions; listen clock; listen jobs${serves ? "; listen events" : ""}`);
      listener = client;
      // Notifications may have been missed while not listening, so drop everything cached.
      onNotice("sessions", "");
      onNotice("clock", "");
      onNotice("jobs", "");
    } catch (error) {
      log.warn({ err: error }, "The event listener could not connect");
      again();
    }
  }

  /** At most one read is running or scheduled, however often this is called. */
  function readSoon(delay: number) {
    const at = performance.now() + delay;
    if (readTimer && readAt <= at) return;
    clearTimeout(readTimer);
    readAt = at;
    readTimer = setTimeout(() => {
      readTimer = undefined;
      void read();
    }, delay).unref();
  }

  async function read(): Promise<void> {
    if (!serves) return;
    readAgain = reading !== undefined;
    await (reading ??= readAll());
  }

  async function readAll(): Promise<void> {
    try {
      do {
        readAgain = false;
        const batch = await readSince(cursor);
        if (batch.rows.length > 0) deliver(batch);
        cursor = batch.seen;
      } while (readAgain && !stopped);
    } catch (error) {
      if (!stopped) {
        log.warn({ err: error }, "Events could not be read");
        readSoon(500);
      }
    } finally {
      reading = undefined;
    }
  }

  /**
   * Tells every process, this one included. A burst is collapsed into one notification of its own: commits that notify
   * wait for each other, so the business transactions do not.
   */
  function tell(channel: string, payload: string) {
    if (stopped) return;
    notices.set(`${channel} ${payload}`, { channel, payload });
    noticeTimer ??= setTimeout(
      () => {
        noticeTimer = undefined;
        noticedAt = performance.now();
        const told = [...notices.values()];
        notices.clear();
        const sent = database
          .write({ role: "app_events" }, (tx) => notify(tx, told))
          .catch((error: unknown) => {
            if (stopped) return;
            // Untold, an event would wait for the next look, and a job too.
            log.warn({ err: error }, "The other processes could not be told");
            noticedAt = performance.now() + gap.failed;
            for (const notice of told) tell(notice.channel, notice.payload);
          });
        telling = Promise.all([telling, sent]).then(() => {});
      },
      Math.max(0, noticedAt + gap.commits - performance.now()),
    );
  }

  async function readSince(before: Snapshot): Promise<Batch> {
    const list = (page: { upTo?: Snapshot; beyond?: EventRow | undefined }) =>
      database.read({ role: "app_events" }, (db) => listEvents(db, { after: before, most, ...page }));
    const { rows, seen } = await list({});
    for (let page = rows; page.length === most; rows.push(...page))
      page = (await list({ upTo: seen, beyond: rows.at(-1) })).rows;
    return { rows, before, seen };
  }

  const hears = (stream: Listener, row: EventRow) =>
    stream.resellerId === row.reseller_id &&
    (row.customer_id === null ||
      ((stream.customerId === null || stream.customerId === row.customer_id) &&
        (stream.customers === null || stream.customers.has(row.customer_id))));

  function deliver(batch: Batch) {
    for (const [resellerId, rows] of Map.groupBy(batch.rows, (row) => row.reseller_id))
      for (const [stream, open] of streams.of(resellerId)) {
        if (open.held) open.held.push({ ...batch, rows });
        else send(stream, open, { ...batch, rows });
      }
  }

  /**
   * Sends what the stream may hear and has not heard. Only the last frame says that all are seen: whoever is cut off
   * within a batch hears it again.
   */
  function send(stream: ServerResponse, { who, caughtUp }: Open, { rows, before, seen }: Batch) {
    const heard = rows.filter((row) => hears(who, row) && !caughtUp?.(row));
    if (heard.length > 0)
      writeTo(stream, heard.map((row) => frameOf(row, row === heard.at(-1) ? seen : before)).join(""));
  }

  return {
    async start() {
      cursor = await database.read({ role: "app_events" }, currentSnapshot);
      await listen();
      beatTimer = setInterval(() => {
        for (const [stream] of streams.all()) writeTo(stream, ": still here\n\n");
        void read();
      }, beat);
      beatTimer.unref();
    },
    /** Wakes every process to read the events of a transaction that has committed. */
    wake: () => tell("events", ""),
    tell,
    /** Refuses a stream to who has enough of them; nothing may be awaited between this and `attach`. */
    refuse: streams.refuse,
    /** Opens a stream, which counts at once, and sends the events missed since `after`, the id of the last event seen. */
    async attach(stream: ServerResponse, headers: OutgoingHttpHeaders, who: Listener, after: string | undefined) {
      stream.writeHead(200, {
        ...headers,
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
      });
      // Sent by itself, the head is kept as one short text, not as the many pieces it was put together from.
      stream.flushHeaders();
      stream.write("retry: 1000\n\n");
      const before = after !== undefined && idForm.test(after) ? after : undefined;
      const open: Open = { who, caughtUp: undefined, held: before === undefined ? undefined : [] };
      if (stream.destroyed) return;
      streams.add(stream, open);
      if (before === undefined) return;
      const missed = await database
        .read({ role: "app_events" }, (db) => listEvents(db, { after: before, resellerId: who.resellerId, most }))
        .catch((error: unknown) => {
          // An id that this database never gave.
          if (brokeInput(error)) return undefined;
          stream.destroy();
          throw error;
        });
      if (missed) {
        send(stream, open, { ...missed, before });
        open.caughtUp = inSnapshot(missed.seen);
      }
      if (!missed || missed.rows.length === most) stream.write("event: reload\ndata: {}\n\n");
      for (const batch of open.held!) send(stream, open, batch);
      open.held = undefined;
    },
    /** Returns the id of the last event that was read; a stream that begins after it hears all that commits from now on. */
    seen: () => idOf(cursor),
    /** Counts the open streams. */
    streams: streams.count,
    /** Ends the streams of a session, or all streams. */
    close(sessionId?: string) {
      for (const [stream, { who }] of streams.all())
        if (sessionId === undefined || who.sessionId === sessionId) stream.end();
    },
    /** Ends all streams about a reseller. */
    closeOf(resellerId: string) {
      for (const stream of streams.of(resellerId).keys()) stream.end();
    },
    /** Ends all streams; when it is done, nothing more is read or told. */
    async stop() {
      stopped = true;
      clearInterval(beatTimer);
      clearTimeout(noticeTimer);
      clearTimeout(readTimer);
      for (const [stream] of streams.all()) stream.end();
      listener?.removeAllListeners();
      listener?.on("error", () => {});
      await Promise.all([listener?.end().catch(() => {}), reading, telling]);
    },
  };
}

const idForm = /^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/;
/** The longest id; beyond it, one that tells less, so that a page that returns may hear an event twice. */
const longestId = 200;

function inSnapshot(snapshot: Snapshot): (row: EventRow) => boolean {
  const [, end, open] = snapshot.split(":");
  const isOpen = new Set(open!.split(","));
  return ({ xid }) => BigInt(xid) < BigInt(end!) && !isOpen.has(xid);
}

/** Writes a snapshot as the id of an event. */
function idOf(snapshot: Snapshot): string {
  if (snapshot.length <= longestId) return snapshot;
  const [begin] = snapshot.split(":");
  return `${begin}:${begin}:`;
}

function frameOf(row: EventRow, seen: Snapshot): string {
  const message: SendMessage = { Topics: row.topics };
  return `id: ${idOf(seen)}\nevent: SendMessage\ndata: ${JSON.stringify(message)}\n\n`;
}

import { setTimeout as sleep } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import type { SendMessage } from "@tradewind/contract/portal/notifications.ts";
import type { Logger } from "pino";
import pg from "pg";
import { latestCursor, listEvents, notifyOfEvents, type EventCursor, type EventRow } from "./realtime.store.ts";
import type { Database } from "./database.ts";

const beat = 15_000;
const most = 500;
/** Milliseconds over which commits are batched into one notification, and notifications into one read. */
const gap = { commits: 50, notices: 10 };

/**
 * The listener on a stream. An end customer's people receive only events of their own customer, a restricted person
 * only of theirs.
 */
export type Listener = {
  sessionId: string;
  resellerId: string;
  customerId: string | null;
  /** The only customers a restricted person receives events of; null for all. */
  customers: ReadonlySet<string> | null;
};

/** An open stream: the last event sent, and events held back until it has caught up. */
type Open = { who: Listener; sent: EventCursor; held: EventRow[] | undefined };

export type Hub = ReturnType<typeof realtimeHub>;

/**
 * Sends events to open streams as server-sent events. Events are rows written by business transactions; an empty NOTIFY
 * wakes every process, which reads the new rows in the order they became visible.
 */
export function realtimeHub(
  databaseUrl: string,
  database: Database,
  log: Logger,
  onNotice: (channel: string, payload: string) => void,
) {
  const streams = new Map<ServerResponse, Open>();
  let cursor: EventCursor = { xid: "0", id: 0n };
  let reading = false;
  let readAgain = false;
  let stopped = false;
  let wakeTimer: NodeJS.Timeout | undefined;
  let readTimer: NodeJS.Timeout | undefined;
  let readAt = 0;
  let beatTimer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
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
      await client.query("listen events; listen sessions; listen clock");
      listener = client;
      // Notifications may have been missed while not listening, so drop everything cached.
      onNotice("sessions", "");
      onNotice("clock", "");
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
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    try {
      do {
        readAgain = false;
        const { rows, unsettled } = await database.read({ role: "app_events" }, (db) => listEvents(db, cursor, most));
        for (const row of rows) deliver(row);
        const last = rows.at(-1);
        if (last) cursor = { xid: last.xid, id: last.id };
        if (rows.length === most) readAgain = true;
        // A row of an open transaction may precede these: read again soon.
        else if (unsettled) readSoon(50);
      } while (readAgain && !stopped);
    } catch (error) {
      if (!stopped) {
        log.warn({ err: error }, "Events could not be read");
        readSoon(500);
      }
    } finally {
      reading = false;
    }
  }

  const hears = (stream: Listener, row: EventRow) =>
    stream.resellerId === row.reseller_id &&
    (row.customer_id === null ||
      ((stream.customerId === null || stream.customerId === row.customer_id) &&
        (stream.customers === null || stream.customers.has(row.customer_id))));

  function deliver(row: EventRow) {
    for (const [stream, open] of streams) {
      if (!hears(open.who, row)) continue;
      if (open.held) open.held.push(row);
      else send(stream, open, row);
    }
  }

  /** Sends each event once, although missed and new ones may overlap. */
  function send(stream: ServerResponse, open: Open, row: EventRow) {
    if (!isAfter(row, open.sent)) return;
    open.sent = { xid: row.xid, id: row.id };
    stream.write(frameOf(row));
  }

  return {
    async start() {
      cursor = await database.read({ role: "app_events" }, latestCursor);
      await listen();
      beatTimer = setInterval(() => {
        for (const stream of streams.keys()) stream.write(": still here\n\n");
        void read();
      }, beat);
      beatTimer.unref();
    },
    /** Collapses a burst of commits into one notification, outside the business transactions. */
    wake() {
      if (stopped) return;
      wakeTimer ??= setTimeout(() => {
        wakeTimer = undefined;
        database.write({ role: "app_events" }, notifyOfEvents).catch(() => {});
      }, gap.commits);
    },
    /** Opens a stream and sends the events missed since `after` (`xid-id` of the last event seen). */
    async attach(stream: ServerResponse, who: Listener, after: string | undefined) {
      stream.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
      });
      stream.write("retry: 1000\n\n");
      const seen = /^(\d{1,20})-(\d{1,18})$/.exec(after ?? "");
      const open: Open = {
        who,
        sent: seen ? { xid: seen[1]!, id: BigInt(seen[2]!) } : { xid: "0", id: 0n },
        held: seen ? [] : undefined,
      };
      streams.set(stream, open);
      stream.on("close", () => streams.delete(stream));
      if (!seen) return;
      const { rows } = await database.read({ role: "app_events" }, (db) =>
        listEvents(db, open.sent, most, who.resellerId),
      );
      for (const row of rows) if (hears(who, row)) send(stream, open, row);
      if (rows.length === most) stream.write("event: reload\ndata: {}\n\n");
      for (const row of open.held!) send(stream, open, row);
      open.held = undefined;
    },
    /** Counts the open streams. */
    streams: () => streams.size,
    /** Ends the streams of a session, or all streams. */
    close(sessionId?: string) {
      for (const [stream, { who }] of streams) if (sessionId === undefined || who.sessionId === sessionId) stream.end();
    },
    async stop() {
      stopped = true;
      clearInterval(beatTimer);
      clearTimeout(wakeTimer);
      clearTimeout(readTimer);
      for (const stream of streams.keys()) stream.end();
      listener?.removeAllListeners();
      listener?.on("error", () => {});
      await listener?.end().catch(() => {});
    },
  };
}

const isAfter = (row: EventCursor, other: EventCursor) =>
  row.xid === other.xid ? row.id > other.id : BigInt(row.xid) > BigInt(other.xid);

function frameOf(row: EventRow): string {
  const message: SendMessage = { Topics: row.topics };
  return `id: ${row.xid}-${row.id}\nevent: SendMessage\ndata: ${JSON.stringify(message)}\n\n`;
}

import { notifications, type SendMessage } from "@tradewind/contract/portal/notifications.ts";
import type { Query, QueryClient } from "@tanstack/react-query";
import { call } from "./api.ts";
import { addressOf } from "./config.ts";
import { sessionQuery } from "./session.ts";

/** Milliseconds before the stream is tried again; without one, everything on screen is fetched again as often. */
export const pollingInterval = 15_000;
/** Milliseconds over which events about single things are gathered (SVC-11). */
const rowsPace = 20;
/**
 * The least milliseconds over which events about sums and lists are gathered; up to three times as long, so that all
 * open pages of a company do not ask at the same moment.
 */
const wholesPace = 1_000;
const channelName = "tradewind-events";
const lockName = "tradewind-stream";

type Topics = readonly string[] | "everything";
type Listener = (topics: Topics) => void;

/**
 * Opens one stream per browser: the tab that holds the lock opens it and passes its messages on to the others; when
 * that tab closes, the next one resumes where it stopped.
 */
export function connectRealtime(queries: QueryClient, interval = pollingInterval, pace = wholesPace): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(channelName);
  // What happened since the session was read, and so since the screen was, must not be missed.
  let lastEventId = queries.getQueryData(sessionQuery.queryKey)?.Seen ?? "";

  const gather = (delay: () => number, of: (query: Query) => boolean): Listener => {
    let gathered: Topics | undefined;
    return (topics) => {
      const isFirst = gathered === undefined;
      gathered = gathered === "everything" || topics === "everything" ? "everything" : [...(gathered ?? []), ...topics];
      if (!isFirst) return;
      setTimeout(() => {
        const told = gathered!;
        gathered = undefined;
        void queries.invalidateQueries({ predicate: (query) => of(query) && concerns(query, told) });
      }, delay());
    };
  };
  const refreshRows = gather(
    () => rowsPace,
    (query) => !isWhole(query),
  );
  const refreshWholes = gather(() => pace + Math.random() * 2 * pace, isWhole);
  const refresh: Listener = (topics) => {
    refreshRows(topics);
    refreshWholes(topics);
  };
  channel.onmessage = (event: MessageEvent<{ topics: Topics; id: string }>) => {
    lastEventId = event.data.id || lastEventId;
    refresh(event.data.topics);
  };
  const tell: Listener = (topics) => {
    refresh(topics);
    channel.postMessage({ topics, id: lastEventId });
  };

  const lead = async () => {
    while (!stop.signal.aborted) {
      const opened = await stream(
        stop.signal,
        () => lastEventId,
        (id) => (lastEventId = id),
        tell,
      ).catch(() => false);
      if (stop.signal.aborted) return;
      await pause(opened ? 1000 + Math.random() * 1000 : interval, stop.signal);
      if (!opened && document.visibilityState === "visible") tell("everything");
    }
  };
  navigator.locks.request(lockName, { signal: stop.signal }, lead).catch(() => undefined);

  return () => {
    stop.abort();
    channel.close();
  };
}

/** Fetches everything on screen again every so many milliseconds, while somebody may be looking. */
export function askAgain(queries: QueryClient, interval = pollingInterval): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible")
      void queries.invalidateQueries({ predicate: (query) => concerns(query, "everything") });
  }, interval);
  return () => clearInterval(timer);
}

/** Tells whether a query reads what a whole company has, which costs far more than one thing of it. */
const isWhole = ({ queryKey: [first, second] }: Pick<Query, "queryKey">) =>
  first === "dashboard" || first === "analytics" || ["list", "count", "totals", "overview"].includes(second as string);

/** Checks whether a topic concerns a query: by the first part of its key, or by its `meta.topics`. */
export function concerns({ queryKey: [first], meta }: Pick<Query, "queryKey" | "meta">, topics: Topics): boolean {
  if (topics === "everything") return first !== "session";
  const others = (meta?.topics ?? []) as readonly string[];
  return topics.some((topic) => topic === first || others.includes(topic));
}

/**
 * Negotiates a ticket and listens until the stream breaks. Returns true if it had been open. A refused ticket is not
 * reported: polling continues.
 */
async function stream(
  signal: AbortSignal,
  from: () => string,
  passed: (id: string) => void,
  tell: Listener,
): Promise<boolean> {
  const { accessToken, url } = await call(notifications.negotiate, { signal, quiet: 401 });
  // Whoever left just now hears no "abort" any more, and would keep the stream from all other tabs.
  signal.throwIfAborted();
  const query = new URLSearchParams({ access_token: accessToken, ...(from() && { lastEventId: from() }) });
  const source = new EventSource(`${addressOf(url)}?${query.toString()}`);
  return new Promise((resolve) => {
    let open = false;
    const end = () => {
      source.close();
      resolve(open);
    };
    source.onopen = () => (open = true);
    source.onerror = end;
    signal.addEventListener("abort", end, { once: true });
    source.addEventListener("reload", () => tell("everything"));
    source.addEventListener("SendMessage", (event: MessageEvent<string>) => {
      passed(event.lastEventId);
      const topics = topicsOf(event.data);
      if (topics.length > 0) tell(topics);
    });
  });
}

function topicsOf(data: string): readonly string[] {
  try {
    return (JSON.parse(data) as SendMessage).Topics ?? [];
  } catch {
    return [];
  }
}

const pause = (time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

import type { Fault } from "./faults.ts";
import type { SimReply, SimRequest } from "./vendor.ts";

/** A request and its answer; `reply` is missing if the connection was cut before the work. */
export type JournalEntry = {
  seq: number;
  at: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: unknown;
  reply?: { status: number; headers?: Record<string, string>; body?: unknown };
  fault?: Fault["kind"];
};

export type Journal = {
  add(at: number, request: SimRequest, reply: SimReply | undefined, fault: Fault | undefined): void;
  since(seq: number): JournalEntry[];
  clear(): void;
};

const longest = 5_000;

/** Keeps the last 5,000 exchanges, copied so that later changes do not affect them. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  let seq = 0;
  return {
    add(at, request, reply, fault) {
      const { authorization, ...headers } = request.headers;
      entries.push(
        structuredClone({
          seq: ++seq,
          at: new Date(at).toISOString(),
          method: request.method,
          path: request.path,
          query: request.query.toString(),
          headers: { ...headers, ...(authorization ? { authorization: authorization.split(" ")[0]! } : {}) },
          body: request.body,
          ...(reply ? { reply } : {}),
          ...(fault ? { fault: fault.kind } : {}),
        }),
      );
      if (entries.length > longest) entries = entries.slice(-longest / 2);
    },
    since: (from) => entries.filter((entry) => entry.seq > from),
    clear: () => void (entries = []),
  };
}

import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { askAgain, connectRealtime, pollingInterval } from "./realtime.ts";

class FakeStream extends EventTarget {
  static opened: FakeStream[] = [];
  onopen: (() => void) | undefined;
  onerror: (() => void) | undefined;
  readonly url: URL;
  closed = false;
  constructor(address: string) {
    super();
    this.url = new URL(address, "http://portal");
    FakeStream.opened.push(this);
    setTimeout(() => this.onopen?.());
  }
  close() {
    this.closed = true;
  }
  say(topics: readonly string[], lastEventId: string) {
    this.dispatchEvent(new MessageEvent("SendMessage", { data: JSON.stringify({ Topics: topics }), lastEventId }));
  }
}

const negotiated = {
  "GET /api/notifications/negotiate": succeeded({ accessToken: "ticket", url: "/api/notifications/stream" }),
};
let stop = () => {};
afterEach(() => {
  stop();
  FakeStream.opened = [];
  vi.unstubAllGlobals();
});

/** Records the first keys of the queries marked for fetching again. */
function watched() {
  const queries = new QueryClient();
  for (const key of ["session", "customers", "services", "orders"]) queries.setQueryData([key, "one"], 1);
  queries
    .getQueryCache()
    .build(queries, { queryKey: ["dashboard"], meta: { topics: ["customers"] } })
    .setData(1);
  const stale = () =>
    queries
      .getQueryCache()
      .findAll({ predicate: (query) => query.state.isInvalidated })
      .map((query) => query.queryKey[0]);
  return { queries, stale };
}

const pace = 100;

function connect(interval?: number) {
  vi.stubGlobal("EventSource", FakeStream);
  const { queries, stale } = watched();
  stop = connectRealtime(queries, interval, pace);
  return stale;
}

test("a message names the queries to fetch again", async () => {
  fakeApi(negotiated);
  const refreshed = connect();
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  const [stream] = FakeStream.opened;
  expect(stream!.url.pathname + stream!.url.search).toBe("/api/notifications/stream?access_token=ticket");
  stream!.say(["customers", "services"], "12-7");
  await expect.poll(refreshed).toEqual(["customers", "services", "dashboard"]);
});

test("SVC-11 changes within 20 ms redraw a row once, and a sum or a list waits for more of them", async () => {
  fakeApi(negotiated);
  vi.stubGlobal("EventSource", FakeStream);
  const { queries } = watched();
  queries.setQueryData(["services", "list"], 1);
  stop = connectRealtime(queries, undefined, pace);
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  const marked: string[] = [];
  queries.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "invalidate") {
      marked.push(event.query.queryKey.join(" "));
      // As if it had been fetched again.
      event.query.setState({ isInvalidated: false });
    }
  });
  const [stream] = FakeStream.opened;
  stream!.say(["services"], "12-7");
  stream!.say(["services", "customers"], "12-8");
  await expect.poll(() => marked).toEqual(["customers one", "services one"]);
  stream!.say(["services"], "12-9");
  await expect
    .poll(() => marked)
    .toEqual(["customers one", "services one", "services one", "dashboard", "services list"]);
});

test("a broken stream renegotiates and resumes after the last event", async () => {
  const sent = fakeApi(negotiated);
  connect();
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  const [stream] = FakeStream.opened;
  stream!.onopen?.();
  stream!.say(["customers"], "12-7");
  stream!.onerror?.();
  expect(stream!.closed).toBe(true);
  await expect.poll(() => FakeStream.opened.length, { timeout: 4000 }).toBe(2);
  expect(FakeStream.opened[1]!.url.searchParams.get("lastEventId")).toBe("12-7");
  expect(sent.filter((line) => line.path.endsWith("/negotiate"))).toHaveLength(2);
});

test("the first stream goes on from the session, so that nothing is missed between it and the screen", async () => {
  fakeApi(negotiated);
  vi.stubGlobal("EventSource", FakeStream);
  const { queries } = watched();
  queries.setQueryData(["session"], { Seen: "11:11:" });
  stop = connectRealtime(queries, undefined, pace);
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  expect(FakeStream.opened[0]!.url.searchParams.get("lastEventId")).toBe("11:11:");
});

test("a second tab opens no stream and receives the first one's messages", async () => {
  fakeApi(negotiated);
  connect();
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  const other = watched();
  const stopOther = connectRealtime(other.queries, undefined, pace);
  FakeStream.opened[0]!.say(["orders"], "13-1");
  await expect.poll(other.stale).toEqual(["orders"]);
  expect(FakeStream.opened).toHaveLength(1);
  stopOther();
});

test("whoever leaves while the ticket is on its way opens no stream, and the next one opens theirs", async () => {
  const asked = Promise.withResolvers<void>();
  const ticket = Promise.withResolvers<void>();
  fakeApi({
    "GET /api/notifications/negotiate": async () => {
      asked.resolve();
      await ticket.promise;
      return negotiated["GET /api/notifications/negotiate"];
    },
  });
  connect();
  await asked.promise;
  stop();
  ticket.resolve();
  connect();
  await expect.poll(() => FakeStream.opened.length).toBe(1);
  FakeStream.opened[0]!.say(["orders"], "13-1");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(FakeStream.opened).toHaveLength(1);
  expect(await navigator.locks.query()).toMatchObject({ held: [{ name: "tradewind-stream" }], pending: [] });
});

test("without a stream everything on screen is fetched again every 15 seconds", async () => {
  expect(pollingInterval).toBe(15_000);
  fakeApi({ "GET /api/notifications/negotiate": refused(503, "unavailable", "The portal is restarting.") });
  const refreshed = connect(50);
  await expect.poll(refreshed).toEqual(["customers", "services", "orders", "dashboard"]);
  expect(FakeStream.opened).toHaveLength(0);
});

test("the operator's pages are fetched again without a stream, but not while nobody looks", async () => {
  const looked = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { queries, stale } = watched();
  const asked = vi.spyOn(queries, "invalidateQueries");
  stop = askAgain(queries, 5);
  await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(2);
  expect(asked).not.toHaveBeenCalled();
  looked.mockRestore();
  await expect.poll(stale).toEqual(["customers", "services", "orders", "dashboard"]);
});

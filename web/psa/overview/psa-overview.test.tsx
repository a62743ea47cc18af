import { dataSyncStatuses, psaSyncStatuses, refreshes } from "@tradewind/domain/psa/sync.ts";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, offContract, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const every = ["PSAScreenOverview", "UseNewPSAService", "PSADataCaching"];
const sessionWith = (flags: readonly string[] = every) =>
  succeeded(sessionOf({ views: ["pSA"], permissions: [], flags }));
const settings = {
  type: 6,
  address: "https://eu.myconnectwise.net",
  company: "harbour",
  defaultAgreementType: "",
  enabled: true,
  changedBy: "Hannah Reid",
  changedAt: "2026-11-23T08:00:00.000Z",
};
const readAt = "2026-11-23T08:00:00.000Z";
const syncOf = (kind: string, changes: object = {}) => ({
  kind,
  status: "Completed",
  completedAt: readAt,
  endedAt: readAt,
  askedBy: "Hannah Reid",
  done: 20,
  message: null,
  ...changes,
});
const syncs = (changes: Record<string, object> = {}) => ({
  response: refreshes.map((kind) => syncOf(kind, changes[kind])),
});
const cache = (changes: object = {}) => ({
  psaDataCacheSyncStatus: "Completed",
  cachedAt: readAt,
  ageMs: 5_400_000,
  lifetimeMs: 14_400_000,
  isExpiring: false,
  ...changes,
});
const serve = (changes: object = {}, base = "/api/psa") =>
  fakeApi({
    "GET /api/session": sessionWith(),
    [`GET ${base}/settings`]: succeeded({ response: settings }),
    [`GET ${base}/unmatched-overview`]: succeeded({ response: { customers: 12, services: 3, contracts: 5 } }),
    [`GET ${base}/sync-status`]: succeeded(syncs()),
    [`GET ${base}/cache`]: succeeded(cache()),
    ...changes,
  });
const open = async () => (await renderApp("/billing/psa/overview")).screen;

test("PSA-01 PSA-05 FLAG-06 the overview opens with view pSA alone, by its entry, and shows what is not matched and the readings", async () => {
  serve();
  const screen = await open();
  await expect.element(screen.getByRole("heading", { level: 1, name: "PSA overview" })).toBeVisible();
  for (const [label, count] of [
    ["Customers not matched", "12"],
    ["Services not matched", "3"],
    ["Contracts not matched", "5"],
  ] as const) {
    await expect.element(screen.getByText(label)).toBeVisible();
    await expect.element(screen.getByText(count, { exact: true })).toBeVisible();
    const kind = label === "Services not matched" ? "?kind=services" : "";
    const tile = screen.getByRole("link", { name: new RegExp(`^${label}`) });
    await expect.element(tile).toHaveAttribute("href", `/billing/psa/match${kind}`);
  }
  await expect.element(screen.getByRole("button", { name: "Read anew: Customers" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "PSA", exact: true }).first()).toBeVisible();
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test("FLAG-06 without its flag, neither the overview nor its entry is there", async () => {
  const sent = serve({ "GET /api/session": sessionWith(["UseNewPSAService"]) });
  const screen = await open();
  await expect.element(screen.getByRole("main")).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(screen.getByRole("heading", { name: "PSA overview" }).elements()).toEqual([]);
  expect(screen.getByRole("link", { name: "PSA", exact: true }).elements()).toEqual([]);
});

test("PSA-07 switched off, nothing can be read anew", async () => {
  serve({ "GET /api/psa/settings": succeeded({ response: { ...settings, enabled: false } }) });
  const screen = await open();
  await expect.element(screen.getByText(/The integration is switched off/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Read anew: Everything" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Refresh" }).elements()).toEqual([]);
});

test("PSA-09 FLAG-21 without PSADataCaching, the refresh and the status of what is kept go", async () => {
  const sent = serve({ "GET /api/session": sessionWith(["PSAScreenOverview", "UseNewPSAService"]) });
  const screen = await open();
  await expect.element(screen.getByRole("button", { name: "Read anew: Customers" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Refresh", exact: true }).elements()).toEqual([]);
  expect(sent.filter(({ path }) => path.includes("/cache"))).toEqual([]);
});

test.each([
  { flags: every, base: "/api/psa" },
  { flags: ["PSAScreenOverview"], base: "/api/monolith/psa" },
])("FLAG-07 with $flags every call goes to $base", async ({ flags, base }) => {
  const sent = serve({ "GET /api/session": sessionWith(flags) }, base);
  const screen = await open();
  await expect.element(screen.getByText("Customers not matched")).toBeVisible();
  const paths = sent.map(({ path }) => path).filter((path) => path.includes("/psa/"));
  expect(paths.length).toBeGreaterThan(2);
  expect(paths.filter((path) => !path.startsWith(`${base}/`))).toEqual([]);
});

test("PSA-11 a call that the old monolith lacks says so", async () => {
  const text = "This method is only supported for new PSA service implementation.";
  serve(
    {
      "GET /api/session": sessionWith(["PSAScreenOverview", "PSADataCaching"]),
      "GET /api/monolith/psa/cache": refused(409, "psaNewServiceOnly", text),
    },
    "/api/monolith/psa",
  );
  const screen = await open();
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
});

const psaLabels = {
  New: "New",
  Completed: "Completed",
  Failed: "Failed",
  InProgress: "In progress",
  Unknown: "Unknown",
};
test.each(psaSyncStatuses)("PSA-35 PSA-52 what is kept shows its age and the status %s in words", async (status) => {
  serve({
    "GET /api/psa/cache": succeeded(cache({ psaDataCacheSyncStatus: status })),
    "GET /api/psa/sync-status": succeeded({ response: [] }),
  });
  const screen = await open();
  await expect.element(screen.getByText(psaLabels[status], { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/What is kept is 1 hour old/)).toBeVisible();
});

test("PSA-37 each status of data is shown in words", async () => {
  const statuses = Object.fromEntries(dataSyncStatuses.map((status, at) => [refreshes[at], { status }]));
  serve({ "GET /api/session": sessionWith(every.slice(0, 2)), "GET /api/psa/sync-status": succeeded(syncs(statuses)) });
  const screen = await open();
  for (const label of ["Running", "Failed", "Canceled", "Not synchronised", "Unknown"])
    await expect.element(screen.getByText(label, { exact: true })).toBeVisible();
  expect(screen.getByText("Completed", { exact: true }).elements()).toHaveLength(2);
});

test("PSA-36 an absent status counts as unknown, in both sets", async () => {
  serve({
    "GET /api/psa/cache": offContract(succeeded(cache({ psaDataCacheSyncStatus: undefined }))),
    "GET /api/psa/sync-status": offContract(succeeded(syncs({ customers: { status: undefined } }))),
  });
  const screen = await open();
  await expect.poll(() => screen.getByText("Unknown", { exact: true }).elements().length).toBe(2);
});

test.each([
  { answered: { psaDataCacheSyncStatus: "Completed" }, shown: "Completed" },
  { answered: { psaDataCacheSyncStatus: "Failed" }, shown: "Failed" },
  { answered: {}, shown: "Unknown" },
])("PSA-38 PSA-39 PSA-53 a press shows In progress before the answer, then $shown", async ({ answered, shown }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const sent = serve({
    "GET /api/psa/sync-status": succeeded({ response: [] }),
    "GET /api/psa/cache": succeeded(cache({ psaDataCacheSyncStatus: shown === "Failed" ? "Completed" : "Failed" })),
    "POST /api/psa/cache/refresh": async () => {
      await held;
      return offContract(succeeded(answered));
    },
  });
  const screen = await open();
  await screen.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect.element(screen.getByText("In progress", { exact: true })).toBeVisible();
  const asked = sent.find(({ path }) => path === "/api/psa/cache/refresh")!;
  expect(JSON.parse(asked.body)).toEqual({ PSADataCacheSyncTriggerType: "Manual" });
  release();
  await expect.element(screen.getByText("In progress", { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
});

test.each([
  { isExpiring: true, asked: ["PageLoad"] },
  { isExpiring: false, asked: [] },
])(
  "PSA-41 PSA-53 what is past three quarters of its life ($isExpiring) is read anew as the page opens",
  async ({ isExpiring, asked }) => {
    const sent = serve({
      "GET /api/psa/cache": succeeded(cache({ isExpiring, ageMs: isExpiring ? 10_900_000 : 10_700_000 })),
      "POST /api/psa/cache/refresh": succeeded({ psaDataCacheSyncStatus: "New" }),
    });
    const screen = await open();
    await expect.element(screen.getByText(/What is kept is [23] hours old/)).toBeVisible();
    if (isExpiring) await expect.element(screen.getByText("New", { exact: true })).toBeVisible();
    const bodies = sent.filter(({ path }) => path.endsWith("/refresh")).map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual(asked.map((PSADataCacheSyncTriggerType) => ({ PSADataCacheSyncTriggerType })));
  },
);

/** Stands in for the stream of the hub, which says what has changed. */
class FakeStream extends EventTarget {
  static opened: FakeStream[] = [];
  onopen: (() => void) | undefined;
  onerror: (() => void) | undefined;
  constructor() {
    super();
    FakeStream.opened.push(this);
    setTimeout(() => this.onopen?.());
  }
  close() {}
  say(Topics: readonly string[]) {
    this.dispatchEvent(new MessageEvent("SendMessage", { data: JSON.stringify({ Topics }), lastEventId: "12-7" }));
  }
}

test("PSA-40 PSA-42 while something is read, its status is looked up again every 30000 ms, and before that when the hub says that it ended", async () => {
  let status = "Running";
  vi.useFakeTimers({
    toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"],
    shouldAdvanceTime: true,
  });
  vi.stubGlobal("EventSource", FakeStream);
  const sent = serve({
    "GET /api/session": sessionWith(every.slice(0, 2)),
    "GET /api/notifications/negotiate": succeeded({ accessToken: "ticket", url: "/api/notifications/stream" }),
    "GET /api/psa/sync-status": () => succeeded(syncs({ all: { status } })),
  });
  const looks = () => sent.filter(({ path }) => path === "/api/psa/sync-status").length;
  const screen = await open();
  await expect.element(screen.getByText("Running", { exact: true })).toBeVisible();
  await expect.poll(() => FakeStream.opened.length).toBeGreaterThan(0);
  const first = looks();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(looks()).toBe(first);
  await vi.advanceTimersByTimeAsync(5_100);
  await expect.poll(looks).toBe(first + 1);
  status = "Completed";
  FakeStream.opened.at(-1)!.say(["psa"]);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(screen.getByText("Running", { exact: true })).not.toBeInTheDocument();
  const ended = looks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(ended);
});

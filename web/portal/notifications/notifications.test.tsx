import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

type Item = { Id: string; Status: "new" | "read"; Category: string; Content: string; Created: string };
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const item = (number: number, changes: Partial<Item> = {}): Item & { Link: null } => ({
  Id: idOf(number),
  Status: "new",
  Category: "Orders",
  Content: `Order ${number} became active`,
  Created: "2026-05-20T10:00:00.000Z",
  Link: null,
  ...changes,
});
const notice = (number: number) => ({
  Id: idOf(number),
  Added: "2026-05-20T10:00:00.000Z",
  ServiceName: `Service ${number}`,
  Message: "The domain is taken",
});

/** Simulates a server that keeps what it is sent. */
function portal({
  items = [] as ReturnType<typeof item>[],
  notices = [] as ReturnType<typeof notice>[],
  interval = 60_000,
  on = true,
  negotiated = refused(404, "notFound", "We could not find this."),
} = {}) {
  const list = ({ query }: Sent) => {
    const wanted = (each: Item) =>
      [null, "all", each.Status].includes(query.get("Status")) &&
      [null, each.Category].includes(query.get("Category")) &&
      each.Content.toLowerCase().includes((query.get("Search") ?? "").toLowerCase());
    return succeeded({ Items: items.filter(wanted), New: items.filter(({ Status }) => Status === "new").length });
  };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags: on ? ["Notifications"] : [] })),
    "GET /api/dashboard": succeeded({
      Organisation: null,
      Customers: 1,
      ActiveServices: 1,
      InProgress: 0,
      Failed: 0,
      SpendThisMonth: null,
      Overdue: null,
      OverdueInvoices: 0,
      SpendByMonth: [],
      NeedsYou: [],
    }),
    "GET /api/notifications": list,
    "GET /api/notifications/negotiate": negotiated,
    "GET /api/notifications/reload-interval": () => succeeded(interval),
    "PATCH /api/notifications": ({ body }) => {
      const { Id, Status } = JSON.parse(body) as Item;
      items.find((each) => each.Id === Id)!.Status = Status;
      return succeeded({ New: 0 });
    },
    "GET /api/notifications/dropzone": () => succeeded({ Items: notices }),
    ...Object.fromEntries(
      notices.map(({ Id }) => [
        `POST /api/notifications/dropzone/${Id}/close`,
        () => {
          notices.splice(
            notices.findIndex((each) => each.Id === Id),
            1,
          );
          return succeeded({});
        },
      ]),
    ),
  });
  return {
    sent,
    of: (method: string, path: string) => sent.filter((line) => line.method === method && line.path === path),
  };
}

/** The bell and the other overlays load a second after the screen. */
const patience = { timeout: 15_000 };
const polls = ({ of }: ReturnType<typeof portal>) => of("GET", "/api/notifications").length;

test("SHELL-31 FLAG-22 the bell shows where the feature is on, with the count of what is new", async () => {
  portal({ items: [item(1), item(2), item(3, { Status: "read" })] });
  const { screen } = await renderApp("/dashboard");
  await expect.element(screen.getByRole("button", { name: "Notifications, 2 new" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.unmount();

  const off = portal({ items: [item(1)], on: false });
  const without = await renderApp("/dashboard");
  // The panel of notices loads with the part that would contain the bell.
  await expect.poll(() => off.of("GET", "/api/notifications/dropzone").length, patience).toBe(1);
  expect(without.screen.getByRole("button", { name: /Notifications/ }).elements()).toHaveLength(0);
  expect(polls(off)).toBe(0);
});

test("NOTIF-02 NOTIF-03 new or read, a word and a category narrow the list", async () => {
  portal({
    items: [item(1), item(2, { Status: "read" }), item(3, { Category: "Billing", Content: "Invoice TW-1 was issued" })],
  });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Notifications, 2 new" }).click();
  const panel = screen.getByRole("dialog", { name: "Notifications" });
  const rows = () => panel.getByRole("listitem").elements().length;
  await expect.poll(rows).toBe(3);
  expect(await faults()).toEqual([]);
  await panel.getByText("New", { exact: true }).click();
  await expect.poll(rows).toBe(2);
  await panel.getByText("Read", { exact: true }).click();
  await expect.poll(rows).toBe(1);
  await panel.getByText("All", { exact: true }).click();
  await panel.getByRole("searchbox").fill("tw-1");
  await expect.poll(rows).toBe(1);
  await panel.getByRole("searchbox").fill("");
  await panel.getByLabelText("Category").selectOptions("Orders");
  await expect.poll(rows).toBe(2);
  await panel.getByRole("searchbox").fill("nothing of the kind");
  await expect.element(panel.getByText("No notifications found")).toBeVisible();
});

test("LIM-06 a notification says when it came, with day, month, year, hours and minutes", async () => {
  portal({
    items: [item(1, { Created: "2026-11-21T14:05:00.000Z" }), item(2, { Created: "2026-07-05T06:09:00.000Z" })],
  });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Notifications, 2 new" }).click();
  const panel = screen.getByRole("dialog", { name: "Notifications" });
  await expect.element(panel.getByText("Orders · 21/11/2026 14:05", { exact: true })).toBeVisible();
  await expect.element(panel.getByText("Orders · 05/07/2026 07:09", { exact: true })).toBeVisible();
});

test("NOTIF-04 the list is 472 px wide and never higher than 336 px", async () => {
  portal({ items: Array.from({ length: 20 }, (_, number) => item(number)) });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Notifications, 20 new" }).click();
  const panel = screen.getByRole("dialog", { name: "Notifications" });
  await expect.poll(() => panel.getByRole("listitem").elements().length).toBe(20);
  const box = panel.element().getBoundingClientRect();
  expect([box.width, box.height]).toEqual([472, 336]);
  await screen.unmount();

  await page.viewport(390, 844);
  portal({ items: [item(1)] });
  const phone = await renderApp("/dashboard");
  await phone.screen.getByRole("button", { name: "Notifications, 1 new" }).click();
  const small = phone.screen.getByRole("dialog", { name: "Notifications" });
  await expect.poll(() => small.getByRole("listitem").elements().length).toBe(1);
  const { left, right } = small.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(390);
});

test("FORM-50 the search box among the notifications is 396 px wide too, and narrower only on a phone", async () => {
  portal({ items: [item(1)] });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Notifications, 1 new" }).click();
  const box = screen.getByRole("dialog", { name: "Notifications" }).getByRole("searchbox");
  const width = () => box.element().parentElement!.getBoundingClientRect().width;
  await expect.poll(width).toBe(396);
  await page.viewport(390, 844);
  await expect.poll(width).toBeLessThan(396);
  expect(width()).toBeGreaterThan(240);
});

test("NOTIF-05 opening one marks it as read, and the count falls by one", async () => {
  const { of } = portal({ items: [item(1), item(2)] });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Notifications, 2 new" }).click();
  await screen
    .getByRole("dialog", { name: "Notifications" })
    .getByRole("button", { name: /Order 1/ })
    .click();
  await expect.element(screen.getByRole("button", { name: "Notifications, 1 new" })).toBeVisible();
  expect(of("PATCH", "/api/notifications").map(({ body }) => JSON.parse(body) as object)).toEqual([
    { Id: idOf(1), Status: "read" },
  ]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.getByRole("dialog", { name: "Notifications" }).elements().length).toBe(0);
});

test("NOTIF-08 NOTIF-09 NOTIF-10 the panel shows three notices, then all, then three again", async () => {
  portal({ notices: [1, 2, 3, 4, 5].map(notice) });
  const { screen } = await renderApp("/dashboard");
  const shown = () => screen.getByText(/^Service \d$/).elements().length;
  await expect.poll(shown, patience).toBe(3);
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Show more", exact: true }).click();
  await expect.poll(shown).toBe(5);
  await screen.getByRole("button", { name: "Show less", exact: true }).click();
  await expect.poll(shown).toBe(3);
});

test("NOTIF-11 closing a notice posts it, then asks for the list again", async () => {
  const { sent } = portal({ notices: [1, 2].map(notice) });
  const { screen } = await renderApp("/dashboard");
  await screen.getByRole("button", { name: "Close the notice of Service 1" }).click();
  await expect.poll(() => screen.getByText("Service 1", { exact: true }).elements().length).toBe(0);
  await expect.element(screen.getByText("Service 2", { exact: true })).toBeVisible();
  const order = sent.filter(({ path }) => path.includes("/dropzone")).map(({ method, path }) => `${method} ${path}`);
  expect(order).toEqual([
    "GET /api/notifications/dropzone",
    `POST /api/notifications/dropzone/${idOf(1)}/close`,
    "GET /api/notifications/dropzone",
  ]);
});

test("NOTIF-13 the server's interval is how long the bell waits between two looks", async () => {
  const often = portal({ interval: 50 });
  const { screen } = await renderApp("/gallery");
  await expect.poll(() => polls(often), patience).toBeGreaterThan(4);
  await screen.unmount();

  const seldom = portal({ interval: 3_600_000 });
  const slow = await renderApp("/gallery");
  await expect.element(slow.screen.getByRole("button", { name: "Notifications" })).toBeVisible();
  await expect.poll(() => seldom.of("GET", "/api/notifications/reload-interval").length).toBe(1);
  await expect.poll(() => polls(seldom)).toBe(1);
});

test("NOTIF-14 a 403 ends the polling, not the session", async () => {
  const wanted = keepHere();
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags: ["Notifications"] })),
    "GET /api/notifications/reload-interval": succeeded(20),
    "GET /api/notifications": refused(403, "PermissionNotFound", "You do not have permission to do this."),
  });
  const asked = () => sent.filter(({ path }) => path === "/api/notifications").length;
  const { screen, queryClient } = await renderApp("/gallery");
  await expect.element(screen.getByRole("button", { name: "Notifications" })).toBeVisible();
  await expect.poll(asked, patience).toBe(1);
  await queryClient.invalidateQueries();
  // Allow enough time for twenty more polls.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked()).toBe(1);
  expect(wanted).toEqual([]);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
});

test("NOTIF-16 a 401 from the hub stays quiet: no message, and the session goes on", async () => {
  const wanted = keepHere();
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/notifications/negotiate": refused(401, "notSignedIn", "Your session has ended."),
  });
  const { screen } = await renderApp("/gallery");
  await expect.poll(() => sent.filter(({ path }) => path.endsWith("/negotiate")).length, patience).toBeGreaterThan(0);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
  expect(screen.getByText("Your session has ended.").elements()).toHaveLength(0);
  expect(wanted).toEqual([]);
});

test("NOTIF-15 NOTIF-17 the hub is joined with the token of its negotiation, and a message of the hub has the list fetched again at once", async () => {
  const streams: (EventTarget & { address: string })[] = [];
  class FakeStream extends EventTarget {
    readonly address: string;
    constructor(address: string | URL) {
      super();
      this.address = String(address);
      streams.push(this);
    }
    close() {}
  }
  vi.stubGlobal("EventSource", FakeStream);
  const items = [item(1)];
  const api = portal({
    items,
    negotiated: succeeded({ accessToken: "ticket-1", url: "/api/notifications/stream" }),
  });
  const { screen } = await renderApp("/gallery");
  await expect.element(screen.getByRole("button", { name: "Notifications, 1 new" })).toBeVisible();
  await expect.poll(() => streams.length, patience).toBe(1);
  expect(streams[0]!.address).toContain("ticket-1");
  const before = polls(api);
  items.push(item(2));
  streams[0]!.dispatchEvent(
    new MessageEvent("SendMessage", { data: JSON.stringify({ Topics: ["notifications"] }), lastEventId: "1-1" }),
  );
  await expect.element(screen.getByRole("button", { name: "Notifications, 2 new" })).toBeVisible();
  expect(polls(api)).toBe(before + 1);
  vi.unstubAllGlobals();
});

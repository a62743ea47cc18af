import { afterEach, expect, test, vi } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-000000000001";
const question = { FeatureId: "ordering", Title: "How is ordering?", Description: "Did it go the way you wanted?" };

type Portal = { due?: string | null; banner?: object | null; required?: object | null; hideBanner?: boolean };
function portal({ due = null, banner = null, required = null, hideBanner = false }: Portal = {}) {
  const session = sessionOf();
  const sent = fakeApi({
    "GET /api/session": succeeded({ ...session, DisplaySettings: { HidePricing: false, HideBanner: hideBanner } }),
    "GET /api/announcements/due": succeeded({ Id: due }),
    [`GET /api/announcements/${id}`]: succeeded({
      Id: id,
      Title: "New prices",
      Body: "From May on.",
      Published: "2026-05-01T08:00:00.000Z",
    }),
    [`POST /api/announcements/${id}/remind-later`]: succeeded({}),
    [`POST /api/announcements/${id}/do-not-show-again`]: succeeded({}),
    "GET /api/banner": succeeded(banner),
    "GET /api/ratings/required": succeeded(required),
    "POST /api/ratings": succeeded({}),
  });
  const of = (method: string, path: string) => sent.filter((line) => line.method === method && line.path === path);
  return { of, saved: () => of("POST", "/api/ratings").map(({ body }) => JSON.parse(body) as object) };
}

/** Advances the page's timers and waits for the work they started. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
afterEach(() => void vi.useRealTimers());

/** Opens the portal and advances it by half a minute. */
async function opened(changes: Portal = { required: question }) {
  holdTime();
  const api = portal(changes);
  const app = await renderApp("/gallery");
  const asked = async () => (await pass(100), api.of("GET", "/api/announcements/due").length);
  await expect.poll(asked, { timeout: 15_000 }).toBe(1);
  await pass(31_000);
  return { ...app, ...api, popup: app.screen.getByRole("dialog", { name: question.Title }) };
}

test("RATE-02 the question comes thirty seconds after the page, and not after twenty-nine", async () => {
  // Load the part with the popup before time starts to count.
  const before = portal();
  const first = await renderApp("/gallery");
  await expect.poll(() => before.of("GET", "/api/announcements/due").length, { timeout: 15_000 }).toBe(1);
  await first.screen.unmount();

  holdTime();
  const { of } = portal({ required: question });
  const { screen } = await renderApp("/gallery");
  let passed = 0;
  const until = async (time: number) => {
    for (; passed < time; passed += 100) await pass(100);
  };
  await until(29_000);
  expect(of("GET", "/api/ratings/required")).toHaveLength(0);
  await until(31_000);
  await expect.element(screen.getByRole("dialog", { name: question.Title })).toBeVisible();
});

test("RATE-01 where the server says that none is due, there is no popup", async () => {
  const { of, popup } = await opened({ required: null });
  await expect.poll(() => of("GET", "/api/ratings/required").length).toBe(1);
  expect(popup.elements()).toHaveLength(0);
});

test("RATE-03 RATE-04 RATE-05 it stands at the bottom left with the server's words, and nothing chosen", async () => {
  const { screen, popup } = await opened();
  await expect.element(popup).toBeVisible();
  await expect.element(popup.getByText(question.Description)).toBeVisible();
  const box = popup.element().getBoundingClientRect();
  expect([box.left, innerHeight - box.bottom]).toEqual([16, 16]);
  for (const name of ["Thumbs up", "Thumbs down"])
    await expect.element(popup.getByRole("button", { name })).toHaveAttribute("aria-pressed", "false");
  expect(popup.getByRole("button", { name: "Submit" }).elements()).toHaveLength(0);
  const task = document.body.appendChild(document.createElement("dialog"));
  task.showModal();
  expect(popup.elements(), "it waits while something else is being done").toEqual([]);
  task.remove();
  await expect.element(popup).toBeVisible();
  vi.useRealTimers();
  expect(await faults()).toEqual([]);
  await screen.unmount();
});

test("RATE-06 RATE-07 RATE-08 a thumb, a comment or none, and what is sent", async () => {
  const first = await opened();
  await first.popup.getByRole("button", { name: "Thumbs up" }).click();
  await first.popup.getByLabelText(/^Comment/).fill("Quick");
  await first.popup.getByRole("button", { name: "Submit" }).click();
  await expect.poll(first.saved).toEqual([{ FeatureId: "ordering", Rating: true, Comments: "Quick" }]);
  await expect.poll(() => first.popup.elements().length).toBe(0);
  await first.screen.unmount();
  vi.useRealTimers();
  localStorage.clear();

  const second = await opened();
  await second.popup.getByRole("button", { name: "Thumbs down" }).click();
  await second.popup.getByRole("button", { name: "Submit" }).click();
  await expect.poll(second.saved).toEqual([{ FeatureId: "ordering", Rating: false, Comments: "" }]);
});

test("RATE-09 later hides it and saves nothing", async () => {
  const { popup, saved } = await opened();
  await popup.getByRole("button", { name: "Later" }).click();
  await expect.poll(() => popup.elements().length).toBe(0);
  expect([saved(), localStorage.getItem("ratingAsked")]).toEqual([[], null]);
});

test("RATE-10 RATE-11 closing it saves an empty rating, and this browser is not asked again until its storage is cleared", async () => {
  const { popup, saved, screen } = await opened();
  await popup.getByRole("button", { name: "Close" }).click();
  await expect.poll(saved).toEqual([{ FeatureId: "ordering", Rating: null, Comments: "" }]);
  await screen.unmount();
  vi.useRealTimers();

  const again = await opened();
  expect([again.popup.elements().length, again.of("GET", "/api/ratings/required").length]).toEqual([0, 0]);
  await again.screen.unmount();
  vi.useRealTimers();
  localStorage.clear();

  const cleared = await opened();
  await expect.element(cleared.popup).toBeVisible();
});

test("ANN-01 ANN-03 an announcement opens with its text; remind later posts without a body and closes it", async () => {
  const { of } = portal({ due: id });
  const { screen } = await renderApp("/gallery");
  const dialog = screen.getByRole("dialog", { name: "New prices" });
  await expect.element(dialog.getByText("From May on.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Remind me later" }).click();
  await expect.poll(() => dialog.elements().length).toBe(0);
  expect(of("POST", `/api/announcements/${id}/remind-later`).map(({ body }) => body)).toEqual([""]);
});

test("ANN-02 do not show again posts and closes it", async () => {
  const { of } = portal({ due: id });
  const { screen } = await renderApp("/gallery");
  const dialog = screen.getByRole("dialog", { name: "New prices" });
  await dialog.getByRole("button", { name: "Do not show again" }).click();
  await expect.poll(() => dialog.elements().length).toBe(0);
  expect(of("POST", `/api/announcements/${id}/do-not-show-again`)).toHaveLength(1);
});

test("ANN-04 ACL-43 the banner shows the API's text, and neither asks nor shows where it is hidden", async () => {
  portal({ banner: { Id: id, Title: "Maintenance", Text: "Sunday from 2 to 4." } });
  const { screen } = await renderApp("/gallery");
  const banner = screen.getByRole("complementary", { name: "Message of the marketplace" });
  await expect.element(banner.getByText("Sunday from 2 to 4.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.unmount();

  const hidden = portal({ banner: { Id: id, Title: "Maintenance", Text: "Sunday from 2 to 4." }, hideBanner: true });
  const without = await renderApp("/gallery");
  await expect.poll(() => hidden.of("GET", "/api/announcements/due").length, { timeout: 15_000 }).toBe(1);
  expect(without.screen.getByRole("complementary", { name: "Message of the marketplace" }).elements()).toHaveLength(0);
  expect(hidden.of("GET", "/api/banner")).toHaveLength(0);
});

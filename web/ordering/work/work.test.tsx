import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-0000000000a1";
const item = {
  Id: id,
  ResellerName: "Harbour IT",
  CustomerName: "Acme Dental",
  Title: "Hosted Voice for Acme Dental",
  Status: "queued",
  Note: null,
  Assignee: null,
  EstimatedCompletion: "2026-06-03",
  Created: "2026-05-20T13:05:00.000Z",
  Lines: [],
  Details: {},
};

test("LIM-05 a day reads DD/MM/YYYY, a time DD/MM/YYYY HH:mm, and a call sends yyyy-MM-dd", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/work": succeeded({ Items: [item] }),
    [`POST /api/operator/work/${id}/start`]: succeeded({ ...item, Status: "working" }),
  });
  const { screen } = await renderApp("/operator/work");
  await expect.element(screen.getByText("Ordered 20/05/2026 14:05 · expected by 03/06/2026")).toBeVisible();
  await screen.getByRole("button", { name: "Start" }).click();
  const dialog = screen.getByRole("dialog", { name: "Start work" });
  await dialog.getByRole("textbox", { name: /^Expected by/ }).fill("25/06/2026");
  await dialog.getByRole("button", { name: "Start work" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/start"))?.body)
    .toBe(JSON.stringify({ EstimatedCompletion: "2026-06-25", Note: null }));
});

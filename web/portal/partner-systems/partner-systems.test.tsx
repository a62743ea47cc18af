import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const harbour = { Id: "019a0000-0000-7000-8000-0000000000aa", Name: "Harbour IT", Linked: ["comms"] as string[] };
const operator = { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null };

test("a tick links a reseller's account and is kept", async () => {
  const row = { ...harbour };
  const sent = fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/operator/partner-systems": () => succeeded({ Items: [row] }),
    [`PUT /api/operator/partner-systems/${harbour.Id}`]: ({ body }) => {
      row.Linked = (JSON.parse(body) as { Linked: string[] }).Linked;
      return succeeded(row);
    },
  });
  const { screen } = await renderApp("/operator/partner-portals");
  const box = (name: string) => screen.getByRole("checkbox", { name: `${name} of Harbour IT` });
  await expect.element(box("Comms")).toBeChecked();
  await expect.element(box("Distribution")).not.toBeChecked();
  await box("Distribution").click();
  await expect.element(box("Distribution")).toBeChecked();
  expect(row.Linked).toEqual(["comms", "distribution"]);
  await screen.getByRole("searchbox", { name: "Search resellers" }).fill("quay");
  await expect.poll(() => sent.some(({ query }) => query.get("Search") === "quay")).toBe(true);
});

test("no match and a failed list each show a message", async () => {
  fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/operator/partner-systems": succeeded({ Items: [] }),
  });
  const none = await renderApp("/operator/partner-portals");
  await expect.element(none.screen.getByText("No resellers found")).toBeVisible();
  await none.screen.unmount();
  fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/operator/partner-systems": refused(409, "conflict", "The list could not be read."),
  });
  const { screen } = await renderApp("/operator/partner-portals");
  await expect.element(screen.getByText("The list could not be read.")).toBeVisible();
});

test.each(bothEnds)("axe finds nothing at %i px", async (width) => {
  await page.viewport(width, 900);
  fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/operator/partner-systems": succeeded({ Items: [harbour] }),
  });
  const { screen } = await renderApp("/operator/partner-portals");
  await expect.element(screen.getByText("Harbour IT")).toBeVisible();
  expect(await faults()).toEqual([]);
});

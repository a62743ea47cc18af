import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = "019a0000-0000-7000-8000-000000000001";
const harbour = { Id: "019a0000-0000-7000-8000-0000000000aa", Name: "Harbour IT" };
const written = {
  Id: id,
  Kind: "banner",
  Title: "Maintenance",
  Body: "Sunday from 2 to 4.",
  UserKinds: ["engineer", "endUser"],
  Resellers: [harbour],
  Starts: "2026-05-20T10:00:00.000Z",
  Ends: null,
  State: "shown",
  CreatedBy: "Olive Operator",
};
const feature = {
  Id: "ordering",
  Title: "How is ordering?",
  Description: "Did it go well?",
  Enabled: false,
  UserKinds: [],
  Up: 3,
  Down: 1,
  Unanswered: 2,
};
const flag = {
  Name: "LiveChat",
  Enabled: true,
  Percentage: 25,
  Resellers: [{ ...harbour, Enabled: false }],
  Changes: [],
};

function asOperator() {
  const sent = fakeApi({
    "GET /api/session": succeeded({ ...sessionOf({ kind: "admin" }), Reseller: null }),
    "GET /api/operator/announcements": succeeded({ Items: [written] }),
    "POST /api/operator/announcements": succeeded(written),
    [`POST /api/operator/announcements/${id}/withdraw`]: succeeded({ ...written, State: "withdrawn" }),
    "GET /api/operator/reseller-names": succeeded({ Items: [harbour] }),
    "GET /api/operator/ratings": succeeded({
      Features: [feature],
      Comments: [
        {
          FeatureId: "ordering",
          Rating: false,
          Comments: "Slow",
          Who: "Robin Tester",
          ResellerName: "Harbour IT",
          Created: "2026-05-20T10:00:00.000Z",
        },
      ],
    }),
    "PUT /api/operator/ratings/ordering": succeeded(feature),
    "GET /api/operator/feature-flags": succeeded({ Items: [flag] }),
    "PUT /api/operator/feature-flags/LiveChat": succeeded(flag),
    [`PUT /api/operator/feature-flags/LiveChat/resellers/${harbour.Id}`]: succeeded(flag),
  });
  return (method: string, path: string) =>
    sent.filter((line) => line.method === method && line.path === path).map(({ body }) => body);
}
const bodies = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as object);

test("the operator writes an announcement for some, and withdraws one", async () => {
  const sent = asOperator();
  const { screen } = await renderApp("/operator/messages");
  await expect.element(screen.getByText(/Engineers and end users of Harbour IT/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Write an announcement" }).click();
  const dialog = screen.getByRole("dialog", { name: "Write an announcement" });
  await dialog.getByLabelText("Title").fill("New prices");
  await dialog.getByLabelText("Text", { exact: true }).fill("From May on.");
  await dialog.getByLabelText("Engineers").click();
  await dialog.getByRole("combobox", { name: /Resellers/ }).click();
  await screen.getByRole("option", { name: "Harbour IT" }).click();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect
    .poll(() => bodies(sent("POST", "/api/operator/announcements")))
    .toEqual([
      {
        Kind: "announcement",
        Title: "New prices",
        Body: "From May on.",
        UserKinds: ["engineer"],
        ResellerIds: [harbour.Id],
        Starts: null,
        Ends: null,
      },
    ]);
  await screen.getByRole("button", { name: "Withdraw" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect.poll(() => sent("POST", `/api/operator/announcements/${id}/withdraw`).length).toBe(1);
});

test("the operator sees the ratings and chooses the audience", async () => {
  const sent = asOperator();
  const { screen } = await renderApp("/operator/messages");
  await screen.getByRole("tab", { name: "Ratings" }).click();
  await expect.element(screen.getByText("75%")).toBeVisible();
  await expect.element(screen.getByText("Slow")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: feature.Title }).click();
  const dialog = screen.getByRole("dialog", { name: feature.Title });
  await dialog.getByText("Yes", { exact: true }).click();
  await dialog.getByLabelText("Resellers").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => bodies(sent("PUT", "/api/operator/ratings/ordering")))
    .toEqual([{ Enabled: true, UserKinds: ["reseller"] }]);
});

test("the operator switches a feature for a share, and for one reseller", async () => {
  await page.viewport(390, 844);
  const sent = asOperator();
  const { screen } = await renderApp("/operator/feature-flags");
  await expect.element(screen.getByText("On for 25%")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "LiveChat" }).click();
  const panel = screen.getByRole("dialog", { name: "LiveChat" });
  await panel.getByRole("group", { name: "LiveChat for Harbour IT" }).getByText("On", { exact: true }).click();
  await expect
    .poll(() => bodies(sent("PUT", `/api/operator/feature-flags/LiveChat/resellers/${harbour.Id}`)))
    .toEqual([{ Enabled: true }]);
  await panel.getByRole("spinbutton", { name: /Share/ }).fill("40");
  expect(await faults()).toEqual([]);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => bodies(sent("PUT", "/api/operator/feature-flags/LiveChat")))
    .toEqual([{ Enabled: true, Percentage: 40 }]);
});

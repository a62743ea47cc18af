import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const open = (answer: ReturnType<typeof succeeded>) => {
  fakeApi({
    "GET /api/session": succeeded({ ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null }),
    "GET /api/operator/retention": answer,
  });
  return renderApp("/operator/retention");
};

test("the operator sees what is removed when, by which setting, and what is kept", async () => {
  const { screen } = await open(
    succeeded({
      Items: [
        { Name: "Sessions", Kept: "90 days after their end", Setting: "KEEP_SESSIONS_DAYS", IsRemoved: true },
        { Name: "Invoices", Kept: "At least six years", Setting: null, IsRemoved: false },
      ],
    }),
  );
  await expect.element(screen.getByRole("heading", { level: 1, name: "Data retention" })).toBeVisible();
  await expect.element(screen.getByText("90 days after their end")).toBeVisible();
  await expect.element(screen.getByText("KEEP_SESSIONS_DAYS")).toBeVisible();
  await expect.element(screen.getByText("At least six years")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("what cannot be loaded says so", async () => {
  const { screen } = await open(refused(400, "invalidRequest", "It cannot be listed."));
  await expect.element(screen.getByText("It cannot be listed.")).toBeVisible();
});

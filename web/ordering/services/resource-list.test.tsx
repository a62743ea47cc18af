import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const id = "019a0000-0000-7000-8000-0000000000aa";
const key = {
  Id: id,
  SubscriptionId: subscriptionId,
  Label: "Product key",
  Text: null,
  IsSecret: true,
  Attributes: [],
  Since: "2026-05-20T09:00:00.000Z",
  Until: null,
};
const reveal = `POST /api/resources/${id}/reveal`;
const open = async (answers: Parameters<typeof fakeApi>[0] = {}, person: Parameters<typeof sessionOf>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf(person)),
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), Resources: [key] }),
    "GET /api/auth/passkeys": succeeded({ Items: [] }),
    ...answers,
  });
  return { sent, ...(await renderApp(address)) };
};

test("a secret is asked for when somebody wants to see it, and shown there", async () => {
  const { screen } = await open({ [reveal]: succeeded({ Text: "AAAAA-BBBBB-CCCCC", Attributes: [] }) });
  const show = screen.getByRole("button", { name: "Show product key" });
  await expect.element(show).toBeVisible();
  expect(await faults()).toEqual([]);
  await show.click();
  await expect.element(screen.getByText("AAAAA-BBBBB-CCCCC")).toBeVisible();
  await expect.element(show).not.toBeInTheDocument();
});

test("asks for a proof where the server wants one, and says why it matters", async () => {
  const { screen } = await open({ [reveal]: refused(409, "confirmFirst", "Please confirm that it is you.") });
  await screen.getByRole("button", { name: "Show product key" }).click();
  const dialog = screen.getByRole("dialog", { name: "Show the product key" });
  await expect.element(dialog.getByText(/kept in the activity log/)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("says so where somebody may not see it", async () => {
  const { screen } = await open({}, { views: ["home", "customers"] });
  await expect.element(screen.getByText("Hidden")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Show product key" })).not.toBeInTheDocument();
});

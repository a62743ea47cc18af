import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const liffey = {
  Host: "portal.liffey.example",
  ResellerId: "019a0000-0000-7000-8000-0000000000e1",
  ResellerName: "Liffey Cloud",
  HasLabel: true,
};
const session = { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null };

const open = async (items: object[], handlers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/operator/portal-hosts": succeeded({ Items: items, Next: null }),
    "GET /api/operator/portal-host-changes": succeeded({ Items: [] }),
    "GET /api/operator/reseller-names": succeeded({ Items: [{ Id: liffey.ResellerId, Name: "Liffey Cloud" }] }),
    ...handlers,
  });
  const { screen } = await renderApp("/operator/hosts");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Hosts" })).toBeVisible();
  return { screen, sent };
};

test("the operator gives a host to a reseller; what it is kept as shows at once, and a refusal lands on the field", async () => {
  let taken = true;
  const { screen, sent } = await open([liffey], {
    "POST /api/operator/portal-hosts": () =>
      taken
        ? refused(409, "hostTaken", "This host already belongs to a reseller.", {
            Host: "This host already belongs to a reseller",
          })
        : succeeded({ Host: "portal.xn--bcher-kva.example" }),
  });
  await expect.element(screen.getByText("portal.liffey.example")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Add host" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add host" });
  await dialog.getByRole("combobox", { name: "Reseller" }).click();
  await screen.getByRole("option", { name: "Liffey Cloud" }).click();
  await dialog.getByLabelText("Host").fill("Portal.Bücher.example");
  await expect.element(dialog.getByText("Kept as portal.xn--bcher-kva.example")).toBeVisible();
  await dialog.getByRole("button", { name: "Add host" }).click();
  await expect.element(dialog.getByText("This host already belongs to a reseller")).toBeVisible();
  expect(await faults()).toEqual([]);
  taken = false;
  await dialog.getByRole("button", { name: "Add host" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.parse(sent.findLast(({ method }) => method === "POST")!.body)).toEqual({
    Host: "Portal.Bücher.example",
    ResellerId: liffey.ResellerId,
  });
});

test("a host is removed from its reseller after a confirmation, also on a phone", async () => {
  await page.viewport(390, 844);
  const { screen, sent } = await open([liffey], {
    "DELETE /api/operator/portal-hosts/portal.liffey.example": succeeded({}),
  });
  await screen
    .getByRole("button", { name: /^Actions|More/ })
    .first()
    .click();
  await screen.getByRole("button", { name: "Remove" }).click();
  await screen.getByRole("button", { name: "Remove host" }).click();
  await expect.poll(() => sent.some(({ method }) => method === "DELETE")).toBe(true);
});

test("without hosts the page says what one is for", async () => {
  const { screen } = await open([]);
  await expect.element(screen.getByText("No hosts yet")).toBeVisible();
});

import type { User } from "@tradewind/contract/access/users.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const jamie: User = {
  Id: "019a0000-0000-7000-8000-000000000001",
  Name: "Jamie Okonkwo",
  UserName: "jamie@harbour.example",
  Email: "jamie@harbour.example",
  Telephone: null,
  JobTitle: null,
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  LastSignedIn: null,
  MfaOn: false,
  MfaRequired: false,
  HasPassword: true,
  MustReset: false,
  State: "Active",
  IsSelf: false,
  Portals: [],
  May: ["exportData", "erase"],
};
const at = `/api/users/${jamie.Id}`;
const manage = "/account-setting/manage-access";
const preview = {
  Deleted: [{ What: "Sessions", Count: 3 }],
  Unnamed: [{ What: "Messages in tickets", Count: 1200 }],
  Kept: [{ What: "Agreements they signed", Count: 1, Why: "The law asks to keep contracts." }],
  Refused: null,
};
const serve = (more: Parameters<typeof fakeApi>[0]) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/users": succeeded({ Items: [], Next: null }),
    "GET /api/invitations": succeeded({ Items: [], Next: null }),
    [`GET ${at}`]: succeeded(jamie),
    "POST /api/auth/mfa/verify-user": succeeded({ IsVerified: true, IsEnabled: false }),
    ...more,
  });

test("erasing shows first what goes, what stays and why, asks for a proof, and leads back to the list", async () => {
  const sent = serve({ [`GET ${at}/erasure`]: succeeded(preview), [`POST ${at}/erase`]: succeeded({}) });
  const { screen, router } = await renderApp(`${manage}/${jamie.Id}`);
  await screen.getByRole("button", { name: "Erase" }).click();
  const dialog = screen.getByRole("dialog", { name: "Erase Jamie Okonkwo?" });
  await expect.element(dialog.getByText("Sessions (3)")).toBeVisible();
  await expect.element(dialog.getByText("Messages in tickets (1,200)")).toBeVisible();
  await expect.element(dialog.getByText("The law asks to keep contracts.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await expect.element(dialog.getByRole("button", { name: "Erase for good" })).toBeDisabled();
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(manage);
  expect(
    sent.filter(({ method, path }) => method === "POST" && path !== "/api/auth/refresh").map(({ path }) => path),
  ).toEqual(["/api/auth/mfa/verify-user", `${at}/erase`]);
});

test("who cannot be erased is not asked for a proof, but told why", async () => {
  serve({ [`GET ${at}/erasure`]: succeeded({ ...preview, Refused: "This person also acts for others." }) });
  const { screen } = await renderApp(`${manage}/${jamie.Id}`);
  await screen.getByRole("button", { name: "Erase" }).click();
  await expect.element(screen.getByText("This person also acts for others.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Erase for good" }).elements()).toEqual([]);
});

test("somebody's data is given in a file with their name and the day", async () => {
  serve({
    [`GET ${at}/personal-data`]: { raw: new Response("{}", { headers: { "content-type": "application/json" } }) },
  });
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const { screen } = await renderApp(`${manage}/${jamie.Id}`);
  await screen.getByRole("button", { name: "Export data" }).click();
  const dialog = screen.getByRole("dialog", { name: "Export the data of Jamie Okonkwo" });
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect.poll(() => names).toEqual([`Personal data of Jamie Okonkwo ${sessionOf().Today}.json`]);
});

test("one's own data is given after a proof; a refusal is shown where it was asked for", async () => {
  const sent = serve({ "GET /api/personal-data": refused(409, "confirmFirst", "Please confirm that it is you.") });
  const { screen } = await renderApp("/account-setting");
  await screen.getByRole("button", { name: "Download your data" }).click();
  const dialog = screen.getByRole("dialog", { name: "Download your data" });
  await dialog.getByLabelText("Your password", { exact: true }).fill("Copper-Lantern-42");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect.element(dialog.getByText("Please confirm that it is you.")).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/personal-data")).toHaveLength(1);
});

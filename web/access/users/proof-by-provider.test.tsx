import type { User } from "@tradewind/contract/access/users.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const id = "019a0000-0000-7000-8000-000000000001";
const jamie: User = {
  Id: id,
  Name: "Jamie Okonkwo",
  UserName: "jamie@harbour.example",
  Email: "jamie@harbour.example",
  Telephone: null,
  JobTitle: "Support engineer",
  Kind: "engineer",
  CustomerId: null,
  CustomerName: null,
  LastSignedIn: null,
  MfaOn: true,
  MfaRequired: false,
  HasPassword: true,
  MustReset: false,
  State: "Active",
  IsSelf: false,
  Portals: [],
  May: ["givePassword", "resetMfa"],
};
beforeEach(() => localStorage.setItem("ssoSession", "sso"));
afterEach(() => localStorage.removeItem("ssoSession"));

async function open() {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/users/${id}`]: succeeded(jamie),
    "GET /api/linked-accounts": succeeded({ Items: [], HasPassword: false }),
    "GET /api/auth/mfa/is-enabled": succeeded({
      IsEnabled: true,
      IsRequired: false,
      IsAvailable: true,
      EnabledAt: "2026-11-20T09:00:00.000Z",
      RecoveryCodesLeft: 9,
    }),
    "POST /api/auth/passwords/generate": succeeded({ Password: "Copper-Lantern-42" }),
    [`PUT /api/auth/mfa/users/${id}/disable`]: refused(409, "confirmFirst", "Please confirm that it is you."),
  });
  const { screen } = await renderApp(`/account-setting/manage-access/${id}`);
  return { screen, dialog: screen.getByRole("dialog") };
}

test.each(bothEnds)("who has no password confirms at their provider or by a code, at %i px", async (width) => {
  await page.viewport(width, 900);
  const { screen, dialog } = await open();
  await screen.getByRole("button", { name: "Reset multi-factor authentication" }).click();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect.element(dialog.getByRole("button", { name: "Sign in at your provider again" })).toBeVisible();
  await expect.element(dialog.getByText(/You have no password here\./)).toBeVisible();
  expect(dialog.getByLabelText("Your password", { exact: true }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Use a code from the app" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Code" })).toBeVisible();
});

test("a caller without a password is told that generating one needs theirs, and what to do instead", async () => {
  const { screen, dialog } = await open();
  await screen.getByRole("button", { name: "Generate a password" }).click();
  await expect.element(dialog.getByText(/you have none here\. Email Jamie Okonkwo a link/)).toBeVisible();
  expect(dialog.getByLabelText("Your own password", { exact: true }).elements()).toHaveLength(0);
  await expect.element(dialog.getByRole("button", { name: "Set password" })).toBeDisabled();
  expect(await faults()).toEqual([]);
});

import { twinsIn } from "@tradewind/tools/demo/twins.ts";
import type { Page } from "@playwright/test";
import { expect, expectNoFaults, password, signIn, test } from "../portal.ts";

/** Adds a virtual authenticator to the browser that stores passkeys and approves every request. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page, isPhone: boolean) {
  await page.getByRole("button", { name: isPhone ? "Open menu" : /My Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
}

test("a passkey is added, signs in by itself and beside the password, and is removed again", async ({ page }, info) => {
  const isPhone = info.project.name === "390";
  // Somebody of its own, whom no other story finds with a second factor.
  const user = `keys-${info.project.name}-${Date.now() % 1e7}@twin.example`;
  const twins = twinsIn(process.env["E2E_DATA"]!);
  await twins.add("engineer@harbour.example", user);
  await twins.close();
  await addAuthenticator(page);
  await signIn(page, user);
  await page.goto("/account-setting/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Work laptop" })).toBeVisible();
  await expectNoFaults(page);
  await signOut(page, isPhone);

  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).not.toHaveURL(/login/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signOut(page, isPhone);

  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  const second = page.getByRole("dialog", { name: "Confirm with your passkey" });
  await expect(second).toBeVisible();
  await expectNoFaults(page);
  await second.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).not.toHaveURL(/login|sign-in/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.goto("/account-setting/security");
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  const removal = page.getByRole("dialog", { name: "Remove Work laptop?" });
  await removal.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
});

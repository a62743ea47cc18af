import fs from "node:fs";
import path from "node:path";
import { twinsIn } from "@tradewind/tools/demo/twins.ts";
import { expect, test } from "@playwright/test";
import { expectNoFaults } from "../portal.ts";

type Kept = { mails: { subject: string; text: string }[] };

/** Returns the mails to an address, newest first, as the mail simulator keeps them. */
async function mailsTo(address: string): Promise<Kept["mails"]> {
  const map = path.join(process.env["E2E_DATA"]!, "simulators.json");
  const { mail } = JSON.parse(fs.readFileSync(map, "utf8")) as { mail: string };
  const response = await fetch(`${mail}/__sim/mails?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as Kept).mails;
}

test("AUTH-08 AUTH-11 AUTH-103 AUTH-112 a forgotten password is replaced through an emailed link, and the new one signs in", async ({
  page,
}, info) => {
  // Somebody of its own: other stories sign in as the demo's people meanwhile.
  const user = `forgetful-${info.project.name}-${Date.now() % 1e7}@twin.example`;
  const twins = twinsIn(process.env["E2E_DATA"]!);
  await twins.add("engineer@harbour.example", user);
  await twins.close();
  await page.goto("/login");
  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const before = (await mailsTo(user)).length;
  await page.getByLabel("Login name or email address").fill(user);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check your email" })).toBeVisible();
  await expectNoFaults(page);

  await expect.poll(async () => (await mailsTo(user)).length).toBe(before + 1);
  const [mail] = await mailsTo(user);
  expect(mail!.subject).toBe("Choose a new password");
  const link = /http:\S+\/change-password\/\S+/.exec(mail!.text)![0];
  await page.goto(link);
  await expect(page).toHaveURL(/\/change-password$/);
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.reload();
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("password1234");
  await expect(page.getByText("weak", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Generate password" }).click();
  await expect(page.getByText("strong", { exact: true })).toBeVisible();
  await expectNoFaults(page);
  const chosen = await field.inputValue();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await mailsTo(user))[0]!.subject).toBe("Your password was changed");

  await page.getByLabel("Username").fill(user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/login|sign-in/);

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forget-password$/);
});

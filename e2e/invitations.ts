import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectNoFaults } from "./portal.ts";

type Kept = { mails: { subject: string; text: string }[] };

/** Waits for the newest invitation to this address and returns its link. */
export async function invitationTo(address: string, count = 1): Promise<string> {
  const map = path.join(process.env["E2E_DATA"]!, "simulators.json");
  const { mail } = JSON.parse(fs.readFileSync(map, "utf8")) as { mail: string };
  const mails = async () => {
    const response = await fetch(`${mail}/__sim/mails?to=${encodeURIComponent(address)}`);
    return ((await response.json()) as Kept).mails;
  };
  await expect.poll(async () => (await mails()).length).toBe(count);
  const [newest] = await mails();
  expect(newest!.subject).toMatch(/^Your invitation to /);
  return /http:\S+\/invitation\/\S+/.exec(newest!.text)![0];
}

/** Follows an invitation and chooses a generated password. */
export async function accept(page: Page, link: string, company: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: `Welcome to ${company}` })).toBeVisible();
  await expect(page).toHaveURL(/\/invitation$/);
  await page.getByRole("button", { name: "Generate password" }).click();
  await expect(page.getByText("strong", { exact: true })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page).not.toHaveURL(/invitation|login|sign-in/);
}

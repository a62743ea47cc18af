import type { Page } from "@playwright/test";
import { expect, isLong, resellerOf, signIn, test } from "./portal.ts";

const tabCount = 5;
const rounds = isLong ? 4 : 2;
/** Moves the browser's clock ahead, in milliseconds, so that two seconds remain of an access token's ten minutes. */
const ahead = 578_000;
/** Five pages at once take a while on a small machine. */
const patience = { timeout: 60_000 };

test("five tabs that renew their tokens all the time stay signed in, and signing out in one ends all", async ({
  page,
  context,
}, info) => {
  test.setTimeout(400_000);
  await context.addInitScript((by: number) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + by;
  }, ahead);
  const renewals: number[] = [];
  context.on("response", (response) => {
    if (response.url().endsWith("/api/auth/refresh")) renewals.push(response.status());
  });
  await signIn(page, resellerOf(info).user);
  const others = await Promise.all(Array.from({ length: tabCount - 1 }, () => context.newPage()));
  const tabs: Page[] = [page, ...others];
  renewals.length = 0;
  const addresses = ["/customers", "/dashboard", "/account-setting", "/billing/invoices"];
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      tabs.map(async (tab, n) => {
        await tab.goto(addresses[(round + n) % addresses.length]!);
        await expect(tab.getByRole("heading", { level: 1 })).toBeVisible(patience);
        await expect(tab).not.toHaveURL(/login|sign-in/);
      }),
    );
  expect(renewals.length).toBeGreaterThanOrEqual(rounds * tabCount);
  expect(new Set(renewals)).toEqual(new Set([200]));

  await page.getByRole("button", { name: info.project.name === "390" ? "Open menu" : /My Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  for (const tab of tabs) await expect(tab).toHaveURL(/\/login/, patience);
});

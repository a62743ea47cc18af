import type { Page } from "@playwright/test";
import { expect, expectLoaded, signIn, test as story } from "../portal.ts";

story.skip(({ viewport }) => viewport?.width !== 1440, "Prices are left out whatever the width");

const amount = /[£€]\s?\d/;
/** An amount or a price in an answer. Counts and quantities have other names. */
const priceInAnswer =
  /"(?:Cost|CustomerPrice|Recommended|UnitCost|Amount|Net|Gross|Sales|Margin|Minor|Overdue)":(?!null)/;

/** Opens pages one after the other; returns what each shows, and the addresses of answers that hold a price. */
async function look(page: Page, user: string, paths: readonly string[]) {
  const told: string[] = [];
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") || !response.headers()["content-type"]?.includes("json")) return;
    const text = await response.text().catch(() => "");
    if (priceInAnswer.test(text)) told.push(pathname);
  });
  await signIn(page, user);
  const priced: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectLoaded(page);
    if (amount.test(await page.getByRole("main").innerText())) priced.push(path);
  }
  return { priced, told };
}

/** Says to a reseller's customers what they pay, or no longer. */
async function show(reseller: Page, shown: boolean) {
  await reseller.goto("/account-setting/display");
  await reseller.getByRole("checkbox", { name: /^Show customers what they pay/ }).setChecked(shown);
  await reseller.getByRole("button", { name: "Save changes" }).click();
  await expect(reseller.getByText("Display settings saved")).toBeVisible();
}

story(
  "ACL-40 a customer's people see no price on the pages where their reseller does, nor in an answer; and what it pays, and no cost, while it shows them that",
  async ({ page, otherPage }) => {
    await signIn(page, "admin@acme.example");
    await page.goto("/");
    await expect(page).toHaveURL(/\/(dashboard|customers\/customer\/)/);
    const customerId = await page.evaluate(() => localStorage.getItem("enduseradminId"));
    await page.goto(`/customers/customer/${customerId}/view/services`);
    const service = page
      .getByRole("main")
      .getByRole("link", { name: /Acronis Backup/ })
      .first();
    const paths = [
      "/dashboard",
      "/marketplace",
      (await service.getAttribute("href"))!,
      `/customers/customer/${customerId}/add-service/acronis-backup`,
    ];
    const byReseller = await look(otherPage, "reseller@harbour.example", paths);
    expect(byReseller.priced.length).toBeGreaterThan(1);
    expect(byReseller.told.length).toBeGreaterThan(1);
    await show(otherPage, false);
    await page.context().clearCookies();
    expect(await look(page, "admin@acme.example", paths)).toEqual({ priced: [], told: [] });
    await page.context().clearCookies();
    expect(await look(page, "user@acme.example", ["/services", "/account-setting"])).toEqual({ priced: [], told: [] });

    await page.context().clearCookies();
    await signIn(page, "admin@acme.example");
    await page.goto(`/customers/customer/${customerId}/view/services`);
    const main = page.getByRole("main");
    await main
      .getByRole("link", { name: /Microsoft 365/ })
      .first()
      .click();
    await expect(main.getByText(/Business Premium/).first()).toBeVisible();
    await expect.poll(() => main.innerText()).not.toMatch(amount);
    await show(otherPage, true);
    // An open page follows at once.
    await expect(main.getByText(/× £/).first()).toBeVisible();
    const costs: string[] = [];
    page.on("response", async (response) => {
      const text = await response.text().catch(() => "");
      if (/"(?:Cost|Recommended|UnitCost|ChargeNow|Margin)":(?!null)/.test(text)) costs.push(response.url());
    });
    await page.reload();
    await expect(main.getByText(/× £/).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(costs).toEqual([]);
    await show(otherPage, false);
    await expect(main.getByText(/× £/)).toHaveCount(0);
    await expect.poll(() => main.innerText()).not.toMatch(amount);
    await show(otherPage, true);
  },
);

import { expect, expectLoaded, expectNoFaults, signIn, test } from "../portal.ts";

test("AZ-13 AZ-01 AZ-05 AZ-06 a reseller reads what Azure costs a customer by day, group, resource and meter, and of which months that are over an invoice tells, line by line, or why not yet", async ({
  page,
}) => {
  await signIn(page, "reseller@liffey.example");
  await page.goto("/customers?search=Ardmore");
  await page.getByRole("link", { name: "Ardmore Distillers" }).first().click();
  await expect(page).toHaveURL(/\/customers\/customer\/[\da-f-]{36}/);
  const customer = /\/customers\/customer\/[\da-f-]{36}/.exec(page.url())![0];
  await page.goto(`${customer}/manage-service/azure`);
  const panel = page.getByRole("region", { name: "Azure spend", exact: true });
  await expect(panel.getByRole("img", { name: /by day: .*€/ })).toBeVisible();
  await expect(panel.getByLabel("Date range")).toHaveValue("7");
  await panel.getByLabel("Subscription", { exact: true }).selectOption("Online shop");
  await panel.getByLabel("Date range").selectOption("28 days");
  for (const [by, part] of [
    ["Resource group", "production"],
    ["Resource", "orders-db"],
    ["Meter", "vCore"],
    ["Total", "Spend"],
  ] as const) {
    await panel.getByLabel("By", { exact: true }).selectOption(by);
    await panel.getByRole("button", { name: "Show", exact: true }).click();
    await expect(
      panel.getByRole("img", {
        name: new RegExp(`Online shop by ${by === "Total" ? "day" : by.toLowerCase()}: .*${part} €`),
      }),
    ).toBeVisible();
  }
  await expect(panel.getByText(/than the 28 days before|not known/)).toBeVisible();
  await expectLoaded(page);
  await expectNoFaults(page);

  await page.reload();
  await expect(panel.getByRole("img", { name: /by day: .*€/ })).toBeVisible();
  await panel.getByLabel("Subscription", { exact: true }).selectOption("Online shop");
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  const months = panel.getByRole("region", { name: "On the invoice" });
  await expect(months.getByText(/^Not yet: /).first()).toBeVisible();
  await months.getByRole("link").last().click();
  await expect(page).toHaveURL(/\/billing\/invoice-detail\//);
  await page.getByRole("searchbox", { name: "Search customers on this invoice" }).fill("Ardmore");
  await expect(page.getByRole("main").locator("summary")).toHaveCount(1);
  await page.getByText("Ardmore Distillers").last().click();
  const line = page.getByRole("row", { name: /^Online shop, Azure plan: vCore/ });
  await expect(line).toBeVisible();
  await line.getByRole("button").click();
  await expect(page.getByRole("dialog").getByText(/^The vendor’s file bills exactly €/)).toBeVisible();
  await expectLoaded(page);
  await expectNoFaults(page);
});

test("a budget that is passed is shown, and another one is set and stays after a reload", async ({ page }) => {
  await signIn(page, "reseller@liffey.example");
  await page.goto("/customers?search=Fitzgerald");
  await page.getByRole("link", { name: "Fitzgerald Auctioneers" }).first().click();
  await expect(page).toHaveURL(/\/customers\/customer\/[\da-f-]{36}/);
  const address = `${/\/customers\/customer\/[\da-f-]{36}/.exec(page.url())![0]}/manage-service/azure`;
  await page.goto(address);
  await expect(page.getByText(/ of €100\.00, \d+%/)).toBeVisible();
  await page.getByRole("button", { name: "Set a budget" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Of", { exact: true })).toHaveValue(/[\da-f-]{36}/);
  await dialog.getByRole("spinbutton", { name: "Amount a month, in euros" }).fill("1000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/ of €1,000\.00, \d+%/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/ of €1,000\.00, \d+%/)).toBeVisible();
  await expectLoaded(page);
  await expectNoFaults(page);
});

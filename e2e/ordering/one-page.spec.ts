import type { Page, TestInfo } from "@playwright/test";
import { createCustomer, expect, expectNoFaults, freshName, resellerOf, signIn, sumOf, test } from "../portal.ts";
import { countClicks } from "../clicks.ts";

const premium = "Microsoft 365 Business Premium";

test("ORD-04 a plan is ordered on one page, and once the tenant is known in four clicks from its product page", async ({
  page,
}, info) => {
  const customer = freshName(info, "One Page Bakery");
  await signIn(page, resellerOf(info).user);
  await createCustomer(page, customer);

  // Without a tenant the question is asked, with its three parameters, and its answer is carried on.
  await chooseOnProductPage(page, info, customer);
  await expect(page).toHaveURL(/nce-question\?serviceRouteName=office-365&listingId=.+&isNewJourney=/);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  await expect(page.getByLabel("Accepted by (first and last name)")).toHaveValue("Priya Shah");
  await expect(page.getByRole("radio", { name: /^Business Premium/ })).toBeChecked();
  await page.getByRole("spinbutton", { name: `Licences of ${premium}` }).fill("5");
  await page.getByRole("radio", { name: /^1 month/ }).check();
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
  await expectNoFaults(page);
  const promised = await sumOf(page, "Charge now, net");
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("button", { name: `Change licences of ${premium}` })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("tab", { name: "Orders" }).click();
  await expect(page.getByRole("main").getByText(promised, { exact: true })).toBeVisible();

  const shown: string[] = [];
  await openProductPage(page);
  page.on("framenavigated", (frame) => frame === page.mainFrame() && shown.push(new URL(page.url()).pathname));
  const clicks = await countClicks(page);
  await order(page, info);
  const popup = page.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await expect(popup.getByRole("combobox")).toBeFocused();
  await popup.getByRole("combobox").fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  await expect(page.getByText("The customer has it already, and the order goes into it.")).toBeVisible();
  expect(shown[0], "it passes the question, which goes on by itself").toMatch(/\/nce-question$/);
  await expect(page.getByText("You commit to")).toBeVisible();
  // The question and the order itself.
  expect(new Set(shown).size).toBeLessThanOrEqual(2);
  await page.getByRole("button", { name: "Place order" }).click();
  expect(await clicks()).toBeLessThanOrEqual(4);
  await expect(page.getByText("The order was placed")).toBeVisible();
});

async function openProductPage(page: Page) {
  await page.goto("/marketplace/microsoft-365");
  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
}

async function order(page: Page, info: TestInfo) {
  const phone = info.project.name === "390";
  if (phone) await page.getByRole("radio", { name: /Business Premium/ }).check();
  await page.getByRole("button", { name: phone ? "Order" : `Order ${premium}`, exact: true }).click();
}

async function chooseOnProductPage(page: Page, info: TestInfo, customer: string) {
  await openProductPage(page);
  await order(page, info);
  const popup = page.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await popup.getByRole("combobox").fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
}

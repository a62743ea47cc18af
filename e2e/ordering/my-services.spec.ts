import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { callAs, tokenOf } from "../authenticator.ts";
import type { Page } from "@playwright/test";
import {
  addCustomer,
  expect,
  expectLoaded,
  expectNoFaults,
  freshName,
  next,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  test,
} from "../portal.ts";

/** Switches a feature for one reseller, or lets it follow the rest again. */
async function switchFlag(featureName: string, Enabled: boolean | null): Promise<void> {
  const token = await tokenOf("operator@tradewind.example");
  const { resellers, changeForReseller } = flags;
  const { Items } = await callAs<ResultOf<typeof resellers>>(token, "GET", `${resellers.path}?Search=Harbour`);
  const path = changeForReseller.path.replace(":featureName", featureName).replace(":resellerId", Items[0]!.Id);
  await callAs(token, "PUT", path, { Enabled });
}

const premium = "Microsoft 365 Business Premium";

/** Opens the page of a product among my services, and waits for it: the page that is left has such a search box too. */
async function openMicrosoft365(page: Page): Promise<void> {
  await page.goto("/services");
  await page
    .getByRole("navigation", { name: "Services by product" })
    .getByRole("link", { name: /^Microsoft 365 \d/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
}

test("SVC-02 SVC-06 a customer's licences are changed from my services, and another browser sees it at once", async ({
  page,
  otherPage,
}, info) => {
  const { user } = resellerOf(info);
  const name = freshName(info, "Teasel Bakery");
  await signIn(page, user);
  await addCustomer(page, name);
  await reviewMicrosoft365(page, premium, { quantity: 5 });
  await placeOrder(page, premium);

  await openMicrosoft365(page);
  await page.getByRole("searchbox", { name: "Search customers" }).fill(name);
  const holder = (on: Page, licences: number) =>
    on.getByRole("button", { name: `${name} ${licences} licences Active` });
  await holder(page, 5).click();
  await expect(page.getByRole("link", { name: "Change quantities" })).toBeVisible();
  await expect(page).toHaveURL(/search=Teasel.*customer=/);
  const list = page.url();
  await signIn(otherPage, user);
  await otherPage.goto(list);
  await expect(holder(otherPage, 5)).toBeVisible();

  await page.getByRole("link", { name: "Change quantities" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Change Microsoft 365/ })).toBeVisible();
  await page.getByRole("spinbutton").fill("8");
  await next(page);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Confirm change" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365", exact: true })).toBeVisible();
  await page.goto(list);
  for (const each of [page, otherPage]) await expect(holder(each, 8)).toBeVisible({ timeout: 40_000 });
  await expect(otherPage.getByRole("row", { name: new RegExp(`^${premium} 8 licences`) })).toBeVisible();
  await expectNoFaults(page);

  // The flat list has it too, and its search survives a reload.
  await page.goto("/services");
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.fill(name);
  const found = page.getByRole("row").filter({ hasText: name });
  await expect(found).toContainText("8 licences");
  await expect(page).toHaveURL(/search=Teasel/);
  await page.reload();
  await expect(search).toHaveValue(name);
  await expect(found).toContainText("8 licences");
});

/** Has a feature off while the page is read anew, and puts it back. */
async function without(page: Page, flag: string, then: () => Promise<void>): Promise<void> {
  await switchFlag(flag, false);
  try {
    await page.reload();
    await then();
  } finally {
    await switchFlag(flag, null);
  }
}

test("SVC-01 SVC-02 SVC-03 SVC-05 SVC-06 SVC-09 SVC-10 FLAG-02 FLAG-03 FLAG-04 FLAG-14 FLAG-17 my services lead from a product to a customer's rows and their buttons, and features decide which", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/lists\/subscriptions\?/.test(request.url())) asked.push(new URL(request.url()).search);
  });
  const add = page.getByRole("link", { name: "Add Microsoft 365" });
  const together = page.getByRole("link", { name: "Change together" });
  const secure = page.getByRole("link", { name: "Upgrade to Microsoft 365 Secure" });
  const change = page.getByRole("link", { name: "Change quantities" }).first();
  const assigned = page.getByRole("columnheader", { name: "Assigned" });
  await openMicrosoft365(page);
  await page.getByRole("button", { name: /^Acme Dental/ }).click();
  await expect(page.getByRole("heading", { name: "Subscriptions" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Ends or renews" }).first()).toBeVisible();
  await expect(add).toBeVisible();
  await page.getByRole("button", { name: /^Actions for Microsoft 365 Business Premium/ }).click();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Open service" }).click();
  await expect(page).toHaveURL(/\/services\/[0-9a-f-]{36}$/);
  const more = page.getByRole("button", { name: `More for ${premium}` });
  await more.click();
  await expect(page.getByText("Change the billing")).toBeVisible();
  await without(page, "EnableSchedulingBillingCycleChangesForEoS", async () => {
    await more.click();
    await expect(page.getByRole("button", { name: "At the end of the term" })).toBeVisible();
    await expect(page.getByText("Change the billing")).toBeHidden();
  });

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Subscriptions" })).toBeVisible();
  for (const offered of [together, secure, change, assigned.first()]) await expect(offered).toBeVisible();
  await expect(change).toHaveAttribute("href", /\/cs\/modify-service\//);
  expect(asked).toContain("?AssignedLicences=true");

  await without(page, "NCEGlobalModify", async () => {
    await expect(add).toBeVisible();
    await expect(secure).toBeVisible();
    await expect(together).toBeHidden();
  });
  await without(page, "M365SecureUpgrade", async () => {
    await expect(add).toBeVisible();
    await expect(together).toBeVisible();
    await expect(secure).toBeHidden();
  });
  page.once("framenavigated", () => (asked.length = 0));
  await without(page, "NCEAssignedLicences", async () => {
    await expect(page.getByRole("columnheader", { name: "Bought" }).first()).toBeVisible();
    await expect(assigned).toHaveCount(0);
    expect(asked).not.toContain("?AssignedLicences=true");
  });
  await without(page, "ModifyJourney", async () => {
    await expect(change).toHaveAttribute("href", /\+modify\/add-service\/office-365$/);
    await change.click();
    await expect(page.getByRole("heading", { level: 1, name: /^Change Microsoft 365/ })).toBeVisible();
  });
});

test("FLAG-16 DisableLegacyMicrosoftOrders takes legacy products off the shelf", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  await page.goto("/marketplace?search=SharePoint");
  await expect(page.getByRole("heading", { name: "SharePoint", exact: true })).toBeVisible();
  await switchFlag("DisableLegacyMicrosoftOrders", true);
  try {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectLoaded(page);
    await expect(page.getByRole("heading", { name: "SharePoint", exact: true })).toBeHidden();
  } finally {
    await switchFlag("DisableLegacyMicrosoftOrders", null);
  }
});

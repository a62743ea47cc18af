import { type Page } from "@playwright/test";
import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  keepPicture,
  longTest,
  next,
  resellerOf,
  signAgreement,
  signIn,
  signInByForm,
  sumOf,
  test,
} from "../portal.ts";

const operator = "operator@tradewind.example";
const premium = "Microsoft 365 Business Premium";

test("AUTH-32 AUTH-93 sign-in refuses a wrong password in its own words and returns to the page that was asked for", async ({
  page,
}, info) => {
  await page.goto("/customers?status=active");
  await expect(page).toHaveURL(/\/login\?return=%2Fcustomers%3Fstatus%3Dactive$/);
  await expectNoFaults(page);
  await keepPicture(page, "login");
  await page.getByLabel("Username").fill(resellerOf(info).user);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The supplied details are incorrect")).toBeVisible();
  await expectNoFaults(page);
  await page.getByLabel("Password", { exact: true }).fill("Copper-Lantern-42");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await expect(page).toHaveURL(/status=active/);
});

longTest("a reseller who wanted no page lands on a dashboard with real figures", async ({ page }, info) => {
  await signInByForm(page, resellerOf(info).user);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Active services")).toBeVisible();
  await expectNoFaults(page);
  await keepPicture(page, "dashboard");
});

test("Microsoft 365 is ordered, provisioned while one looks on, given more licences, fewer licences and a schedule", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  const name = freshName(info, "Willow Practice");
  await signIn(page, user);
  await addCustomer(page, name);
  await addProduct(page, "Microsoft 365");

  await expect(page).toHaveURL(/nce-question\?serviceRouteName=office-365&listingId=.+&isNewJourney=/);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Microsoft 365" })).toBeVisible();
  await expectNoFaults(page);
  await next(page);
  await next(page);
  await page.getByRole("checkbox", { name: premium, exact: true }).check();
  await expectNoFaults(page);
  await next(page);
  const line = page.getByRole("group", { name: premium });
  await line.getByRole("spinbutton").fill("5");
  await expectNoFaults(page);
  await next(page);
  await next(page);

  const order = page.getByRole("button", { name: "Place order" });
  await expect(order).toBeEnabled();
  const promised = await sumOf(page, "Charge now, net");
  expect(promised).toContain(currency);
  await expect(page.getByText(/Can be undone until/)).toBeVisible();
  await expectNoFaults(page);
  await keepPicture(page, "journey-review");
  await order.click();

  // Activating becomes Active without a reload.
  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Change licences of ${premium}` })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("5 licences can be undone until")).toBeVisible();
  await expectNoFaults(page);
  await keepPicture(page, "service");

  // Apart until the vendor says that all of them have one last moment.
  await changeSeats(page, "8", "Add 3 licences");
  await expect(page.getByText(/\b(3|8) licences can be undone until/)).toBeVisible({ timeout: 40_000 });
  await changeSeats(page, "7", "Return 1 licence", async () =>
    expect(await sumOf(page, "Credit now, net")).toContain("−"),
  );
  await expect(page.getByText(/\b(2|7) licences can be undone until/)).toBeVisible({ timeout: 40_000 });

  await page.getByRole("button", { name: `More for ${premium}` }).click();
  await page.getByRole("button", { name: "At the end of the term" }).click();
  const schedule = page.getByRole("dialog", { name: "At the end of the term" });
  await schedule.getByRole("spinbutton", { name: "Licences from then on" }).fill("4");
  await expectNoFaults(page);
  await schedule.getByRole("button", { name: "Schedule renewal" }).click();
  await expect(page.getByText("Scheduled", { exact: true })).toBeVisible({ timeout: 40_000 });

  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("Removed 1 licence")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("tab", { name: "Orders" }).click();
  await expect(page.getByText(promised)).toBeVisible();
  await expectNoFaults(page);
});

test("ORD-18 Acronis Backup is ordered, cancelled inside its window and deleted", async ({ page }, info) => {
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, freshName(info, "Harrow Joinery"));
  await addProduct(page, "Acronis Backup");
  await expect(page.getByRole("heading", { level: 1, name: "Add Acronis Backup" })).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/customer\/[\da-f-]+\/add-service\/acronis-backup/);
  await page.getByRole("checkbox").first().check();
  await next(page);
  await page.getByRole("spinbutton").first().fill("20");
  await next(page);
  const more = page.getByRole("button", { name: "Next", exact: true });
  if (await more.isVisible()) await next(page);
  await page.getByRole("button", { name: "Place order" }).click();
  const change = page.getByRole("button", { name: /^Change .+ of Acronis/ });
  await expect(change).toBeVisible({ timeout: 40_000 });

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Delete service" }).click();
  await expect(page.getByText("This deletes the service")).toBeVisible();
  await expectNoFaults(page);
  await next(page);
  await page.getByRole("button", { name: "Delete service" }).click();
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible({ timeout: 40_000 });
});

// Each reseller has yet to sign another product's agreement.
for (const [width, row, unsigned, route] of [
  ["1440", "ORD-15", "Azure reserved instance", "azure-ri"],
  ["390", "ORD-10", "Hosted Voice Hardware", "hosted-voice-hardware"],
] as const)
  test(`${row} ${unsigned} is added once its unsigned agreement is read and signed, and people fulfil it`, async ({
    page,
    otherPage: staff,
  }, info) => {
    test.skip(info.project.name !== width, "The reseller of this width has signed this agreement");
    await signIn(page, resellerOf(info).user);
    await addCustomer(page, freshName(info, "Tidewater Studios"));
    await addProduct(page, unsigned);
    const gate = page.getByRole("dialog", { name: "Agreement to sign" });
    await expect(gate).toBeVisible();
    await expectNoFaults(page);
    await gate.getByRole("button", { name: "Review and sign" }).click();

    await signAgreement(page);

    await expect(page.getByRole("heading", { level: 1, name: `Add ${unsigned}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/customers/customer/[\\da-f-]+/add-service/${route}`));
    await page.getByRole("checkbox").first().check();
    await toReview(page);
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByRole("heading", { level: 1, name: unsigned })).toBeVisible();
    await expect(page.getByText("Activating", { exact: true })).toBeVisible();
    const customer = await page.locator("main header a").innerText();

    await signIn(staff, operator);
    await staff.goto("/");
    await expect(staff).toHaveURL(/\/operator\/work$/);
    await staff.getByRole("searchbox").fill(customer);
    // The header row and the work found: until then its row still moves up.
    await expect(staff.getByRole("table", { name: "Work queue" }).getByRole("row")).toHaveCount(2, { timeout: 40_000 });
    const work = staff.getByRole("link", { name: new RegExp(`for ${customer}, by`) });
    await expect(work).toBeVisible();
    await expectNoFaults(staff);
    await work.click();
    await staff.getByRole("button", { name: "Reject" }).click();
    await staff.getByLabel("Reason").fill("Out of stock until Monday");
    await staff.getByRole("button", { name: "Reject order" }).click();

    // The reason appears on the reseller's open page, with a button to try again.
    await expect(page.getByText(/Out of stock until Monday/).first()).toBeVisible({ timeout: 40_000 });
    await expectNoFaults(page);
    await page.getByRole("button", { name: `Retry ${unsigned}` }).click();
    const isSent = row === "ORD-10";
    const finish = staff.getByRole("button", { name: isSent ? "Dispatch" : "Complete", exact: true });
    await expect(finish).toBeVisible({ timeout: 40_000 });
    await finish.click();
    if (isSent) {
      const parcel = staff.getByRole("dialog", { name: "Dispatch goods" });
      await parcel.getByLabel("Carrier").fill("DPD");
      await parcel.getByRole("button", { name: "Dispatch" }).click();
    } else await staff.getByRole("button", { name: "Complete order" }).click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible({ timeout: 40_000 });
    await staff.context().close();
  });

async function changeSeats(page: Page, seats: string, action: string, meanwhile?: () => Promise<unknown>) {
  const open = page.getByRole("button", { name: `Change licences of ${premium}` });
  await expect(open).toBeVisible({ timeout: 40_000 });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Change licences" });
  await dialog.getByRole("spinbutton").fill(seats);
  await expect(dialog.getByRole("button", { name: action })).toBeEnabled();
  await meanwhile?.();
  await expectNoFaults(page);
  await keepPicture(page, "change-seats");
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toBeHidden();
}

/** Goes through the remaining steps as far as the review. */
async function toReview(page: Page) {
  for (let step = 0; step < 8; step++) {
    await expectNoFaults(page);
    if (await page.getByRole("button", { name: "Place order" }).isVisible()) break;
    await next(page);
  }
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
}

import type { Page } from "@playwright/test";
import {
  addCustomer,
  expect,
  expectNoFaults,
  freshName,
  moveOneMonth,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  test,
} from "../portal.ts";

const standard = "Microsoft 365 Business Standard";

/** Opens what happens at the end of the subscription's term, from its service. */
async function endOfTerm(page: Page) {
  await page.getByRole("button", { name: `More for ${standard}` }).click();
  await page.getByRole("button", { name: "At the end of the term" }).click();
  return page.getByRole("dialog", { name: "At the end of the term" });
}

test("an end of a term is scheduled, found by its filter, taken back, and another is carried out on its day", async ({
  page,
  otherPage: staff,
}, info) => {
  const name = freshName(info, "Aspen Fabrics");
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, name);
  await reviewMicrosoft365(page, standard, { quantity: 7, term: "1 month" });
  await placeOrder(page, standard);
  const service = page.url();
  const end = await endOfTerm(page);
  await end.getByRole("radio", { name: /^End/ }).check();
  await end.getByRole("button", { name: "Schedule end" }).click();
  await expect(end).toBeHidden();

  const search = new URLSearchParams({ search: name }).toString();
  const row = page.getByRole("row").filter({ hasText: name });
  await page.goto(`/scheduled?${search}`);
  await expect(row).toContainText("Ends with its term");
  await page.getByRole("combobox", { name: "What" }).selectOption("Renews");
  await expect(page.getByText("No entries match")).toBeVisible();
  await page.getByRole("combobox", { name: "What" }).selectOption("Ends");
  await expect(row).toContainText("At the vendor", { timeout: 40_000 });
  await expectNoFaults(page);

  await row.getByRole("link").click();
  await expect(page.getByText(/does not renew/)).toBeVisible();
  const renewal = await endOfTerm(page);
  await renewal.getByRole("radio", { name: /^Renew/ }).check();
  await renewal.getByRole("spinbutton", { name: "Licences from then on" }).fill("4");
  await renewal.getByRole("button", { name: "Schedule renewal" }).click();
  await expect(renewal).toBeHidden();
  await page.goto(`/scheduled?${search}&kind=cancel`);
  await expect(page.getByText("No entries match")).toBeVisible();
  await page.getByRole("combobox", { name: "What" }).selectOption("Renews");
  await expect(row).toContainText("Renews with 4 licences");
  await expect(row).toContainText("At the vendor", { timeout: 40_000 });

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/scheduled?search=Harbour&kind=renew");
  const theirs = staff.getByRole("row").filter({ hasText: name });
  await expect(theirs).toContainText("Harbour IT");
  await expect(theirs).toContainText("Renews with 4 licences");
  await expectNoFaults(staff);

  await moveOneMonth(staff);
  await staff.context().close();
  await expect(async () => {
    await page.goto(service);
    await expect(page.getByText("4 licences", { exact: true }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(`/scheduled?${search}`);
  await expect(page.getByText("No entries match")).toBeVisible();
});

import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";

test("BILL-04 BILL-43 DL-04 the account is read, and its statement, a report and the services are saved without leaving their pages", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return download.suggestedFilename();
  };
  await page.goto("/billing");
  await page.getByRole("link", { name: "Account totals" }).click();
  await expect(page).toHaveURL(/\/billing\/account-totals$/);
  const ages = page.getByRole("table", { name: "Owed since" });
  await expect(ages.getByText("Current").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^Invoice TW-/ }).first()).toBeVisible();
  await expectNoFaults(page);
  expect(await saved(() => page.getByRole("button", { name: "Statement CSV" }).click())).toMatch(
    /^statement-[\d-]+\.csv$/,
  );
  await expect(page).toHaveURL(/\/billing\/account-totals$/);

  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page).toHaveURL(/\/billing\/reports$/);
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^Make( again)?: Every line of every invoice$/ }).click();
  const report = page.getByRole("button", { name: "Download: Every line of every invoice" });
  await expect(page.getByText(/^Made: [\d,]+ lines?, as of /).first()).toBeVisible();
  // A guid is good once; the page asks for another each time.
  for (let times = 0; times < 2; times++) expect(await saved(() => report.click())).toMatch(/^lines-[\d-]+\.csv$/);
  await expect(page).toHaveURL(/\/billing\/reports$/);

  await page.goto("/services");
  expect(await saved(() => page.getByRole("button", { name: "Export CSV" }).click())).toBe("services.csv");
  await expect(page).toHaveURL(/\/services$/);
});

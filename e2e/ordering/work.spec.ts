import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  keepPicture,
  next,
  resellerOf,
  signIn,
  test,
} from "../portal.ts";

test("work is taken, ticked, noted and completed; a colleague sees it without reloading, and the reseller reads what it is told", async ({
  page,
  otherPage: staff,
  browser,
}, info) => {
  test.slow();
  const company = freshName(info, "Larch Lettings");
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, company);
  await addProduct(page, "Exclaimer");
  await page.getByRole("checkbox", { name: "Exclaimer Standard" }).check();
  await next(page);
  await next(page);
  await page.getByRole("textbox", { name: "Mail domain" }).fill("larch.example");
  await next(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Exclaimer" })).toBeVisible();
  await page.getByRole("tab", { name: /^Orders/ }).click();
  await page
    .getByRole("link", { name: /^Order / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/work");
  const row = (on: typeof page) => on.getByRole("row").filter({ hasText: company });
  await staff.getByRole("searchbox").fill(company);
  await expect(row(staff)).toBeVisible({ timeout: 40_000 });
  await expect(row(staff).getByText("Nobody’s")).toBeVisible();
  await expectNoFaults(staff);
  await keepPicture(staff, "work-queue");

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, "priya.nair@tradewind.example");
  await colleague.goto("/operator/work");
  await colleague.getByRole("searchbox").fill(company);
  await expect(row(colleague).getByText("Nobody’s")).toBeVisible({ timeout: 20_000 });
  await row(staff)
    .getByRole("button", { name: /^Take / })
    .click();
  await expect(row(colleague).getByText("Alex Tradewind")).toBeVisible({ timeout: 20_000 });

  const task = (on: typeof page) => on.getByRole("link", { name: new RegExp(`for ${company}, by`) });
  await task(colleague).click();
  await task(staff).click();
  const complete = staff.getByRole("button", { name: "Complete", exact: true });
  await expect(complete).toBeDisabled();
  const [first, second] = await staff.getByRole("list", { name: "Checklist" }).getByRole("checkbox").all();
  await first!.click();
  await expect(colleague.getByText("1 of 2 ticked. It can be completed once all are.")).toBeVisible();
  await colleague.context().close();
  await expect(second!).toBeEnabled();
  await second!.click();
  await expect(second!).toBeChecked();
  await staff.getByLabel("Internal note").last().fill("Their administrator is away on Friday");
  await staff.getByRole("button", { name: "Save note" }).click();
  await expect(staff.getByText("The note was saved")).toBeVisible();
  await staff.getByText("To the reseller", { exact: true }).click();
  await staff.getByLabel("Message").fill("We design the first signature today");
  await staff.getByRole("button", { name: "Send to the reseller" }).click();
  await expect(staff.getByText(/^Told /)).toBeVisible();
  await expectNoFaults(staff);

  // The reseller's open page of the order shows it, and nothing of what is internal.
  await expect(page.getByText("We design the first signature today").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Note from Our team$/)).toBeVisible();
  await expect(page.getByText("Their administrator is away on Friday")).toHaveCount(0);
  await expectNoFaults(page);

  await complete.click();
  await staff.getByRole("button", { name: "Complete order" }).click();
  await expect(page.getByText("Done at Our team")).toBeVisible({ timeout: 40_000 });
});

import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  test,
} from "../portal.ts";

const premium = "Microsoft 365 Business Premium";

test("an order has a page: a colleague sees it become active there, and it is undone while there is time", async ({
  page,
  browser,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  await addCustomer(page, freshName(info, "Larch Practice"));
  await addProduct(page, "Microsoft 365");
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page);
  await next(page);
  await page.getByRole("checkbox", { name: premium, exact: true }).check();
  for (let step = 0; step < 3; step++) await next(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  await page.getByRole("tab", { name: /^Orders/ }).click();
  await page
    .getByRole("tabpanel")
    .getByRole("link", { name: /^Order [0-9A-F]{4}-/ })
    .click();
  const heading = page.getByRole("heading", { level: 1, name: /^Order [0-9A-F]{4}-[0-9A-F]{4}$/ });
  await expect(heading).toBeVisible();
  await expectNoFaults(page);

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, user);
  await colleague.goto(page.url());
  // Nobody reloads: whatever the vendor did is told to both.
  for (const each of [page, colleague]) {
    await expect(each.getByText("Done at Microsoft")).toBeVisible({ timeout: 40_000 });
    await expect(each.getByText("Time to undo ends")).toBeVisible();
    await expect(each.getByText(/net comes back/)).toBeVisible();
  }
  await expectNoFaults(page);

  await page.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: /^Undo order/ });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden();
  await expect(colleague.getByRole("button", { name: "Undo" })).toBeHidden({ timeout: 40_000 });
});

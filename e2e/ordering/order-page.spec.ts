import {
  addCustomer,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  sumOf,
  test,
} from "../portal.ts";

const premium = "Microsoft 365 Business Premium";

test("an order has a page: a colleague sees it become active there, it is ordered again, and undone while there is time", async ({
  page,
  browser,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  await addCustomer(page, freshName(info, "Larch Practice"));
  await reviewMicrosoft365(page, premium, { quantity: 3 });
  const promised = await sumOf(page, "Charge now, net");
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
    await expect(each.getByText(/^Undone now, .+ net comes back/)).toBeVisible();
  }
  await expectNoFaults(page);
  const steps = page.getByRole("listitem").filter({ has: page.getByRole("time") });
  await expect(steps.first()).toContainText("Placed by");
  await expect(steps.first()).toContainText(`${promised} net at once`);
  await expect(page.getByRole("button", { name: "Copy Tenant" })).toBeVisible();
  await expect(page.getByText("For Microsoft support")).toBeVisible();

  const placed = page.url();
  const number = (await heading.innerText()).replace("Order ", "");
  await page.getByRole("link", { name: "Order again" }).click();
  await expect(page.getByText(`as in order ${number}, at today’s prices`)).toBeVisible();
  for (let step = 0; step < 5; step++) {
    if (await page.getByRole("button", { name: "Place order" }).isVisible()) break;
    await next(page);
  }
  await expect(page.getByRole("button", { name: "Place order" })).toBeEnabled();
  expect(await sumOf(page, "Charge now, net")).toBe(promised);
  await page.goto(placed);

  await page.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: /^Undo order/ });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden();
  await expect(colleague.getByRole("button", { name: "Undo" })).toBeHidden({ timeout: 40_000 });
});

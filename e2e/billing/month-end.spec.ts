import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import {
  addCustomer,
  expect,
  expectNoFaults,
  freshName,
  longTest,
  moveOneMonth,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  sumOf,
  test,
} from "../portal.ts";
import { vendorDay } from "../simulators.ts";
import { enterCard } from "./card-form.ts";

const standard = "Microsoft 365 Business Standard";

/** Moves the clock for everybody, so it runs after all other stories. */
test("what the proposal promised is what the month's invoice says, to the penny", async ({
  page,
  otherPage: staff,
}, info) => {
  test.setTimeout(240_000);
  const { user } = resellerOf(info);
  const name = freshName(info, "Lantern House");
  await signIn(page, user);
  await addCustomer(page, name);
  await reviewMicrosoft365(page, standard, { quantity: 7 });
  const ordered = await vendorDay();
  const promised = await sumOf(page, "Charge now, net");
  await placeOrder(page, standard);

  await signIn(staff, "operator@tradewind.example");
  await moveOneMonth(staff);
  await expectNoFaults(staff);
  await staff.context().close();

  // The newest invoice is the first row; it appears once the worker has processed the skipped days.
  await expect(async () => {
    await page.goto("/billing/invoices");
    await page.getByRole("table", { name: "Invoices" }).getByRole("link").first().click();
    await page.getByRole("searchbox", { name: "Search customers on this invoice" }).fill(name, { timeout: 20_000 });
    await expect(page.getByText(name, { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.locator("summary", { hasText: name })).toContainText(promised);
  await expectNoFaults(page);
  await expect(page.getByRole("button", { name: "Download PDF" })).toBeVisible();

  // On the day of the order it had not been issued, and what was issued since is the invoice.
  await page.getByRole("button", { name: "As it was on…" }).click();
  const dialog = page.getByRole("dialog", { name: "As it was on…" });
  await dialog.getByRole("textbox", { name: "As it was on" }).fill(formatDate(ordered));
  const status = dialog.getByRole("row", { name: /^Status/ }).getByRole("cell");
  await expect(status).toHaveText(["Not issued yet", /^Issued/]);
  await expect(dialog.getByText(/^Issued/).last()).toBeVisible();
  await expectNoFaults(page);
});

longTest(
  "what autopay promised is charged to the default card on the due date",
  async ({ page, otherPage: staff }, info) => {
    test.setTimeout(240_000);
    await signIn(page, resellerOf(info).user);
    await page.goto("/billing/payment-options");
    await enterCard(page, "5555555555554444");
    const cards = page.getByRole("list", { name: "Active cards" });
    await expect(cards.getByRole("listitem").first()).toContainText("Mastercard ending 4444");
    await cards.getByRole("button", { name: "Make default: Mastercard ending 4444" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Make default" }).click();
    const present = page.locator("dt", { hasText: "Default" }).locator("xpath=following-sibling::dd[1]");
    await expect(present).toHaveText("Mastercard ending 4444");
    const autopay = page.getByRole("switch", { name: /^Automatic payment/ });
    if (!(await autopay.isChecked())) await autopay.click();
    await expect(autopay).toBeChecked();
    // It shows what is wanted until that is saved.
    await expect(autopay).toBeEnabled();

    // The newest is not due yet.
    await page.goto("/billing/invoices?status=open");
    await page.getByRole("table", { name: "Invoices" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/invoice-detail/);
    const invoice = page.url();
    await expect(page.getByText("Open", { exact: true }).first()).toBeVisible();

    await signIn(staff, "operator@tradewind.example");
    await moveOneMonth(staff);
    await staff.context().close();
    await expect(async () => {
      await page.goto(invoice);
      await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 120_000 });
    await expect(page.getByText(/Mastercard ending 4444/).first()).toBeVisible();
    await expectNoFaults(page);
  },
);

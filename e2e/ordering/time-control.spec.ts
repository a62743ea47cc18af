import type { Locator, Page } from "@playwright/test";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";
import { vendorDay } from "../simulators.ts";

/** Opens what was on one day, as was known on another, and returns the dialog. */
async function asItWas(page: Page, on: string, knownOn: string, button = "As it was on…"): Promise<Locator> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: "As it was on…" });
  await dialog.getByRole("textbox", { name: "As we knew it on" }).fill(formatDate(knownOn));
  await dialog.getByRole("textbox", { name: "As it was on" }).fill(formatDate(on));
  await expect(dialog.getByRole("columnheader", { name: formatDate(on) }).first()).toBeVisible();
  return dialog;
}

const close = (dialog: Locator) => dialog.getByRole("button", { name: "Close" }).click();
test("a customer and its prices are shown as they were on a day, as was known on another, with what changed since", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  const today = await vendorDay();
  const yesterday = addDays(today, -1);
  await signIn(page, user);
  await page.goto("/customers?search=Acme%20Dental");
  await page.getByRole("link", { name: /^Acme Dental/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Acme Dental" })).toBeVisible();

  const telephone = `0117496${String(Date.now() % 1e4).padStart(4, "0")}`;
  const row = (dialog: Locator) => dialog.getByRole("row", { name: /^Telephone/ }).getByRole("cell");
  const before = await asItWas(page, yesterday, today);
  const [was] = await row(before).allInnerTexts();
  await close(before);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Edit details" }).click();
  const edit = page.getByRole("dialog", { name: /^Edit/ });
  await edit.getByLabel("Telephone").fill(telephone);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();

  const after = await asItWas(page, yesterday, today);
  await expect(row(after)).toHaveText([was!, telephone]);
  await expect(after.getByText("What changed since")).toBeVisible();
  await expectNoFaults(page);
  await close(after);
  // Today it is known to be so, yesterday it was not.
  const known = await asItWas(page, today, today);
  await expect(row(known)).toHaveText([telephone, telephone]);
  await close(known);
  const unknown = await asItWas(page, today, yesterday);
  await expect(row(unknown)).toHaveText([was!, telephone]);
  await close(unknown);

  // Its prices, likewise.
  await page.getByRole("tab", { name: "Billing" }).click();
  const offer = "Microsoft 365 Business Basic, 1 year, billed each month";
  const price = (dialog: Locator) => dialog.getByRole("row", { name: new RegExp(`^${offer}`) }).getByRole("cell");
  const prices = async () => {
    const dialog = await asItWas(page, yesterday, today, "As they were on…");
    await dialog.getByLabel("Product").selectOption({ label: "Microsoft 365" });
    await expect(price(dialog)).toHaveCount(2);
    return dialog;
  };
  const priced = await prices();
  const [cost] = await price(priced).allInnerTexts();
  await expect(price(priced).last()).toHaveText(cost!);
  await close(priced);
  await page.getByRole("button", { name: "Add a rule" }).click();
  const add = page.getByRole("dialog", { name: "Add a price rule" });
  await add.getByLabel("Product").selectOption({ label: "Microsoft 365" });
  await add.getByLabel("Offer").selectOption({ label: offer });
  await add.getByLabel("Price for each unit").fill("4.25");
  await add.getByRole("button", { name: "Save rule" }).click();
  const own = page.getByRole("list", { name: "Own price rules" });
  await expect(own.getByText(`${currency}4.25 each month`)).toBeVisible();
  const repriced = await prices();
  await expect(price(repriced)).toHaveText([cost!, new RegExp(`sold at ${currency}4.25, below cost by its own rule`)]);
  await expect(repriced.getByRole("listitem").first()).toContainText(`${currency}4.25`);
  await expectNoFaults(page);
  await close(repriced);
  const rule = own.getByRole("listitem").filter({ hasText: `${currency}4.25 each month` });
  await rule.getByRole("button", { name: /^End / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End rule" }).click();
  await expect(rule).toBeHidden();
});

import { expect, expectNoFaults, freshName, signIn, test } from "../portal.ts";

/** Each run imports another offer's price for another day, so that runs beside each other do not meet. */
const offers = [
  { sku: "CFQ7TTC0LH18:0001", name: "Microsoft 365 Business Basic" },
  { sku: "CFQ7TTC0LCHC:0002", name: "Microsoft 365 Business Premium" },
] as const;

test("a price list with a fault is mended, looked through and taken over, and the offer shows what comes", async ({
  page,
}, info) => {
  const { sku, name } = offers[info.project.name.startsWith("390") ? 1 : 0];
  const year = 2040 + (crypto.getRandomValues(new Uint8Array(1))[0]! % 50);
  const day = `01/03/${year}`;
  // Another price for each year: one that holds already by then is not taken over again.
  const price = `35.${year % 100}`;
  const fileName = `${freshName(info, "prices").replaceAll(" ", "-").toLowerCase()}.csv`;
  const choose = async (given: string) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("File for: Price list").setInputFiles({
      name: fileName,
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "SKU,Term,Billing,Currency,Resellers pay,Recommended price,We pay",
          `${sku},P1Y,monthly,GBP,${given},41.00,30.00`,
          `${sku},P1M,monthly,GBP,39.00,45.00,`,
          "other-thing,P1M,monthly,GBP,1.00,2.00,",
        ].join("\r\n"),
      ),
    });
    await dialog.getByRole("textbox", { name: "Prices hold from" }).fill(day);
    await expectNoFaults(page);
    await dialog.getByRole("button", { name: "Read file" }).click();
  };
  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/prices");
  await expect(page.getByRole("heading", { level: 1, name: "Price lists" })).toBeVisible();
  await page.getByRole("link", { name: "Imported lists" }).click();
  await page.getByRole("button", { name: "Import prices" }).first().click();
  await choose("35 pounds");
  await expect(page.getByRole("heading", { level: 1, name: fileName })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Must be a price, as in 12.50" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Take over/ })).toBeHidden();
  await expectNoFaults(page);

  await page.getByRole("button", { name: "Choose mended file" }).click();
  await choose(price);
  await expect(page.getByText("Must be a price, as in 12.50")).toBeHidden();
  await expect(page.getByText(`£${price}`).first()).toBeVisible();
  await page.getByRole("tab", { name: /^Left out/ }).click();
  await expect(page.getByText("Not in our catalogue")).toBeVisible();
  await expectNoFaults(page);
  const dialog = page.getByRole("dialog");
  const takeOver = async () => {
    await page.getByRole("button", { name: "Take over 2 prices" }).click();
    await dialog.getByRole("button", { name: "Take over" }).click();
  };
  await takeOver();
  const takeBack = page.getByRole("button", { name: "Take back" });
  const stale = dialog.getByText("Prices changed since this file was compared.");
  await expect(takeBack.or(stale)).toBeVisible();
  // Another run took over its own meanwhile.
  if (await stale.isVisible()) {
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Compare again" }).click();
    await expect(page.getByRole("button", { name: "Compare again" })).toBeEnabled();
    await takeOver();
  }
  await expect(takeBack).toBeVisible();

  await page.goto(`/operator/prices?search=${encodeURIComponent(sku)}`);
  await page
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("link", { name: "1 year, billed each month" }).click();
  await expect(page.getByText(`from ${day} on`)).toBeVisible();
  await expectNoFaults(page);
});

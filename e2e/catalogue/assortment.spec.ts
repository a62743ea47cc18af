import type { Page } from "@playwright/test";
import { expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

/** A product for each width, so that runs beside each other do not meet. */
const products = [
  { id: "titanhq", name: "TitanHQ" },
  { id: "webroot", name: "Webroot" },
] as const;

/** A picture of one colour, drawn by the browser. */
const drawPicture = async (page: Page) => {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 200 });
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = "#c2410c";
    pen.fillRect(0, 0, 200, 200);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
};

test("what the operator says of a product, shows and withdraws is seen at once on a reseller's open page", async ({
  page,
  otherPage,
}, info) => {
  const { id, name } = products[info.project.name.startsWith("390") ? 1 : 0];
  await signIn(otherPage, resellerOf(info).user);
  await otherPage.goto(`/marketplace/${id}`);
  await expect(otherPage.getByRole("heading", { level: 1, name })).toBeVisible();

  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/products");
  await page.getByRole("searchbox", { name: "Search name or search word" }).fill(name);
  await expectNoFaults(page);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const said = `${freshName(info, "Filters")}.`;
  await page.getByRole("textbox", { name: "What it is" }).fill(said);
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(otherPage.getByText(said)).toBeVisible();
  await expectNoFaults(page);

  await page.getByLabel("File for: On cards, its page and orders").setInputFiles({
    name: "picture.png",
    mimeType: "image/png",
    buffer: await drawPicture(page),
  });
  await page.getByRole("textbox", { name: "What it shows" }).fill("An orange square");
  await page.getByRole("button", { name: "Save picture" }).click();
  const picture = otherPage.getByRole("img", { name: "An orange square" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
  await expectNoFaults(otherPage);

  await page.getByRole("tab", { name: /^Plans and offers/ }).click();
  const withdraw = page.getByRole("button", { name: /^Withdraw / }).first();
  const plan = (await withdraw.getAttribute("aria-label"))!.replace(/^Withdraw (.+?), .*$/, "$1");
  const offers = await page.getByRole("button", { name: `Withdraw ${plan}, ` }).count();
  for (let left = offers; left > 0; left -= 1) {
    await page
      .getByRole("button", { name: `Withdraw ${plan}, ` })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw offer" }).click();
    await expect(page.getByRole("button", { name: `Bring back ${plan}, ` })).toHaveCount(offers - left + 1);
  }
  const order = otherPage.getByRole("button", { name: `Order ${plan}`, exact: true });
  await expect(order).toBeHidden();
  await expectNoFaults(page);
  for (let left = offers; left > 0; left -= 1) {
    await page
      .getByRole("button", { name: `Bring back ${plan}, ` })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
    await expect(page.getByRole("button", { name: `Bring back ${plan}, ` })).toHaveCount(left - 1);
  }
  await expect(otherPage.getByText(plan, { exact: true }).first()).toBeVisible();

  await page.getByRole("tab", { name: "Words and picture" }).click();
  await page.getByRole("button", { name: "Back to the drawing" }).click();
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(picture).toBeHidden();
  await page.getByRole("button", { name: "Back to all shipped words" }).click();
  await page.getByRole("button", { name: "Save words" }).click();
  await expect(otherPage.getByText(said)).toBeHidden();

  await page.getByRole("button", { name: "Hide from resellers" }).click();
  await expectNoFaults(page);
  await page.getByRole("dialog").getByRole("button", { name: "Hide product" }).click();
  await expect(otherPage.getByRole("heading", { level: 1, name: "This product is not on sale" })).toBeVisible();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText("Shown", { exact: true })).toBeVisible();
});

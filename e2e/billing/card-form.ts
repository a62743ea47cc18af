import type { Page } from "@playwright/test";

/** The form of the payment provider, in the frame of the small document that opens it. */
export const cardForm = (page: Page) =>
  page.frameLocator("iframe[title='Payment page']").frameLocator("iframe[title='Payment page']");

/** Enters a card to be kept, on the page of ways to pay. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByRole("button", { name: "Add card" }).click();
  const frame = cardForm(page);
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Name on the card").fill("Nora Wind");
  await frame.getByLabel("Expires").fill("04/29");
  await frame.getByLabel("Security code").fill("123");
  await frame.getByRole("button", { name: "Submit" }).click();
}

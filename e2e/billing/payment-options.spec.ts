import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";
import { cardForm, enterCard } from "./card-form.ts";

test("BILL-03 BILL-15 BILL-17 BILL-19 BILL-20 BILL-24 BILL-25 cards are added on the hosted page, one is chosen, and another session sees it", async ({
  page,
  otherPage,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  await page.goto("/billing");
  await page.getByRole("link", { name: "Payment options" }).click();
  await expect(page).toHaveURL(/\/billing\/payment-options$/);
  await signIn(otherPage, user);
  await otherPage.goto("/billing/payment-options");
  const cards = page.getByRole("list", { name: "Active cards" });
  const seenElsewhere = otherPage.getByRole("list", { name: "Active cards" });

  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.route("**/hosted-page-authorisation*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { Result: { Signature: string } };
    await route.fulfill({ json: { ...body, Result: { ...body.Result, Signature: "c3BvaWx0" } } });
  });
  await page.getByRole("button", { name: "Add card" }).click();
  await expect(page.getByRole("alert")).toContainText("The signature is invalid.");
  expect(logged.join()).toContain("The hosted payment page failed: Signature_Invalid");
  await page.unroute("**/hosted-page-authorisation*");
  await page.getByRole("button", { name: "Close" }).click();

  await enterCard(page, "4000000000000002");
  await expect(page.getByRole("alert")).toContainText("Transaction declined");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
  const wide = info.project.name !== "390";
  const { width } = (await page.locator("iframe[title='Payment page']").boundingBox())!;
  if (wide) expect(width).toBe(500);
  else expect(width).toBeLessThan(391);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await enterCard(page, "378282246310005");
  await expect(page.getByRole("alert")).toContainText("Please use one of Visa, Mastercard.");
  await page.getByRole("button", { name: "Close" }).click();

  // The card's bank asks: refused, left, and confirmed.
  await enterCard(page, "4000000000003220");
  await cardForm(page).getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("alert")).toContainText("Your bank did not confirm this card.");
  await page.getByRole("button", { name: "Close" }).click();
  await enterCard(page, "4000000000003220");
  await expect(cardForm(page).getByText("Your bank asks you to confirm this card.")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Visa ending 3220")).toHaveCount(0);
  await enterCard(page, "4000000000003220");
  await cardForm(page).getByRole("button", { name: "Confirm" }).click();
  await expect(cards.getByText("Visa ending 3220")).toBeVisible();

  await enterCard(page, "4111111111111111");
  await expect(cards.getByText("Visa ending 1111")).toBeVisible();
  await enterCard(page, "5555555555554444");
  await expect(cards.getByRole("listitem").first()).toContainText("Mastercard ending 4444");
  await expect(seenElsewhere.getByRole("listitem").first()).toContainText("Mastercard ending 4444");

  await cards.getByRole("button", { name: "Make default: Mastercard ending 4444" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Make default" }).click();
  await expect(page.getByText("Mastercard ending 4444 is your default now")).toBeVisible();
  await expect(cards.getByRole("listitem")).toHaveCount(1);
  await expect(seenElsewhere.getByText("Default", { exact: true })).toBeVisible();
  await expect(seenElsewhere.getByRole("listitem")).toHaveCount(1);
  const autopay = page.getByRole("switch", { name: /^Automatic payment/ });
  await autopay.click();
  await expect(autopay).toBeChecked();
  // It shows what is wanted until that is saved.
  await expect(autopay).toBeEnabled();
  await page.reload();
  await expect(autopay).toBeChecked();
  await expectNoFaults(page);

  await page.getByRole("tab", { name: "Closed" }).click();
  await expect(page.getByRole("list", { name: "Closed cards" }).getByText("Visa ending 1111").first()).toBeVisible();
  await page.getByRole("button", { name: "Pay by hand instead" }).click();
  await expect(otherPage.getByText("Bank transfer by hand")).toBeVisible();
});

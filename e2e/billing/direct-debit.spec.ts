import type { Page } from "@playwright/test";
import { expect, expectNoFaults, resellerOf, signIn, test } from "../portal.ts";
import { simulatorUrl } from "../simulators.ts";

/** Calls GoCardless as its dashboard does. */
async function gocardless<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(simulatorUrl("gocardless") + path, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: "Bearer sandbox_token",
      "gocardless-version": "2015-07-06",
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

/** The bank takes the mandate with this reference. */
async function bankAccepts(reference: string): Promise<void> {
  const { mandates } = await gocardless<{ mandates: { id: string }[] }>(`/mandates?reference=${reference}`);
  await gocardless("/scenario_simulators/mandate_activated/actions/run", {
    data: { links: { resource: mandates[0]!.id } },
  });
}

const standing = (page: Page, label: string) => page.getByRole("status").filter({ hasText: new RegExp(`^${label}`) });

test("BILL-28 BILL-29 BILL-31 a direct debit is set up, accepted by the bank, paid by and ended, and another session sees it", async ({
  page,
  otherPage,
  baseURL,
}, info) => {
  const { user, currency } = resellerOf(info);
  const webhookUrl = `${baseURL}/api/webhooks/direct-debits/gocardless`;
  await gocardless("/__sim/seed", { webhookUrl });
  await signIn(page, user);
  await page.goto("/billing/payment-options");
  await signIn(otherPage, user);
  await otherPage.goto("/billing/payment-options");

  await page.getByRole("button", { name: "Set up direct debit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account holder").fill("Harbour IT");
  if (currency === "£") {
    await dialog.getByLabel("Sort code").fill("93-80-63");
    await dialog.getByLabel("Account number").fill("15763217");
  } else await dialog.getByLabel("IBAN").fill("IE29 AIBK 9311 5212 3456 78");
  await dialog.getByRole("checkbox").check();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Authorise direct debit" }).click();
  if (currency === "£") {
    await expect(dialog.getByText("Direct debits cannot be taken from this account.", { exact: false })).toBeVisible();
    await dialog.getByLabel("Sort code").fill("20-00-00");
    await dialog.getByLabel("Account number").fill("55779911");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Authorise direct debit" }).click();
  }
  await expect(standing(page, "On its way to your bank")).toBeVisible();
  await expect(standing(otherPage, "On its way to your bank")).toBeVisible();
  await expect(page.getByText(/The first payment can be taken from \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expect(page.getByText(currency === "£" ? /ending 11$/ : /ending 78$/).first()).toBeVisible();
  await expectNoFaults(page);

  const reference = (await page.getByText(/^TRADEWIND-/).textContent())!;
  await bankAccepts(reference);
  await expect(standing(page, "Active")).toBeVisible();
  await expect(standing(otherPage, "Active")).toBeVisible();

  await page.getByRole("button", { name: "Make default: direct debit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make default" }).click();
  await page.getByRole("switch", { name: /^Automatic payment/ }).click();
  await expect(page.getByRole("switch", { name: /^Automatic payment/ })).toBeChecked();
  await expect(page.getByText("No cards yet")).toBeVisible();

  await page.getByRole("button", { name: "Cancel: direct debit" }).click();
  await expect(page.getByRole("dialog")).toContainText("Automatic payment is switched off");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel direct debit" }).click();
  await expect(standing(page, "Cancelled")).toBeVisible();
  await expect(standing(otherPage, "Cancelled")).toBeVisible();
  await expect(otherPage.getByText("Bank transfer by hand")).toBeVisible();
  await expect(page.getByRole("switch", { name: /^Automatic payment/ })).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole("button", { name: "Set up direct debit" })).toBeVisible();
});

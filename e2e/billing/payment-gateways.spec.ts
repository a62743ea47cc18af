import { expect, expectNoFaults, signIn, test } from "../portal.ts";
import { simulatorUrl } from "../simulators.ts";

test("staff read the gateways, find a payment that nobody made here, and set it aside with a reason", async ({
  page,
}) => {
  const made = await fetch(`${simulatorUrl("gocardless")}/__sim/act`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action: "takeElsewhere", amount: 4_321, currency: "GBP" }),
  });
  const { id } = (await made.json()) as { id: string };

  await signIn(page, "operator@tradewind.example");
  await page.goto("/operator/payment-gateways");
  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByText("The gateways are being read")).toBeVisible();
  const row = page.getByRole("list", { name: "To resolve" }).getByRole("listitem").filter({ hasText: id });
  await expect(row).toContainText("GoCardless has £43.21, we have £0.00");
  await expectNoFaults(page);

  await row.getByRole("button", { name: /^Set aside:/ }).click();
  const dialog = page.getByRole("dialog", { name: "Set difference aside" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Of the shop that uses the same account");
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(row).toHaveCount(0);

  await page.goto("/operator/payment-gateways?state=setAside");
  const aside = page.getByRole("list", { name: "Set aside" }).getByRole("listitem").filter({ hasText: id });
  await expect(aside).toContainText("Of the shop that uses the same account");
});

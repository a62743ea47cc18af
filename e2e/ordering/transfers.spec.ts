import { addDays } from "@tradewind/domain/values/dates.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import {
  addCustomer,
  expect,
  expectNoFaults,
  freshName,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  test,
} from "../portal.ts";
import { control, transferFrom, vendorDay } from "../simulators.ts";

const basic = "Microsoft 365 Business Basic";
const standard = { catalogItemId: "CFQ7TTC0LDPB:0001:CFQ7TTC08VPM", termDuration: "P1Y", billingCycle: "monthly" };

test("what another partner provides is asked for, comes in part with why the rest stayed, and is taken over at the price shown", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  await signIn(page, user);
  await addCustomer(page, freshName(info, "Hazel Surgery"));
  const customer = page.url();
  // Its tenant comes with its first order.
  await reviewMicrosoft365(page, basic);
  await placeOrder(page, basic);

  await page.goto(customer);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Transfers" }).click();
  await expect(page.getByText("Nothing was transferred yet")).toBeVisible();
  await page.getByRole("button", { name: "Transfer Microsoft from another partner" }).click();
  const ask = page.getByRole("dialog", { name: "Transfer Microsoft from another partner" });
  const partner = crypto.randomUUID();
  await ask.getByLabel("Name of the partner").fill("Northwind");
  await ask.getByLabel("Tenant ID of the partner").fill(partner);
  await expect(ask.getByLabel(/^Email address/)).toHaveValue("priya@example.com");
  await expectNoFaults(page);
  await ask.getByRole("button", { name: "Ask for the transfer" }).click();
  await expect(page.getByText("Waiting for Northwind")).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/takes no other change of this customer’s services/)).toBeVisible();

  const nextTermAt = addDays(await vendorDay(), 100);
  const given = { ...standard, nextTermAt };
  await control("act", {
    action: "acceptTransfer",
    transferId: await transferFrom(partner),
    lines: [
      { ...given, quantity: 7 },
      { ...given, quantity: 2, failure: "It is reserved." },
    ],
  });
  // Nobody reloads: the vendor is looked at, and the page is told.
  const lines = page.getByRole("list", { name: "What came and what stayed" });
  await expect(lines.getByRole("listitem").first()).toContainText(
    `7 × Microsoft 365 Business Standard · to ${formatLastDay(nextTermAt)}To take over`,
    { timeout: 40_000 },
  );
  await expect(lines.getByRole("listitem").last()).toContainText("StayedMicrosoft refused this: It is reserved");
  await expectNoFaults(page);

  await page.getByRole("button", { name: "Take over" }).click();
  const take = page.getByRole("dialog", { name: "Take over what came?" });
  await expect(take.getByText(/^7 licences of Microsoft 365 Business Standard/)).toBeVisible();
  await expect(take.getByRole("row").last()).toHaveText(new RegExp(`^Net\\${currency}[1-9]`));
  await expectNoFaults(page);
  await take.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByText("Taken over").first()).toBeVisible();

  await page.goto(customer);
  await page.getByRole("link", { name: "Microsoft 365", exact: true }).click();
  await expect(page.getByRole("button", { name: "Change licences of Microsoft 365 Business Standard" })).toBeVisible();
  await expect(page.getByText(new RegExp(`1 year term · .* until ${formatLastDay(nextTermAt)}`))).toBeVisible();
  await page.getByRole("tab", { name: /^History/ }).click();
  await expect(page.getByText(/Business Standard: Came from Northwind with 7 licences/)).toBeVisible();
});

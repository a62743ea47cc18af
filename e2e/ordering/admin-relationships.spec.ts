import {
  addCustomer,
  createCustomer,
  expect,
  expectNoFaults,
  freshName,
  placeOrder,
  resellerOf,
  reviewMicrosoft365,
  signIn,
  test,
} from "../portal.ts";
import { domainOf } from "../simulators.ts";

const basic = "Microsoft 365 Business Basic";

test("FLAG-08 an admin relationship is asked for, approved by the customer's administrator, seen at once, and ended", async ({
  page,
  otherPage,
}, info) => {
  const company = freshName(info, "Juniper Legal");
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, company);
  const customer = new URL(page.url()).pathname;
  // Its tenant comes with its first order.
  await reviewMicrosoft365(page, basic);
  await placeOrder(page, basic);

  await page.goto(`${customer}/view/m365AccountLink`);
  await page.getByRole("button", { name: "Request a relationship" }).click();
  const dialog = page.getByRole("dialog", { name: "Request an admin relationship" });
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole("checkbox", { name: /^Directory Readers/ }).check();
  await dialog.getByRole("textbox", { name: "Days" }).fill("90");
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect(dialog).toBeHidden();
  const link = page.getByText(/\/AdminPortal\/Home/);
  await expect(link).toBeVisible({ timeout: 40_000 });
  await expectNoFaults(page);

  await otherPage.goto(await link.innerText());
  await otherPage.getByLabel("Domain").fill(await domainOf(company));
  await otherPage.getByRole("button", { name: "Accept the partner's invitation" }).click();
  await expect(otherPage.getByText("Accepted.")).toBeVisible();
  // Nobody reloads: the vendor says so, and the page is told.
  await expect(page.getByText(/90 days left/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Have its roles")).toBeVisible({ timeout: 60_000 });
  await expectNoFaults(page);

  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End relationship" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Ended").first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Request a relationship" }).waitFor();
});

test("SVC-17 FLAG-08 a tenant is linked by its administrator's consent, looked after once that is approved, and let go of with what stops said", async ({
  page,
  otherPage,
}, info) => {
  const domain = `rowan-${info.project.name}-${crypto.randomUUID().slice(0, 6)}.onmicrosoft.com`;
  await signIn(page, resellerOf(info).user);
  const customer = await createCustomer(page, freshName(info, "Rowan Surveyors"));
  await page.goto(`${customer}/view/m365AccountLink`);
  await page.getByRole("button", { name: "Bring in the tenant" }).first().click();
  const links = page.getByText(/\/AdminPortal\/Home/);
  await expect(links).toHaveCount(2, { timeout: 40_000 });
  await expectNoFaults(page);

  const accept = async (link: string) => {
    // The links differ in what stands after their #, which alone opens no page anew.
    await otherPage.goto("about:blank");
    await otherPage.goto(link);
    await otherPage.getByLabel("Domain").fill(domain);
    await otherPage.getByRole("button", { name: "Accept the partner's invitation" }).click();
    await expect(otherPage.getByText("Accepted.")).toBeVisible();
  };
  const [first, second] = await links.allInnerTexts();
  await accept(first!);
  // Half of the consent links nothing.
  await page.reload();
  await expect(page.getByText("Waiting for the tenant’s administrator")).toBeVisible();
  await accept(second!);
  await expect(page.getByText("Linked", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(domain)).toBeVisible();

  await page.getByRole("button", { name: "Request a relationship" }).click();
  const dialog = page.getByRole("dialog", { name: "Request an admin relationship" });
  await dialog.getByRole("checkbox", { name: /^Directory Readers/ }).check();
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect(dialog).toBeHidden();
  await expect(links).toBeVisible({ timeout: 40_000 });
  await accept(await links.innerText());
  await expect(page.getByText("Have its roles")).toBeVisible({ timeout: 60_000 });

  await page.getByRole("button", { name: "Unlink" }).click();
  const unlink = page.getByRole("dialog", { name: /^Unlink the/ });
  await expect(unlink.getByText(/1 admin relationship with it ends/)).toBeVisible();
  await expectNoFaults(page);
  await unlink.getByRole("button", { name: "Unlink" }).click();
  await expect(unlink).toBeHidden();
  await expect(page.getByText(/no tenant is linked/).first()).toBeVisible();
});

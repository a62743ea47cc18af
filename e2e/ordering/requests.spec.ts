import type { Page } from "@playwright/test";
import { accept, invitationTo } from "../invitations.ts";
import { createCustomer, expect, expectNoFaults, freshName, resellerOf, signIn, test } from "../portal.ts";

const premium = "Microsoft 365 Business Premium";
const asked = "Add 5 × Microsoft 365 Business Premium";

test("an admin of a customer orders above the limit, and the reseller's approval makes an order of the request", async ({
  page,
  otherPage: admin,
}, info) => {
  const customer = freshName(info, "Request Bakery");
  await signIn(page, resellerOf(info).user);
  const address = await createCustomer(page, customer);
  await limitAdmins(page, address, customer);
  await invite(page, admin, address, customer);

  // The admin orders, and is told before that it has to be asked for.
  await admin.goto(`${address}/add-service/office-365?plan=CFQ7TTC0LCHC%3A0002`);
  await expect(admin.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  await admin.getByRole("spinbutton", { name: `Licences of ${premium}` }).fill("5");
  await expect(admin.getByText("This needs approval")).toBeVisible();
  await admin.getByRole("textbox", { name: "Note" }).fill("For the new shop");
  await expectNoFaults(admin);
  await admin.getByRole("button", { name: "Send request" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: asked })).toBeVisible();
  await expect(admin.getByText("Waiting", { exact: true })).toBeVisible();
  await expectNoFaults(admin);

  // The reseller sees on the dashboard that somebody waits, and approves what it costs now.
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /requests? to order waits? for you/ }).click();
  await expectNoFaults(page);
  await page.getByRole("row").filter({ hasText: customer }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: asked })).toBeVisible();
  await expect(page.getByText("For the new shop")).toBeVisible();
  await expect(page.getByText("Charge now, net")).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Approve and order" }).dblclick();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();

  // The admin's page follows by itself, and leads to the order, which is provided.
  await expect(admin.getByText("Approved", { exact: true })).toBeVisible();
  await expect(admin.getByRole("button", { name: "Take back" })).toBeHidden();
  await admin
    .getByRole("main")
    .getByRole("link", { name: /^Order / })
    .click();
  await expect(admin.getByRole("heading", { level: 1, name: /Order/ })).toBeVisible();
  await expect(admin.getByText("Done at Microsoft")).toBeVisible({ timeout: 60_000 });
});

/** Lets the admins of a customer order for 10 a month without asking. */
async function limitAdmins(page: Page, address: string, customer: string) {
  await page.goto(`${address}/view/manage`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Orders without asking" });
  const admins = dialog.getByRole("group", { name: `Admins of ${customer} order` });
  await admins.getByRole("radio", { name: /^Up to/ }).check();
  await dialog.getByRole("spinbutton", { name: /^Admins each month/ }).fill("10");
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
}

/** Invites an admin of a customer, who comes in at another browser. */
async function invite(page: Page, admin: Page, address: string, customer: string) {
  const email = `ana-${customer.replaceAll(/\W/g, "")}@bakery.example`.toLowerCase();
  await page.goto(`${address}/view/users`);
  await page.getByRole("link", { name: "Invite user" }).click();
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Silva");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Ana Silva").first()).toBeVisible();
  await accept(admin, await invitationTo(email), customer);
}

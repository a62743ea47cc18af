import { createCustomer, expect, expectNoFaults, freshName, next, resellerOf, signIn, test } from "../portal.ts";

const template = "First name,Last name,Email,Phone,Job title,Admin (yes/no)";
const fileOf = (...lines: readonly string[]) => ({
  name: "users.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${[template, ...lines].join("\r\n")}\r\n`),
});

test("USER-09 ORD-22 users come from a file once all of it is right, one by a form with a product of a bundle, and leave with what they had", async ({
  page,
  otherPage,
}, info) => {
  const { user } = resellerOf(info);
  await signIn(page, user);
  const customer = await createCustomer(page, freshName(info, "Rowan Dental"));
  await signIn(otherPage, user);
  await otherPage.goto(`${customer}/view/users`);
  await page.goto(`${customer}/view/users`);
  await expect(page.getByText("No users yet")).toBeVisible();

  await page.getByRole("button", { name: "Import users" }).click();
  const imported = page.getByRole("dialog", { name: "Import users" });
  const saved = page.waitForEvent("download");
  await imported.getByRole("button", { name: "Download template" }).click();
  expect((await saved).suggestedFilename()).toBe("template.csv");
  const file = imported.locator("input[type=file]");
  await file.setInputFiles(
    fileOf("Ada,Lovelace,ada@rowan.example,,Analyst,yes", "Grace,H0pper,grace@rowan.example,,,no"),
  );
  await expect(imported.getByRole("row").last()).toHaveText(
    "3Last nameMust be a name: letters, spaces, hyphens, dots and apostrophes",
  );
  await expect(imported.getByRole("button", { name: "Add users" })).toBeDisabled();
  await expectNoFaults(page);
  await file.setInputFiles(
    fileOf("Ada,Lovelace,ada@rowan.example,,Analyst,yes", "Grace,Hopper,grace@rowan.example,,,no"),
  );
  await expect(imported.getByText("2 users are added, 1 of them as customer admin.")).toBeVisible();
  await expectNoFaults(page);
  await imported.getByRole("button", { name: "Add 2 users" }).click();
  await expect(imported).toBeHidden();
  // Another browser sees them without reloading.
  await expect(otherPage.getByText("Grace Hopper").first()).toBeVisible();

  await page.getByRole("button", { name: "Add user", exact: true }).first().click();
  const added = page.getByRole("dialog", { name: "Add a user" });
  await added.getByLabel("First name").fill("Jo");
  await added.getByLabel("Last name").fill("Lane");
  await added.getByLabel("Email address").fill("grace@rowan.example");
  await added.getByRole("button", { name: "Add user" }).click();
  await expect(added.getByText(/already has a user with this address/)).toBeVisible();
  await expectNoFaults(page);
  await added.getByLabel("Email address").fill("jo@rowan.example");
  await added.getByRole("button", { name: "Add user" }).click();
  await expect(added).toBeHidden();

  await page.getByRole("link", { name: "Jo Lane" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Jo Lane" })).toBeVisible();
  const person = page.url();
  await page.getByRole("button", { name: "Add product" }).first().click();
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByRole("button", { name: /^Protected mailbox/ }).click();
  await expectNoFaults(page);
  await popup.getByRole("list", { name: "Protected mailbox" }).getByRole("button").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Hosted Exchange" })).toBeVisible();
  await expect(page).toHaveURL(/\/customer\/[\da-f-]{36}\+[\da-f-]{36}\//);
  const order = page.getByRole("button", { name: "Place order" });
  await page.getByRole("checkbox", { name: "Hosted Exchange mailbox", exact: true }).check();
  await next(page);
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
  await next(page);
  await page.getByLabel("Mail domain", { exact: true }).fill("rowan.example");
  await page.getByLabel("First mailbox", { exact: true }).fill("jo@rowan.example");
  await next(page);
  await expect(order).toBeEnabled();
  await expectNoFaults(page);
  await order.click();
  await expect(page.getByRole("heading", { level: 1, name: "Hosted Exchange", exact: true })).toBeVisible();

  // It is hers: on her page, among the customer's services, and under Services in the list of users.
  await page.goto(person);
  await expect(page.getByRole("link", { name: "Hosted Exchange" })).toBeVisible();
  await page.goto(`${customer}/view/services`);
  await expect(page.getByRole("listitem").filter({ hasText: /^Hosted Exchange/ })).toContainText("Jo Lane");
  await page.goto(`/services/product/hosted-exchange/1?search=Rowan&customer=${customer.split("/").at(-1)}`);
  const list = page.getByRole("region", { name: /^Users of Rowan Dental/ });
  await expect(list.getByRole("row", { name: /^Jo Lane/ })).toContainText("Hosted Exchange mailbox");
  await expectNoFaults(page);

  await page.goto(`${customer}/view/users`);
  await page.getByRole("button", { name: "Actions for row 2" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const leaver = page.getByRole("dialog", { name: "Delete Grace Hopper?" });
  await leaver.getByRole("button", { name: "Delete user" }).click();
  await expect(leaver).toBeHidden();
  await expect(page.getByRole("link", { name: "Grace Hopper" })).toHaveCount(0);
  await expect(otherPage.getByRole("link", { name: "Grace Hopper" })).toHaveCount(0);
  await expect(otherPage.getByText("Jo Lane").first()).toBeVisible();
});

test("USER-05 a file with three faults is mended fault by fault, and only then adds anybody", async ({
  page,
}, info) => {
  await signIn(page, resellerOf(info).user);
  const customer = await createCustomer(page, freshName(info, "Hazel Surveyors"));
  await page.goto(`${customer}/view/users`);
  await page.getByRole("button", { name: "Import users" }).click();
  const imported = page.getByRole("dialog", { name: "Import users" });
  /** As a spreadsheet saves it where commas are decimal signs: in Windows-1252, columns in another order. */
  const choose = (...rows: readonly string[]) =>
    imported.locator("input[type=file]").setInputFiles({
      name: "staff.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        ["Email;Last name;First name;Admin (yes/no);Phone;Job title", ...rows].join("\r\n"),
        "latin1",
      ),
    });
  const [zoe, jo, max] = [
    "zoe@hazel.example;M\u00FCller;Zo\u00EB;yes;;Director",
    "jo@hazel.example;Lane;Jo;no;0117 496 0148;",
    'max@hazel.example;Hart;Max;no;;"Surveyor; land"',
  ];
  const rows = imported.getByRole("row");
  await choose("zoe@hazel;M\u00FCller;Zo\u00EB;yes;;Director", "jo@hazel.example;L4ne;Jo;perhaps;0117 496 0148;", max);
  await expect(imported.getByText("3 faults")).toBeVisible();
  await expect(rows.nth(1)).toHaveText("2EmailMust be a valid email address");
  await expectNoFaults(page);
  await choose(zoe, "jo@hazel.example;L4ne;Jo;perhaps;0117 496 0148;", max);
  await expect(imported.getByText("2 faults")).toBeVisible();
  await expect(rows.nth(1)).toHaveText("3Last nameMust be a name: letters, spaces, hyphens, dots and apostrophes");
  await choose(zoe, "jo@hazel.example;Lane;Jo;perhaps;0117 496 0148;", max);
  await expect(rows.nth(1)).toHaveText("3Admin (yes/no)Must be yes or no");
  await expect(imported.getByRole("button", { name: "Add users" })).toBeDisabled();
  await choose(zoe, jo, max);
  await imported.getByRole("button", { name: "Add 3 users" }).click();
  await expect(imported).toBeHidden();
  for (const name of ["Zo\u00EB M\u00FCller", "Jo Lane", "Max Hart"])
    await expect(page.getByRole("link", { name })).toBeVisible();
});

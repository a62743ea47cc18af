import { countClicks } from "../clicks.ts";
import {
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

const premium = "Microsoft 365 Business Premium";

test("a product is found by what people call it, compared on its page, and ordered from there", async ({
  page,
}, info) => {
  const { user, currency } = resellerOf(info);
  const customer = freshName(info, "Window Shoppers");
  await signIn(page, user);
  await createCustomer(page, customer);
  await page.goto("/marketplace");
  await page.getByRole("searchbox", { name: "Search products" }).fill("o365");
  const products = page.getByRole("region", { name: "Products", exact: true });
  await products.getByRole("link", { name: "Microsoft 365", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Business Premium");
  await expect(main).toContainText(`Cost ${currency}`);
  await expect(page.getByRole("heading", { name: "Who has it" })).toBeVisible();
  await expectNoFaults(page);
  const star = page.getByRole("button", { name: "Favourite Microsoft 365" });
  const marked = (await star.getAttribute("aria-pressed")) === "true";
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", String(!marked));

  if (info.project.name === "390") {
    await page.getByRole("radio", { name: /Business Premium/ }).check();
    await page.getByRole("button", { name: "Order", exact: true }).click();
  } else await page.getByRole("button", { name: "Order Microsoft 365 Business Premium" }).click();
  const popup = page.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await popup.getByRole("combobox").fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Business Premium/ })).toBeChecked();
});

test("a plan is found in spite of typos and ordered for one customer in five presses", async ({ page }, info) => {
  const customer = freshName(info, "Typo Tailors");
  await signIn(page, resellerOf(info).user);
  const own = await createCustomer(page, customer);
  await page.goto("/marketplace");
  const clicks = await countClicks(page);
  await page.getByRole("searchbox", { name: "Search products" }).fill("busines premum");
  const plans = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: premium, exact: true }) });
  await expect(plans).toContainText("cost per licence");
  await expectNoFaults(page);
  await page.getByRole("combobox", { name: "For" }).fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await page.getByRole("button", { name: `Order ${premium}` }).click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Business Premium/ })).toBeChecked();
  await page.getByRole("button", { name: "Place order" }).click();
  expect(await clicks()).toBeLessThanOrEqual(5);
  await expect(page.getByText("The order was placed")).toBeVisible();
  await page.goto(own);
  await expect(page.getByText(premium).first()).toBeVisible();
});

test("two plans are compared, and one is quoted from the product's page in six presses", async ({ page }, info) => {
  const customer = freshName(info, "Quoted Quilts");
  const phone = info.project.name === "390";
  await signIn(page, resellerOf(info).user);
  await createCustomer(page, customer);
  await page.goto("/marketplace");
  const clicks = await countClicks(page);
  await page.getByRole("searchbox", { name: "Search products" }).fill("business standard");
  await page.getByRole("link", { name: "Microsoft 365 Business Standard", exact: true }).click();
  if (phone) await page.getByRole("radio", { name: /Business Premium/ }).check();
  else
    for (const plan of ["Business Standard", "Business Premium"])
      await expect(page.getByRole("columnheader", { name: new RegExp(`^${plan}`) })).toBeVisible();
  await page.getByRole("link", { name: phone ? "Quote" : `Quote ${premium}`, exact: true }).click();
  await page.getByRole("combobox", { name: "Customer" }).fill(customer);
  await page.getByRole("option", { name: customer }).click();
  await expect(page.getByText(premium)).toBeVisible();
  await page.getByLabel("Title").fill("Licences for the workshop");
  await page.getByLabel("Contact", { exact: true }).fill("Priya Shah");
  await page.getByLabel("Email").fill("priya@example.com");
  await page.getByRole("spinbutton").fill("12");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Licences for the workshop" })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(6);
});

test("what comes to the end of its term soon is seen, and one end is chosen in eight presses", async ({
  page,
}, info) => {
  const customer = freshName(info, "Renewing Rugs");
  const standard = "Microsoft 365 Business Standard";
  await signIn(page, resellerOf(info).user);
  await page.goto(await createCustomer(page, customer));
  await reviewMicrosoft365(page, standard, { quantity: 3, term: "1 month" });
  await placeOrder(page, standard);
  await page.goto("/renewals");
  const clicks = await countClicks(page);
  await page.getByRole("combobox", { name: "Terms" }).selectOption("Any term");
  await page.getByText("In 30 days", { exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Terms" })).toHaveValue("any");
  await page.getByText("In 60 days", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Search customers" }).fill(customer);
  const row = page.getByRole("row").filter({ hasText: customer });
  await expect(row).toContainText("Not chosen");
  await expect(row).toContainText("Commits ");
  await expectNoFaults(page);
  await row.getByRole("link").click();
  await page.getByRole("button", { name: `More for ${standard}` }).click();
  await page.getByRole("button", { name: "At the end of the term" }).click();
  const end = page.getByRole("dialog", { name: "At the end of the term" });
  await end.getByRole("radio", { name: /^End/ }).check();
  await end.getByRole("button", { name: "Schedule end" }).click();
  await expect(end).toBeHidden();
  expect(await clicks()).toBeLessThanOrEqual(8);
  await page.goto(`/renewals?${new URLSearchParams({ terms: "any", search: customer }).toString()}`);
  await expect(row).toContainText("Ends with its term");
  await expect(row).toContainText("Chosen");
});

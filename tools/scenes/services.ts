import type { Page } from "playwright-core";
import {
  behind,
  customer,
  endUser,
  euroReseller,
  newcomer,
  operator,
  ofCustomer,
  press,
  reseller,
  service,
  turnTo,
  type Scene,
} from "./scene.ts";
import { parted, partedOften, settled } from "./differences-given.ts";
import {
  noTransfers,
  pendingTransfer,
  transferAsked,
  transferCame,
  transferLeft,
  transferNotice,
  transfersAddress,
} from "./transfers-given.ts";
import { planned } from "./scheduled-given.ts";

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();
const journey = (product: string, steps: number) => async (page: Page) => {
  await press("Add product")(page);
  const popup = page.getByRole("dialog", { name: "Add product" });
  await popup.getByLabel("Search products").fill(product);
  await popup.getByRole("button", { name: product, exact: true }).click();
  await popup.waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (steps > 0) await page.getByRole("checkbox").first().check();
  for (let step = 0; step < steps; step++) await next(page);
};
/** A customer without services. */
const beginner = behind("/customers?search=Tamar%20Valley", "Tamar Valley Growers");
/** Endpoint security with an add-on. */
const endpoints = async (page: Page, address: string) => {
  const found = await behind("/customers?search=Stonebridge", "Stonebridge Academy")(page, address);
  await page.goto(`${address}${found}/view/services`);
  return (await page.getByRole("link", { name: "Bitdefender" }).first().getAttribute("href"))!;
};
/** Telephones of which some are on their way. */
const phones = async (page: Page, address: string) => {
  const found = await behind("/customers?search=Penhallow", "Penhallow Gallery")(page, address);
  await page.goto(`${address}${found}/view/services`);
  return (await page.getByRole("link", { name: "Hosted Voice Hardware" }).first().getAttribute("href"))!;
};
/** A customer whose tenant nobody knows: all others of the demo have ordered something of Microsoft's. */
const tenantless = async (page: Page, address: string) => {
  const name = "Quayside Bakery";
  const list = `/customers?search=${encodeURIComponent(name)}`;
  await page.goto(address + list);
  const line = page.getByRole("row").filter({ hasText: name });
  const none = page.getByText("No customers match");
  await line.or(none).first().waitFor();
  if (await none.isVisible()) {
    await page.goto(`${address}/customers/add`);
    await page.getByRole("textbox", { name: /^Name/ }).fill(name);
    await press("Add customer")(page);
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  return behind(list, name)(page, address);
};
/** Selects all differences, which on a phone begins with one. */
const tickAll = async (page: Page) => {
  await page.getByRole("checkbox").first().check();
  const all = page.getByRole("button", { name: "Select all rows shown" });
  if (await all.isVisible()) await all.click();
};
const toTenant = async (page: Page) => {
  await journey("Microsoft 365", 0)(page);
  const yes = page.getByRole("radio", { name: /^Yes/ });
  await yes.check();
  await press("Continue")(page);
  await yes.waitFor({ state: "detached" });
};
/** A service whose subscription has a term of a month. */
const byTheMonth = async (page: Page, address: string) => {
  const name = "Mendip Outdoor Centre";
  const owner = await behind(`/customers?search=${encodeURIComponent(name)}`, name)(page, address);
  await page.goto(`${address}${owner}/view/services`);
  return (await page.getByRole("link", { name: "Microsoft 365" }).first().getAttribute("href"))!;
};
const backup = "Acronis Backup";
const subscriptionMenu = (entry: string) => async (page: Page) => {
  await press(/^More for/)(page);
  await press(entry)(page);
};

/** Opens the lists of the first customer, and what can be done to its first row. */
const firstHolder = async (page: Page) => {
  await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
  await press(/^Actions for/)(page);
  await page.getByRole("link", { name: "Open service" }).waitFor();
};

export const serviceScenes: readonly Scene[] = [
  { name: "my-services", who: reseller, open: "/services/product/microsoft-365/1", also: ["900", "dark"] },
  {
    name: "my-services-customer",
    who: reseller,
    open: "/services/product/microsoft-365/1?search=Acme",
    act: firstHolder,
    also: ["900", "dark"],
  },
  { name: "service-goods", who: reseller, open: phones, act: turnTo(/Orders/), also: ["900", "dark"] },
  { name: "service-endpoint-security", who: reseller, open: endpoints, also: ["900", "dark"] },
  { name: "service-endpoint-usage", who: reseller, open: endpoints, act: turnTo(/Usage/) },
  { name: "journey-endpoint-security", who: reseller, open: beginner, act: journey("Bitdefender", 0) },
  { name: "marketplace", who: reseller, open: "/marketplace", also: ["900", "dark"] },
  {
    name: "marketplace-search",
    who: reseller,
    open: "/marketplace?search=busines%20premum",
    also: ["dark"],
  },
  { name: "marketplace-category", who: reseller, open: "/marketplace?category=security" },
  { name: "product", who: reseller, open: "/marketplace/microsoft-365", also: ["900", "dark"] },
  { name: "product-backup", who: reseller, open: "/marketplace/drop-suite", also: ["900"] },
  { name: "product-goods", who: reseller, open: "/marketplace/hosted-voice-hardware", also: ["900"] },
  { name: "product-acronis", who: euroReseller, open: "/marketplace/acronis-backup" },
  { name: "product-gone", who: reseller, open: "/marketplace/nothing" },
  { name: "marketplace-not-found", who: reseller, open: "/marketplace?search=zzzz" },
  { name: "marketplace-customer", who: reseller, open: "/marketplace", act: press(/^Add Acronis Backup/) },
  { name: "select-service", who: reseller, open: customer, act: press("Add product") },
  { name: "microsoft-question", who: reseller, open: beginner, act: journey("Microsoft 365", 0) },
  { name: "bring-in-tenant", who: euroReseller, open: tenantless, act: toTenant, also: ["900"] },
  {
    name: "bring-in-tenant-links",
    who: euroReseller,
    open: tenantless,
    act: async (page) => {
      await toTenant(page);
      const ask = page.getByRole("button", { name: "Bring in the tenant" });
      const links = page.getByText("Send these links", { exact: false });
      await ask.or(links).waitFor();
      if (await ask.isVisible()) await ask.click();
      await links.waitFor();
    },
    also: ["900"],
  },
  {
    name: "customer-transfer",
    who: reseller,
    open: transfersAddress.replace("/transfers", ""),
    given: transferNotice,
    also: ["900", "dark"],
  },
  { name: "transfers-none", who: reseller, open: transfersAddress, given: noTransfers },
  {
    name: "transfer-ask",
    who: reseller,
    open: transfersAddress,
    given: noTransfers,
    act: press("Transfer Microsoft from another partner"),
  },
  { name: "transfer-pending", who: reseller, open: transfersAddress, given: pendingTransfer, also: ["900", "dark"] },
  { name: "transfer-came", who: reseller, open: transfersAddress, given: transferCame, also: ["900"] },
  { name: "transfer-asked", who: reseller, open: transfersAddress, given: transferAsked, also: ["900", "dark"] },
  {
    name: "transfer-release",
    who: reseller,
    open: transfersAddress,
    given: transferAsked,
    act: press("Choose what goes"),
    also: ["dark"],
  },
  { name: "transfer-left", who: reseller, open: transfersAddress, given: transferLeft },
  { name: "transfer-take", who: reseller, open: transfersAddress, given: transferCame, act: press("Take over") },
  { name: "journey-products", who: reseller, open: beginner, act: journey(backup, 0) },
  { name: "journey-seats", who: reseller, open: beginner, act: journey(backup, 1), also: ["900", "dark"] },
  {
    name: "journey-add-ons",
    who: reseller,
    open: beginner,
    act: async (page) => {
      await journey("Microsoft 365", 0)(page);
      await press("Continue")(page);
      for (let step = 0; step < 2; step++) await next(page);
      await page.getByRole("checkbox", { name: "Microsoft 365 Business Standard", exact: true }).check();
      await next(page);
      await page.getByRole("spinbutton").fill("7");
      await next(page);
    },
  },
  {
    name: "journey-ends",
    who: reseller,
    open: beginner,
    act: async (page) => {
      await journey("Microsoft 365", 0)(page);
      await press("Continue")(page);
      for (let step = 0; step < 2; step++) await next(page);
      await page.getByRole("checkbox", { name: "Microsoft 365 Business Standard", exact: true }).check();
      await next(page);
      await page.getByRole("combobox", { name: "First term until" }).selectOption({ index: 1 });
      await page.getByText(/ends early/).waitFor();
    },
  },
  { name: "journey-review", who: reseller, open: beginner, act: journey(backup, 3), also: ["900"] },
  {
    name: "journey-questions",
    who: reseller,
    open: beginner,
    act: async (page) => {
      await journey("Vade", 2)(page);
      await press("Next")(page);
    },
  },
  {
    name: "journey-line-questions",
    who: reseller,
    open: beginner,
    act: async (page) => {
      await journey("Hosted Voice", 0)(page);
      await page.getByRole("checkbox", { name: "Standard user", exact: true }).check();
      await page.getByRole("checkbox", { name: "Block of 10 numbers", exact: true }).check();
      await next(page);
      await page.getByLabel("Area code").fill("Bristol");
      await next(page);
    },
  },
  {
    name: "agreement-to-sign",
    who: reseller,
    open: customer,
    act: async (page) => {
      await press("Add product")(page);
      const popup = page.getByRole("dialog", { name: "Add product" });
      await popup.getByLabel("Search products").fill("Azure reserved instance");
      await popup.getByRole("button", { name: "Azure reserved instance", exact: true }).click();
      await page.getByRole("dialog", { name: "Agreement to sign" }).waitFor();
    },
  },
  { name: "services", who: reseller, open: "/services", also: ["900"] },
  { name: "differences", who: reseller, open: "/differences", given: parted, also: ["900", "dark"] },
  { name: "differences-take", who: reseller, open: "/differences", given: parted, act: press("Take Microsoft’s") },
  { name: "differences-accept", who: reseller, open: "/differences", given: parted, act: press("Accept") },
  {
    name: "differences-several",
    who: reseller,
    open: "/differences",
    given: partedOften,
    act: tickAll,
    also: ["900", "dark"],
  },
  {
    name: "differences-take-several",
    who: reseller,
    open: "/differences",
    given: partedOften,
    act: async (page) => {
      await tickAll(page);
      await page
        .getByRole("region", { name: "Selected rows" })
        .getByRole("button", { name: "Take Microsoft’s" })
        .click();
    },
    also: ["dark"],
  },
  { name: "differences-closed", who: reseller, open: "/differences?view=closed", given: settled },
  { name: "differences-none", who: newcomer, open: "/differences" },
  { name: "every-difference", who: operator, open: "/operator/differences", given: parted },
  {
    name: "every-difference-adopt",
    who: operator,
    open: "/operator/differences",
    given: parted,
    act: press("Adopt it"),
    also: ["900", "dark"],
  },
  { name: "scheduled", who: reseller, open: "/scheduled", given: planned, also: ["900", "dark"] },
  { name: "scheduled-none", who: newcomer, open: "/scheduled" },
  { name: "every-scheduled", who: operator, open: "/operator/scheduled", given: planned },
  { name: "services-not-found", who: reseller, open: "/services?search=zzzz" },
  { name: "services-none", who: newcomer, open: "/services" },
  { name: "services-of-a-user", who: endUser, open: "/services" },
  { name: "service", who: reseller, open: service("Microsoft 365"), also: ["900", "dark"] },
  { name: "service-history", who: reseller, open: service("Microsoft 365"), act: turnTo("History") },
  {
    name: "service-as-of",
    who: reseller,
    open: service("Microsoft 365"),
    act: async (page) => {
      await turnTo("History")(page);
      await press("As it was on…")(page);
      await page.getByRole("table").first().waitFor();
    },
  },
  { name: "service-orders", who: reseller, open: service("Microsoft 365"), act: turnTo(/Orders/) },
  {
    name: "service-not-found",
    who: reseller,
    open: ofCustomer("/services/00000000-0000-4000-8000-000000000000"),
  },
  {
    name: "change-seats",
    who: reseller,
    open: service("Microsoft 365"),
    act: async (page) => {
      await press(/Change licences/)(page);
      await page.getByRole("dialog").getByRole("spinbutton").fill("40");
      await page.waitForTimeout(700);
    },
    also: ["dark"],
  },
  {
    name: "change-seats-refused",
    who: reseller,
    open: service("Microsoft 365"),
    act: async (page) => {
      await press(/Change licences/)(page);
      await page.getByRole("dialog").getByRole("spinbutton").fill("1");
      await page.waitForTimeout(700);
    },
  },
  {
    name: "end-of-term",
    who: reseller,
    open: service("Microsoft 365"),
    act: subscriptionMenu("At the end of the term"),
  },
  { name: "service-usage", who: reseller, open: service(backup), act: turnTo("Usage") },
  { name: "service-of-numbers", who: reseller, open: service("Hosted Voice") },
  {
    name: "assign-people",
    who: reseller,
    open: service("Hosted Voice"),
    act: async (page) => {
      await turnTo("People")(page);
      await press("Assign Professional user")(page);
      await page.getByRole("dialog").getByRole("checkbox").first().check();
      await page.waitForTimeout(700);
    },
  },
  { name: "service-people", who: reseller, open: service("Hosted Voice"), act: turnTo("People"), also: ["dark"] },
  {
    name: "change-details",
    who: reseller,
    open: service("Hosted Voice"),
    act: async (page) => {
      await press("More for Block of 10 numbers")(page);
      await press("Change details")(page);
      await page.getByRole("dialog").getByRole("combobox").selectOption("yes");
      await page.waitForTimeout(700);
    },
  },
  { name: "upgrade-subscription", who: reseller, open: service("Microsoft 365"), act: subscriptionMenu("Upgrade") },
  {
    name: "end-of-term-extended",
    who: reseller,
    open: service("Microsoft 365"),
    act: async (page) => {
      await subscriptionMenu("At the end of the term")(page);
      await page.getByRole("radio", { name: /^Extend by the day/ }).check();
      await page.getByText("charged by the day,").waitFor();
    },
  },
  {
    name: "end-of-term-with-others",
    who: reseller,
    open: service("Microsoft 365"),
    async act(page) {
      await subscriptionMenu("At the end of the term")(page);
      const choice = page.getByRole("combobox", { name: "That term until" });
      await choice.selectOption({ index: 1 });
      await page.getByText(/ends early/).waitFor();
    },
    also: ["dark"],
  },
  {
    name: "longer-term",
    who: reseller,
    open: byTheMonth,
    act: async (page) => {
      await subscriptionMenu("Change to a longer term")(page);
      await page.getByRole("dialog").getByRole("combobox").waitFor();
      await page.waitForTimeout(700);
    },
  },
  {
    name: "change-billing",
    who: reseller,
    open: service("Microsoft 365"),
    act: async (page) => {
      await subscriptionMenu("Change the billing")(page);
      await page.getByText(/From .+ it is billed/).waitFor();
    },
  },
  { name: "cancel-subscription", who: reseller, open: service("Microsoft 365"), act: subscriptionMenu("Cancel now") },
  { name: "backup-contact", who: reseller, open: service(backup), act: press("Change backup contact") },
  { name: "delete-service", who: reseller, open: service("Microsoft 365", "/delete") },
  { name: "delete-which-service", who: reseller, open: ofCustomer("/delete-service") },
];

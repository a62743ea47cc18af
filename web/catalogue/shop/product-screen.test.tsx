import type { ShopPage, ShopPlan } from "@tradewind/contract/catalogue/shop.ts";
import { expect, test } from "vitest";
import { page as browser } from "vitest/browser";
import { acme, customer, microsoft, picker } from "../../test/add-product-popup.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const plan = (Sku: string, Name: string, costs: readonly [month: string, year: string]): ShopPlan => ({
  Sku,
  Name,
  Text: `About ${Name}.`,
  Group: "Business plans",
  Unit: "Licence",
  Maximum: 300,
  Offers: [
    {
      OfferId: `${Sku}:P1M`,
      Term: "P1M",
      Billing: "monthly",
      Minimum: 1,
      Price: { Cost: costs[0], Recommended: "5.52", CustomerPrice: null },
    },
    {
      OfferId: `${Sku}:P1Y`,
      Term: "P1Y",
      Billing: "monthly",
      Minimum: 1,
      Price: { Cost: costs[1], Recommended: "4.83", CustomerPrice: "6.00" },
    },
  ],
});
const basic = plan("basic", "Business Basic", ["4.69", "4.11"]);
const premium = plan("premium", "Business Premium", ["4.70", "4.12"]);
const goods = (Sku: string): ShopPlan => ({
  ...plan(Sku, Sku, ["9", "9"]),
  Group: "Phones",
  Offers: [{ ...basic.Offers[0]!, OfferId: Sku, Term: "none", Billing: "once" }],
});

const told: ShopPage = {
  Vendor: "Alderway",
  Lines: ["Mail and files.", "For everybody.", "Ready at once."],
  Needs: ["A tenant."],
  Currency: "GBP",
  Plans: [basic, premium],
  AddOns: [{ ...plan("archive", "Mail archive", ["2.34", "2.04"]), GoesWith: ["Business Basic"] }],
  Features: [{ Name: "Device management", Of: { premium: "yes" } }],
  GoesWith: [
    { ProductId: "drop-suite", Name: "Dropsuite Backup", Icon: "backup", ImageSrc: null, Why: "Copies its mail." },
  ],
  Documents: [{ Title: "Service description", Url: "https://docs.example/service" }],
  Agreement: { Id: "general", Title: "General terms", SignedAt: null },
  IsFavourite: true,
};
const reach = {
  Have: {
    Total: 12,
    Plans: [{ Sku: "premium", Name: "Business Premium", Unit: "Licence", Quantity: 101, Customers: 11 }],
    Items: [
      {
        Id: acme,
        Name: "Acme Dental",
        Plans: [{ Sku: "premium", Name: "Business Premium", Unit: "Licence", Quantity: 28 }],
      },
    ],
  },
  Might: { Total: 1, Reason: "Has mail elsewhere", Items: [{ Id: acme, Name: "Penhallow Gallery" }] },
};

async function open(changes: Partial<ShopPage> = {}, person: Parameters<typeof sessionOf>[0] = {}) {
  const asked = fakeApi({
    "GET /api/session": succeeded(sessionOf(person)),
    "GET /api/marketplace/products/microsoft-365": succeeded(microsoft),
    "GET /api/marketplace/products/microsoft-365/page": succeeded({ ...told, ...changes }),
    "GET /api/marketplace/products/microsoft-365/reach": succeeded(reach),
    "GET /api/marketplace/products/microsoft-365/customers": picker([customer("Acme")]),
    [`GET /api/marketplace/customers/${acme}/has-partner-id`]: succeeded(2),
  });
  const app = await renderApp("/marketplace/microsoft-365");
  await expect.element(app.screen.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  return { ...app, asked };
}

test("plans stand side by side, with price, cost and margin of each term in one place", async () => {
  const { screen } = await open();
  const cells = (row: string) =>
    [...document.querySelectorAll("tr")]
      .filter((line) => line.querySelector("th")?.textContent.startsWith(row))
      .flatMap((line) => [...line.querySelectorAll("td")].map((cell) => cell.textContent));
  await expect.poll(() => cells("Your customers")).toEqual(["None yet", "11, 101 licences"]);
  expect(cells("1 year, paid monthly")).toEqual([
    "£6.00 Your priceCost £4.11Margin £1.89, 31.5 %",
    "£6.00 Your priceCost £4.12Margin £1.88, 31.3 %",
  ]);
  expect(cells("1 month")).toEqual([
    "£5.52 RRPCost £4.69Margin £0.83, 15.0 %",
    "£5.52 RRPCost £4.70Margin £0.82, 14.9 %",
  ]);
  expect(cells("Device management")).toEqual(["–No", "Yes"]);
  await expect.element(screen.getByText("For everybody.")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("it says what it needs, what it goes with, who has it and who might", async () => {
  const { screen } = await open();
  await expect.element(screen.getByText("A tenant.")).toBeVisible();
  await expect.element(screen.getByText("Not signed yet: asked for with the first order")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Dropsuite Backup" }))
    .toHaveAttribute("href", "/marketplace/drop-suite");
  await expect.element(screen.getByText("Business Premium, 28 licences")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "All 12" }))
    .toHaveAttribute("href", "/customers?product=microsoft-365");
  await expect
    .element(screen.getByRole("link", { name: "Change it for many customers" }))
    .toHaveAttribute("href", "/plans?product=microsoft-365");
  await expect.element(screen.getByText("1 customer. Has mail elsewhere.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Order Microsoft 365 for Penhallow Gallery" })).toBeVisible();
  await expect.element(screen.getByText("Goes with Business Basic")).toBeVisible();
});

test("a plan is ordered for a customer, and is chosen on the page that follows", async () => {
  const { screen, router } = await open();
  await screen.getByRole("button", { name: "Order Business Premium" }).click();
  const popup = screen.getByRole("dialog", { name: "Add product: Microsoft 365" });
  await popup.getByRole("combobox").fill("Acme");
  await screen.getByRole("option", { name: "Acme" }).click();
  await popup.getByRole("button", { name: "Continue to add product" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/customers/customer/${acme}/add-service/office-365`);
  expect(router.state.location.search).toMatchObject({ plan: "premium" });
});

test("a plan without a price says what to do, and a quote begins with the plan", async () => {
  const unpriced = { ...basic, Offers: basic.Offers.map(({ Price: _, ...offer }) => offer) };
  const { screen, router } = await open({ Plans: [unpriced, premium] });
  await expect
    .element(screen.getByText("No price yet. Ask support for one before you order it.").first())
    .toBeVisible();
  await screen.getByRole("link", { name: "Quote Business Premium" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/quotes/new");
  expect(router.state.location.searchStr).toContain("premium%3AP1Y");
});

test("who might want it is ordered the plan that most customers have", async () => {
  const { screen, router } = await open();
  await screen.getByRole("button", { name: "Order Microsoft 365 for Penhallow Gallery" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/customers/customer/${acme}/add-service/office-365`);
  expect(router.state.location.search).toMatchObject({ plan: "premium" });
});

test("who may not order or see customers is offered neither, and prices come and go with the right to see them", async () => {
  const unpriced = { ...basic, Offers: basic.Offers.map(({ Price: _, ...offer }) => offer) };
  const { screen } = await open(
    { Plans: [unpriced], AddOns: [] },
    { kind: "endUserAdmin", permissions: [], views: ["marketplaceOrder"], seesPrices: false },
  );
  await expect.element(screen.getByRole("table")).toBeVisible();
  expect(screen.getByRole("table").element().textContent).not.toContain("£");
  expect(screen.getByRole("table").element().textContent).toContain("Offered");
  expect(screen.getByRole("button", { name: /^Order/ }).elements()).toHaveLength(0);
  expect(screen.getByRole("heading", { name: "Who has it" }).elements()).toHaveLength(0);
});

test("ACL-40 a customer's people see what it pays where their reseller shows it, and no cost, at a desk and on a phone", async () => {
  const priced = (YouPay?: string): ShopPlan => ({
    ...basic,
    Offers: basic.Offers.map(({ Price: _, ...offer }, at) => ({ ...offer, ...(at === 1 && YouPay && { YouPay }) })),
  });
  const customers = { kind: "endUserAdmin", permissions: [], seesPrices: false } as const;
  const { screen } = await open(
    { Plans: [priced("6.05"), { ...priced(), Sku: "other", Name: "Business Other" }], AddOns: [] },
    customers,
  );
  await expect.element(screen.getByRole("table")).toMatchTextContent(/£6\.05 you pay/);
  const words = () => screen.getByRole("main").element().textContent;
  expect(words().match(/£[\d.]+/g)).toEqual(["£6.05"]);
  expect(words()).not.toMatch(/Cost|Margin|RRP/);
  await browser.viewport(390, 844);
  try {
    await expect.element(screen.getByText("you pay")).toBeVisible();
    expect(words()).not.toMatch(/Cost|Margin|RRP/);
    expect(await faults()).toEqual([]);
  } finally {
    await browser.viewport(1440, 900);
  }
});

test("many things with one price each stand below each other, and headings choose among groups", async () => {
  const phones = ["T31", "T54", "T57", "CP9", "W73"].map(goods);
  const { screen } = await open({ Plans: [...phones, basic] });
  await expect.element(screen.getByRole("heading", { level: 2, name: "CP9" })).toBeVisible();
  expect(screen.getByRole("table").elements()).toHaveLength(0);
  await screen.getByRole("tab", { name: /Business plans/ }).click();
  await expect.element(screen.getByRole("columnheader", { name: /Business Basic/ })).toBeVisible();
});

test("on a phone the term is chosen once, and the order of the chosen plan is docked", async () => {
  await browser.viewport(390, 844);
  try {
    const { screen } = await open();
    await expect.element(screen.getByRole("radio", { name: /Premium/ })).toBeChecked();
    await expect.element(screen.getByText("Cost £4.11 · margin £1.89, 31.5 %")).toBeVisible();
    await screen.getByRole("combobox", { name: "Term" }).selectOptions("1 month");
    await expect.element(screen.getByText("Cost £4.69 · margin £0.83, 15.0 %")).toBeVisible();
    await screen.getByRole("radio", { name: /Basic/ }).click();
    await screen.getByRole("button", { name: "Order", exact: true }).click();
    await expect.element(screen.getByRole("dialog", { name: "Add product: Microsoft 365" })).toBeVisible();
    expect(await faults()).toEqual([]);
  } finally {
    await browser.viewport(1440, 900);
  }
});

test("a product that is not here says so", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/marketplace/products/nothing": refused(404, "notFound", "Not found"),
    "GET /api/marketplace/products/nothing/page": refused(404, "notFound", "Not found"),
    "GET /api/marketplace/products/nothing/reach": refused(404, "notFound", "Not found"),
  });
  const { screen } = await renderApp("/marketplace/nothing");
  await expect.element(screen.getByRole("heading", { level: 1, name: "This product is not on sale" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "All products" })).toHaveAttribute("href", "/marketplace");
  await expect.element(screen.getByText(/Customers who have it keep it/)).toBeVisible();
});

import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { chargingModels } from "@tradewind/domain/catalogue/products.ts";
import type { ShopProduct } from "@tradewind/contract/catalogue/shop.ts";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { chargingWords } from "../../shared/charging-words.ts";
import { faults } from "../../test/axe.ts";
import { acme } from "../../test/add-product-popup.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const product = (
  Name: string,
  Category: MarketplaceService["Category"],
  Popularity: number,
  changes = {},
): MarketplaceService => ({
  ProductId: Name.toLowerCase().replaceAll(" ", "-"),
  Id: Popularity,
  SubId: null,
  MyServicesId: null,
  AgreementServiceId: Popularity,
  Name,
  Description: `About ${Name}.`,
  Icon: "cloud",
  ImageSrc: null,
  ImageAlt: "",
  ServiceInstanceStatus: null,
  OrderLimit: "MultiplePerCustomer",
  NewJourney: true,
  JourneyType: "wizard",
  ListingId: null,
  RouteName: null,
  MarketplaceServiceId: Popularity,
  Office365GroupId: null,
  Level: "customer",
  ChargingModel: "Licence",
  Category,
  Popularity,
  hidden: false,
  Added: false,
  ManagedElsewhere: false,
  ...changes,
});
const items = [
  product("Cloud server", "cloudInfrastructure", 20),
  product("Acronis Backup", "backupContinuity", 90),
  product("Azure", "cloudInfrastructure", 95),
  product("Sophos", "security", 5, { ManagedElsewhere: true }),
];

const told = (ProductId: string, changes: Partial<ShopProduct> = {}): ShopProduct => ({
  ProductId,
  Vendor: "Alderway",
  Synonyms: [],
  Plans: [],
  IsFavourite: false,
  ...changes,
});
const from = { Cost: "4.11", Recommended: "4.83", Unit: "Licence", Billing: "monthly" } as const;
const shopWindow = {
  Currency: "GBP",
  Items: [
    told("azure", {
      Synonyms: ["virtual machine", "vm"],
      Plans: [{ Sku: "azure-plan", Name: "Azure plan", IsAddOn: false, From: from }],
    }),
    told("acronis-backup", { From: from, Synonyms: ["restore"], Vendor: "Keepwell" }),
    told("cloud-server"),
    told("sophos"),
  ],
  Recent: ["acronis-backup"],
};

const azurePlan = {
  ProductId: "azure",
  ProductName: "Azure",
  Sku: "azure-plan",
  Name: "Azure plan",
  IsAddOn: false,
  From: { ...from, CustomerPrice: null },
};

async function open(address = "/marketplace", permissions: Parameters<typeof sessionOf>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf(permissions)),
    "GET /api/marketplace/services": succeeded({ Items: items }),
    "GET /api/marketplace/window": succeeded(shopWindow),
    "GET /api/marketplace/habits": succeeded({
      Most: [{ ProductId: "cloud-server", Customers: 12 }],
      Worth: [{ ProductId: "acronis-backup", Customers: 31, Reason: "Have servers and no backup" }],
    }),
    "GET /api/marketplace/plans": ({ query }) => {
      const Has = query.get("CustomerId") ? 3 : null;
      return succeeded({ Items: query.get("Text")?.toLowerCase() === "azure plan" ? [{ ...azurePlan, Has }] : [] });
    },
    "GET /api/customers/suggestions": succeeded({
      Items: [
        { Id: acme, Name: "Acme Dental", Status: "Active" },
        { Id: crypto.randomUUID(), Name: "Birch Legal", Status: "Suspended" },
      ],
    }),
    "PUT /api/marketplace/products/azure/favourite": succeeded({ IsFavourite: true }),
  });
  const app = await renderApp(address);
  await expect.element(app.screen.getByRole("heading", { level: 1, name: "Marketplace" })).toBeVisible();
  await expect.element(app.screen.getByRole("button", { name: /^All \d/ })).toBeVisible();
  const shelf = (name: string) => app.screen.getByRole("region", { name, exact: true });
  const names = () =>
    app.screen
      .getByRole("region", { name: /^(All products|Products)$/ })
      .getByRole("heading", { level: 3 })
      .elements()
      .map((heading) => heading.textContent);
  return { ...app, names, shelf, sent };
}

test("CAT-02 the marketplace shows the catalogue", async () => {
  const { names } = await open();
  expect(names()).toEqual(["Azure", "Acronis Backup", "Cloud server", "Sophos"]);
  expect(await faults()).toEqual([]);
});

test("CAT-03 CAT-04 five filters, each with its count, narrow the list", async () => {
  const { screen, names, router } = await open();
  const filters = screen.getByRole("group", { name: "Category" }).getByRole("button");
  expect(filters.elements().map((button) => button.textContent)).toEqual([
    "All 4 products",
    "Modern workplace 0 products",
    "Cloud infrastructure 2 products",
    "Security 1 product",
    "Backup continuity 1 product",
  ]);
  await screen.getByRole("button", { name: "Cloud infrastructure 2 products" }).click();
  await expect.poll(names).toEqual(["Azure", "Cloud server"]);
  expect(router.state.location.href).toBe("/marketplace?category=cloud-infrastructure");
});

test("CAT-05 the catalogue sorts by relevance or by name, and a search match comes first", async () => {
  const { screen, names } = await open("/marketplace?search=cloud");
  await expect.poll(names).toEqual(["Cloud server"]);
  await screen.getByRole("searchbox", { name: "Search products" }).fill("");
  await screen.getByText("Name", { exact: true }).click();
  await expect.poll(names).toEqual(["Acronis Backup", "Azure", "Cloud server", "Sophos"]);
  await screen.getByText("Relevance", { exact: true }).click();
  await expect.poll(names).toEqual(["Azure", "Acronis Backup", "Cloud server", "Sophos"]);
});

test("ORD-07 a product managed elsewhere has no add button, nor has anything for those who may not add", async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole("button", { name: "Add Azure" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Sophos" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Add Sophos" }).elements()).toHaveLength(0);
  await screen.unmount();
  const other = await open("/marketplace", { permissions: [] });
  expect(other.screen.getByRole("button", { name: "Add Azure" }).elements()).toHaveLength(0);
});

test("CAT-21 each product says how it is charged, with words of its own for each of the seven models", async () => {
  const models = chargingModels.map((ChargingModel, at) => product(ChargingModel, "security", at, { ChargingModel }));
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/marketplace/services": succeeded({ Items: models }),
    "GET /api/marketplace/window": succeeded({ Currency: "GBP", Items: [], Recent: [] }),
  });
  const { screen } = await renderApp("/marketplace");
  for (const model of chargingModels) {
    const card = screen.getByRole("listitem", { name: model, exact: true });
    await expect.element(card.getByText(`Security · ${chargingWords[model]}`, { exact: true })).toBeVisible();
  }
  expect(new Set(Object.values(chargingWords)).size).toBe(7);
});

test("products are found by what people call them and in spite of typos, and Enter opens the first", async () => {
  const { screen, names, router } = await open();
  const box = screen.getByRole("searchbox", { name: "Search products" });
  await userEvent.keyboard("/");
  await expect.element(box).toHaveFocus();
  await box.fill("VM");
  await expect.poll(names).toEqual(["Azure"]);
  await box.fill("acornis");
  await expect.poll(names).toEqual(["Acronis Backup"]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/marketplace/acronis-backup");
});

test("a plan is found by its name, with its price and its order", async () => {
  const { screen } = await open("/marketplace?search=azure%20plan");
  await expect.element(screen.getByRole("button", { name: "Order Azure plan" })).toBeVisible();
  expect(screen.getByRole("main").element().textContent).toContain("Azure planAzurefrom £4.11 cost per licence");
  expect(await faults()).toEqual([]);
  const box = screen.getByRole("combobox", { name: "For" });
  await box.fill("a");
  await expect.element(screen.getByRole("option", { name: /^Birch Legal/ })).toHaveAttribute("aria-disabled", "true");
  await expect.element(screen.getByText("Suspended: reactivate it before you order")).toBeVisible();
  await screen.getByRole("option", { name: "Acme Dental" }).click();
  await expect.element(screen.getByText("Azure · already has 3 licences")).toBeVisible();
  expect(screen.getByText("No other products match").elements()).toHaveLength(0);
});

test("what was ordered lately comes first, and each card tells its least price and leads to its page", async () => {
  const { screen, shelf } = await open();
  const card = shelf("Recently ordered").getByRole("listitem", { name: "Acronis Backup" });
  await expect.element(card.getByText("£4.11", { exact: true })).toBeVisible();
  await expect.element(card.getByText("RRP £4.83 · 14.9 % margin")).toBeVisible();
  await expect.element(card.getByText("Keepwell")).toBeVisible();
  await expect
    .element(card.getByRole("link", { name: "Acronis Backup" }))
    .toHaveAttribute("href", "/marketplace/acronis-backup");
  expect(shelf("Your favourites").elements()).toHaveLength(0);
  await expect
    .element(shelf("Most ordered by your customers").getByRole("listitem", { name: "Cloud server" }))
    .toBeVisible();
  await expect.element(screen.getByText("Have servers and no backup")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^See the 31/ }))
    .toHaveAttribute("href", "/marketplace/acronis-backup");
  await screen.getByRole("button", { name: "Security 1 product" }).click();
  await expect.poll(() => shelf("Recently ordered").elements()).toHaveLength(0);
});

test("a product is marked by its star", async () => {
  const { screen, sent } = await open();
  const star = screen.getByRole("button", { name: "Favourite Azure" });
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect.poll(() => sent.find(({ method }) => method === "PUT")?.body).toBe('{"IsFavourite":true}');
});

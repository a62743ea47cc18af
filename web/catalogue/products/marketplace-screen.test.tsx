import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { expect, test } from "vitest";
import { faults, settled } from "../../test/axe.ts";
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

async function open(address = "/marketplace", permissions: Parameters<typeof sessionOf>[0] = {}) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf(permissions)),
    "GET /api/marketplace/services": succeeded({ Items: items }),
  });
  const app = await renderApp(address);
  await expect.element(app.screen.getByRole("heading", { level: 1, name: "Marketplace" })).toBeVisible();
  await expect.element(app.screen.getByRole("button", { name: /^All \d/ })).toBeVisible();
  const names = () =>
    app.screen
      .getByRole("heading", { level: 2 })
      .elements()
      .map((heading) => heading.textContent);
  return { ...app, names };
}

test("CAT-02 the marketplace shows the catalogue", async () => {
  const { names } = await open();
  expect(names()).toEqual(["Azure", "Acronis Backup", "Cloud server", "Sophos"]);
  await settled();
  expect(await faults()).toEqual([]);
});

test("CAT-03 CAT-04 five filters, each with its count, narrow the list", async () => {
  const { screen, names, router } = await open();
  const filters = screen.getByRole("group", { name: "Category" }).getByRole("button");
  expect(filters.elements().map((button) => button.textContent)).toEqual([
    "All 4",
    "Modern workplace 0",
    "Cloud infrastructure 2",
    "Security 1",
    "Backup continuity 1",
  ]);
  await screen.getByRole("button", { name: "Cloud infrastructure 2" }).click();
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
  expect(screen.getByRole("button", { name: "Add Sophos" }).elements()).toHaveLength(0);
  await screen.unmount();
  const other = await open("/marketplace", { permissions: [] });
  expect(other.screen.getByRole("button", { name: "Add Azure" }).elements()).toHaveLength(0);
});

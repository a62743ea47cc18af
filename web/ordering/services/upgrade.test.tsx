import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, customerId, orderId, serviceOf } from "./service-fixtures.ts";

type Service = ResultOf<typeof services.byId>;
const [basicId, premiumId] = ["019a0000-0000-7000-8000-0000000000b1", "019a0000-0000-7000-8000-0000000000b2"];

const itemOf = (Name: string, rest: Partial<JourneyItem> = {}): JourneyItem => ({
  Sku: Name,
  Name,
  Text: null,
  Group: "Business plans",
  Unit: "Licence",
  IsUnlimited: false,
  IsAddOn: false,
  NeedsOneOf: [],
  UpgradesTo: [],
  Minimum: 1,
  Maximum: null,
  Attributes: [],
  Offers: [
    {
      OfferId: `${Name}:month`,
      Term: "P1M",
      Billing: "monthly",
      Cost: "18.10",
      CustomerPrice: null,
      EndsEarlier: false,
    },
    {
      OfferId: `${Name}:year`,
      Term: "P1Y",
      Billing: "monthly",
      Cost: "15.09",
      CustomerPrice: null,
      EndsEarlier: false,
    },
  ],
  ...rest,
});
const premium = itemOf("Business Premium");
const basic = itemOf("Business Basic", { UpgradesTo: [premium.Sku, "Monthly only"] });
const journey: Journey = {
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  RouteName: "office-365",
  AgreementServiceId: 8,
  Action: "Modify",
  Customer: { Id: acme.Id, Name: "Acme Dental", Domain: null },
  InstanceId: instanceId,
  BringsTenantTo: null,
  Currency: "GBP",
  SeesPrices: true,
  Steps: [
    {
      Id: "products",
      Kind: 2,
      Title: "Products",
      Text: null,
      Hidden: false,
      ShowWhen: null,
      IfDelivered: false,
      Component: null,
      FormId: null,
      Paragraphs: [],
      Fields: [],
      Items: [basic, premium, itemOf("Monthly only", { Offers: [] })],
    },
  ],
  Delivery: [],
  Subscriptions: [],
};

const subscription = (changes: Partial<Service["Subscriptions"][number]>): Service["Subscriptions"][number] => ({
  ...serviceOf().Subscriptions[0]!,
  Id: basicId,
  Sku: basic.Sku,
  OfferId: `${basic.Sku}:year`,
  Name: basic.Name,
  Quantity: 12,
  IsUpgradable: true,
  ...changes,
});
const standing = subscription({
  Id: premiumId,
  Sku: premium.Sku,
  OfferId: `${premium.Sku}:year`,
  Name: premium.Name,
  Quantity: 40,
  IsUpgradable: false,
});

const serve = (subscriptions: Service["Subscriptions"], proposal = proposalOf({ UndoUntil: null })) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-06-01T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-31" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), Subscriptions: subscriptions }),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [serviceOf().Service] }),
    "GET /api/journeys/product/microsoft-365": succeeded(journey),
    "POST /api/proposals": succeeded(proposal),
    "POST /api/orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
  });

async function openUpgrade(...served: Parameters<typeof serve>) {
  const sent = serve(...served);
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: `More for ${basic.Name}` }).click();
  await screen.getByRole("button", { name: /^Upgrade/ }).click();
  return { sent, dialog: screen.getByRole("dialog", { name: "Upgrade" }) };
}
const lastChange = (sent: ReturnType<typeof serve>, path: string) =>
  (JSON.parse(sent.findLast((line) => line.path === path)!.body) as { Change: unknown }).Change;

test("all licences become the better product with the same term and billing, for what is shown", async () => {
  const { sent, dialog } = await openUpgrade([subscription({})]);
  await expect
    .element(
      dialog.getByText(
        /^This subscription becomes Business Premium at £15.09 per licence per month, until the same day/,
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByRole("combobox", { name: "To" })).toHaveTextContent("Business Premium");
  await settled();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Upgrade 12 licences" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  expect(lastChange(sent, "/api/orders")).toEqual({
    Kind: "upgrade",
    Targets: [{ Key: basicId, OfferId: `${premium.Sku}:year`, Quantity: 12, ToKey: null }],
  });
});

test("some licences become a subscription of their own, or go to the one that is there", async () => {
  const { sent, dialog } = await openUpgrade([subscription({}), standing]);
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill("3");
  await expect
    .element(
      dialog.getByRole("radio", {
        name: /^They become a subscription of their own: Business Premium at £15.09 per licence per month/,
      }),
    )
    .toBeChecked();
  await dialog.getByRole("radio", { name: /^To the 40 licences of Business Premium/ }).click();
  await dialog.getByRole("button", { name: "Upgrade 3 licences" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  expect(lastChange(sent, "/api/orders")).toMatchObject({ Targets: [{ Quantity: 3, ToKey: premiumId }] });
});

test("an upgrade is not said to be undone: what it buys is returned", async () => {
  const stays = { Code: "upgradeStays", Blocks: false, Text: "An upgrade cannot be turned back.", AgreementId: null };
  const { dialog } = await openUpgrade([subscription({})], proposalOf({ Findings: [stays] }));
  await expect.element(dialog.getByText(/^Can be returned until/)).toBeVisible();
  expect(dialog.getByText(/Can be undone/).elements()).toHaveLength(0);
});

test("no more can be upgraded than there are, and what has no better product offers none", async () => {
  const { dialog } = await openUpgrade([subscription({})]);
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill("13");
  await expect.element(dialog.getByRole("button", { name: "Upgrade", exact: true })).toBeDisabled();
  serve([standing]);
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: `More for ${premium.Name}` }).click();
  await expect.element(screen.getByRole("button", { name: /^Cancel now/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Upgrade/ }).elements()).toHaveLength(0);
});

const places = [
  ["ORD-23", "upgrade-service/office-365"],
  ["ORD-23", `upgrade-service/office-365/${premium.Sku}`],
  ["ORD-27", `add-services/8/Upgrade/${instanceId}`],
  ["ORD-32", `cs/upgrade-service/${instanceId}/5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08`],
  ["ORD-33", `cs-nce/upgrade-service/${instanceId}`],
] as const;

test.each(places)("%s the address %s opens the upgrade, whose submission changes the product", async (_row, place) => {
  const sent = serve([standing, subscription({})]);
  const { screen } = await renderApp(`/customers/customer/${customerId}/${place}`);
  const dialog = screen.getByRole("dialog", { name: "Upgrade" });
  await expect.element(dialog.getByRole("combobox", { name: "To" })).toHaveTextContent("Business Premium");
  await dialog.getByRole("button", { name: "Upgrade 12 licences" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(lastChange(sent, "/api/orders")).toMatchObject({
    Kind: "upgrade",
    Targets: [{ Key: basicId, OfferId: `${premium.Sku}:year` }],
  });
});

test("where nothing can be upgraded, the address says so and leads to the service", async () => {
  serve([standing]);
  const { screen } = await renderApp(`/customers/customer/${customerId}/cs-nce/upgrade-service/${instanceId}`);
  await expect.element(screen.getByRole("heading", { name: "Nothing here can be upgraded" })).toBeVisible();
  await screen.getByRole("link", { name: "Show the service" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
});

test("where the customer has nothing of the product, the address of an upgrade says so", async () => {
  serve([standing]);
  const { screen } = await renderApp(`/customers/customer/${customerId}/upgrade-service/bitdefender`);
  await expect.element(screen.getByRole("heading", { name: "The customer does not have this service" })).toBeVisible();
});

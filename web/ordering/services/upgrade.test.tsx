import type { Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
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
  Choice: null,
  NeedsOneOf: [],
  IsHeld: false,
  Stock: null,
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
      Recommended: null,
      EndsEarlier: false,
    },
    {
      OfferId: `${Name}:year`,
      Term: "P1Y",
      Billing: "monthly",
      Cost: "15.09",
      CustomerPrice: null,
      Recommended: null,
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
  Icon: "apps",
  ImageSrc: null,
  ImageAlt: "",
  RouteName: "office-365",
  AgreementServiceId: 8,
  Action: "Modify",
  Customer: { Id: acme.Id, Name: "Acme Dental", Domain: null },
  InstanceId: instanceId,
  BringsTenantTo: null,
  Tenant: null,
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
  Known: {},
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

const serve = (
  subscriptions: Service["Subscriptions"],
  proposal = proposalOf({ UndoUntil: null }),
  served: Journey = journey,
) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-06-01T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-31" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), Subscriptions: subscriptions }),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [serviceOf().Service] }),
    "GET /api/journeys/product/microsoft-365": succeeded(served),
    "POST /api/proposals": succeeded(proposal),
    "POST /api/orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
  });

async function openUpgrade(...served: Parameters<typeof serve>) {
  const sent = serve(...served);
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: `More for ${basic.Name}` }).click();
  await screen.getByRole("button", { name: /^Upgrade/ }).click();
  return { sent, screen, dialog: screen.getByRole("dialog", { name: "Upgrade" }) };
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
  const { screen: first, dialog } = await openUpgrade([subscription({})]);
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill("13");
  await expect.element(dialog.getByRole("button", { name: "Upgrade", exact: true })).toBeDisabled();
  await first.unmount();
  serve([standing]);
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: `More for ${premium.Name}` }).click();
  await expect.element(screen.getByRole("button", { name: /^Cancel now/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Upgrade/ }).elements()).toHaveLength(0);
});

test("what is upgraded together asks for no number, and says neither a day nor another place where there is none", async () => {
  const all = {
    Term: "none",
    TermUntil: null,
    UpgradesWhole: true,
    OfferId: "basic:none",
    Unit: "Workstation",
  } as const;
  const offer = { ...premium.Offers[0]!, OfferId: "premium:none", Term: "none" } as const;
  const workstations = {
    ...journey,
    Steps: [{ ...journey.Steps[0]!, Items: [basic, { ...premium, Offers: [offer] }] }],
  };
  const sent = serve(
    [subscription(all), subscription({ ...standing, ...all, OfferId: offer.OfferId })],
    undefined,
    workstations,
  );
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: `More for ${basic.Name}` }).click();
  await screen.getByRole("button", { name: /^Upgrade/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Upgrade" });
  await expect
    .element(
      dialog.getByText(
        /^This subscription becomes Business Premium at £18.10 per licence per month\. All 12 workstations are upgraded together\.$/,
      ),
    )
    .toBeVisible();
  expect(dialog.getByRole("spinbutton").elements()).toHaveLength(0);
  expect(dialog.getByRole("radio").elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Upgrade 12 workstations" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  expect(lastChange(sent, "/api/orders")).toEqual({
    Kind: "upgrade",
    Targets: [{ Key: basicId, OfferId: offer.OfferId, Quantity: 12, ToKey: null }],
  });
});

test("ORD-24 the address of an Acronis Backup upgrade takes a product after it, which is chosen then", async () => {
  const better = itemOf("Per gigabyte");
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-06-01T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-31" }),
    [`GET /api/customers/${customerId}/services`]: succeeded({
      Items: [{ ...serviceOf().Service, ProductId: "acronis-backup", RouteName: "acronis-backup" }],
    }),
    [`GET /api/services/${instanceId}`]: succeeded({
      ...serviceOf({ ProductId: "acronis-backup", ProductName: "Acronis Backup" }),
      Subscriptions: [subscription({})],
    }),
    "GET /api/journeys/product/acronis-backup": succeeded({
      ...journey,
      ProductId: "acronis-backup",
      Steps: [
        {
          ...journey.Steps[0]!,
          Items: [itemOf("Business Basic", { UpgradesTo: [premium.Sku, better.Sku] }), premium, better],
        },
      ],
    }),
    "POST /api/proposals": succeeded(proposalOf({ UndoUntil: null })),
  });
  const place = `/customers/customer/${customerId}/upgrade-service/acronis-backup`;
  const { screen } = await renderApp(place);
  const to = (shown: typeof screen) =>
    shown.getByRole("dialog", { name: "Upgrade" }).getByRole("combobox", { name: "To" });
  await expect.element(to(screen)).toHaveDisplayValue("Business Premium");
  await screen.unmount();
  const { screen: named } = await renderApp(`${place}/${encodeURIComponent(better.Sku)}`);
  await expect.element(to(named)).toHaveDisplayValue("Per gigabyte");
  expect(sent.some(({ path }) => path === `/api/services/${instanceId}`)).toBe(true);
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

import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { orderPageOf } from "../../shared/order-page-fixture.ts";
import { fieldOf, itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const instanceId = "019a0000-0000-7000-8000-0000000000f1";
const orderId = "019a0000-0000-7000-8000-0000000000e1";

const monthly = (sku: string, name: string, rest: Parameters<typeof itemOf>[1] = {}) =>
  itemOf(sku, {
    Name: name,
    Offers: [
      {
        OfferId: `${sku}:none:monthly`,
        Term: "none",
        Billing: "monthly",
        Cost: "4.60",
        CustomerPrice: null,
        Recommended: null,
        EndsEarlier: false,
      },
    ],
    ...rest,
  });
const required = (name: string, label: string) => fieldOf(name, { Label: label, Required: true, MaxLength: 60 });
const select = (name: string, label: string, values: readonly string[], Default: string | null = null) =>
  fieldOf(name, {
    Label: label,
    Type: "select",
    Required: true,
    Options: values.map((Value) => ({ Value, Label: Value })),
    Default,
  });
const site = monthly("voice-site", "Site with direct-dial numbers", {
  Choice: "site",
  Unit: "Block",
  Attributes: [
    required("SiteName", "Site name"),
    select("PropertyType", "Property type", ["commercial", "residential"], "commercial"),
    required("Address1", "Address line 1"),
    fieldOf("Address2", { Label: "Address line 2" }),
    required("Town", "Town"),
    fieldOf("County", { Label: "County" }),
    required("Postcode", "Postcode"),
    select("DDIAreaCode", "Area code", ["0113", "0117"]),
  ],
});
const plan = { Choice: "plan" as const, Group: "Mitel licences", Unit: "User" };

async function open(handlers: Parameters<typeof fakeApi>[0] = {}, search = "") {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/hosted-voice": succeeded(
      journeyOf({
        ProductId: "hosted-voice",
        ProductName: "Hosted Voice",
        RouteName: "hosted-voice",
        Steps: [
          stepOf("products", 5, {
            Title: "Choose products",
            Items: [
              monthly("voice-standard", "Standard user", plan),
              monthly("voice-professional", "Professional user", plan),
              monthly("voice-sip", "SIP licence", { Group: "Other licences" }),
            ],
          }),
          stepOf("quantities", 2, { Title: "Term, billing and quantities" }),
          stepOf("sites", 1, { Title: "Sites", Component: "sites", Items: [site] }),
          stepOf("voice", 1, {
            Title: "Calls and bandwidth",
            Fields: [
              fieldOf("CallReportingEmailAddress", { Label: "Call reports to", Type: "email" }),
              fieldOf("BandwidthConfirmed", { Label: "The bandwidth is enough", Type: "checkbox", Required: true }),
            ],
          }),
          stepOf("review", 1, { Title: "Review and order", Component: "review" }),
        ],
      }),
    ),
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/voice-orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
    ...handlers,
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/hosted-voice${search}`);
  const next = () => screen.getByRole("button", { name: "Next", exact: true }).click();
  const at = async (name: string) => {
    await expect.element(screen.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  };
  await at("Choose products");
  return { screen, sent, next, at };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function fillSite({ screen }: Opened, letter: string, name: string) {
  const group = screen.getByRole("group", { name: `Site ${letter}` });
  await group.getByLabelText("Site name").fill(name);
  await group.getByLabelText("Address line 1").fill("1 High Street");
  await group.getByLabelText("Town").fill("Leeds");
  await group.getByLabelText("Postcode").fill("LS1 1AA");
  await group.getByLabelText("Area code").selectOptions("0113");
}

async function toSites(opened: Opened) {
  const { screen, next, at } = opened;
  await screen.getByRole("checkbox", { name: "Standard user" }).click();
  await screen.getByRole("checkbox", { name: "Professional user" }).click();
  // One plan takes the place of the other.
  await expect.element(screen.getByRole("checkbox", { name: "Standard user" })).not.toBeChecked();
  await screen.getByRole("checkbox", { name: "SIP licence" }).click();
  await next();
  await screen.getByRole("group", { name: "Professional user" }).getByRole("spinbutton").fill("7");
  await next();
  await at("Sites");
}

test("ORD-42 ORD-44 hosted voice is submitted with its sites, its licences of both kinds and the bandwidth confirmed", async () => {
  const opened = await open();
  const { screen, sent, next, at } = opened;
  await toSites(opened);
  await next();
  await expect.element(screen.getByText("Site name is required")).toBeVisible();
  await expect.element(screen.getByText("Postcode is required")).toBeVisible();
  await fillSite(opened, "A", "Head office");
  await screen.getByRole("button", { name: "Add another site" }).click();
  // Of several sites only one is open, and says what is known of the others.
  expect(screen.getByRole("group", { name: "Site A" }).elements()).toEqual([]);
  await expect.element(screen.getByRole("button", { name: "Site A Head office · Leeds · 0113" })).toBeVisible();
  await fillSite(opened, "B", "Home of Ada");
  await screen.getByRole("group", { name: "Site B" }).getByLabelText("Property type").selectOptions("residential");
  await screen.getByRole("group", { name: "Site B" }).getByRole("spinbutton").fill("3");
  expect(await faults()).toEqual([]);
  await next();
  await at("Calls and bandwidth");
  await next();
  await expect.element(screen.getByText("This is required")).toBeVisible();
  await screen.getByRole("textbox", { name: /^Call reports to/ }).fill("office@acme.example");
  await screen.getByRole("checkbox", { name: "The bandwidth is enough" }).click();
  await next();
  await at("Review and order");
  await expect.element(screen.getByText("Site B", { exact: true }).last()).toBeVisible();
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.poll(() => sent.filter(({ path }) => path === "/api/voice-orders")).toHaveLength(1);
  const body = JSON.parse(sent.find(({ path }) => path === "/api/voice-orders")!.body);
  const of = { Address1: "1 High Street", Address2: null, Town: "Leeds", County: null, Postcode: "LS1 1AA" };
  expect(body).toEqual({
    OrganisationID: customerId,
    OrganisationName: "Acme Dental",
    Sites: [
      { SiteName: "Head office", ...of, DDIBlocks: 1, DDIAreaCode: "0113", PropertyType: "commercial" },
      { SiteName: "Home of Ada", ...of, DDIBlocks: 3, DDIAreaCode: "0113", PropertyType: "residential" },
    ],
    SelectedProduct: "voice-professional",
    MitelLicences: 7,
    NonMitelLicences: 1,
    CallReportingEmailAddress: "office@acme.example",
    BandwidthConfirmed: true,
    OrderId: null,
    ProposalHash: proposalOf().Hash,
  });
  expect(sent.filter(({ path }) => path === "/api/orders")).toEqual([]);
});

test("a refusal about a site is shown at the site that it is about", async () => {
  const opened = await open({
    "POST /api/voice-orders": refused(400, "invalidRequest", "Please check these answers.", {
      "Sites.0.DDIAreaCode": "No numbers of 0113 are free",
    }),
  });
  const { screen, next, at } = opened;
  await toSites(opened);
  await fillSite(opened, "A", "Head office");
  await next();
  await screen.getByRole("checkbox", { name: "The bandwidth is enough" }).click();
  await next();
  await at("Review and order");
  await screen.getByRole("button", { name: "Place order" }).click();
  await at("Sites");
  await expect.element(screen.getByText("No numbers of 0113 are free")).toBeVisible();
});

test("ORD-49 two hundred sites fold, one is open, and one that lacks something opens by itself", async () => {
  const Lines = Array.from({ length: 200 }, (_, at) => ({
    OfferId: "voice-site:none:monthly",
    Quantity: 1,
    Attributes: {
      SiteName: at === 150 ? "" : `Site number ${at}`,
      PropertyType: "commercial",
      Address1: "1 High Street",
      Town: "Leeds",
      Postcode: "LS1 1AA",
      DDIAreaCode: "0113",
    },
  }));
  const sip = { OfferId: "voice-sip:none:monthly", Quantity: 1, Attributes: {} };
  const opened = await open(
    { [`GET /api/orders/${orderId}`]: succeeded(orderPageOf({ Again: { UserId: null, Lines: [sip, ...Lines] } })) },
    `?again=${orderId}`,
  );
  const { screen, next, at } = opened;
  await next();
  await next();
  await at("Sites");
  await expect.element(screen.getByRole("button", { name: /^Site GR / })).toBeVisible();
  const forms = () => screen.getByRole("group", { name: /^Site/ }).elements();
  expect(forms()).toEqual([]);
  expect(screen.getByRole("button", { name: "Add another site" }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Site B Site number 1 · Leeds · 0113" }).click();
  expect(forms()).toHaveLength(1);
  await next();
  await expect.element(screen.getByText("Site name is required")).toBeVisible();
  const unnamed = screen.getByRole("group", { name: "Site EU" });
  await unnamed.getByLabelText("Site name").fill("Depot");
  await next();
  await at("Calls and bandwidth");
});

const standing: Journey["Subscriptions"][number] = {
  Id: instanceId,
  Sku: "voice-standard",
  OfferId: "voice-standard:none:monthly",
  Name: "Standard user",
  ParentId: null,
  Term: "none",
  Billing: "monthly",
  Unit: "User",
  Quantity: 8,
  Status: "active",
  IsExtendable: false,
  IsUpgradable: false,
  UpgradesWhole: false,
  TakesNewTerm: false,
  ChangesBilling: false,
  NextOfferId: null,
  AtVendor: "provided",
  UnitCost: "4.6000",
  CustomerPrice: null,
  TermFrom: "2026-05-20",
  TermUntil: null,
  PeriodFrom: "2026-05-20",
  PeriodUntil: "2026-06-20",
  TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
  Lots: [],
  DispatchedAt: null,
  Attributes: [],
  Editable: [],
};

test("fewer licences than people have are refused on the field, and by the server's word as well", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/product/hosted-voice": succeeded(
      journeyOf({
        ProductId: "hosted-voice",
        ProductName: "Hosted Voice",
        Action: "Modify",
        InstanceId: instanceId,
        Steps: [
          stepOf("quantities", 2, { Title: "Quantities" }),
          stepOf("review", 1, { Title: "Review", Component: "review" }),
        ],
        Subscriptions: [
          { ...standing, InUse: 5 },
          { ...standing, Id: orderId, Name: "Professional user" },
        ],
      }),
    ),
    "POST /api/proposals": refused(409, "unitsInUse", "More people have one than would be left.", {
      "Change.Targets.0.Quantity": "Must be at least 6: so many people have one",
    }),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/cs/modify-service/${instanceId}/hosted-voice`);
  const seats = (name: string) => screen.getByRole("spinbutton", { name: `Users of ${name}` });
  await seats("Standard user").fill("4");
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  await expect.element(screen.getByText("Must be at least 5: so many people have one")).toBeVisible();
  await expect.element(seats("Standard user")).toBeInvalid();
  await expect.element(seats("Professional user")).toBeValid();
  // Somebody got one meanwhile.
  await seats("Standard user").fill("5");
  await expect.element(screen.getByText("Must be at least 6: so many people have one")).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/orders")).toEqual([]);
});

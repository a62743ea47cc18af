import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import type { GateResources, Journey, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";

/** Shapes for the tests of this folder: a small journey with every kind of step. */
export const fieldOf = (name: string, rest: Partial<JourneyField> = {}): JourneyField => ({
  Name: name,
  Label: name,
  Type: "text",
  Required: false,
  Help: null,
  MaxLength: null,
  Pattern: null,
  Options: [],
  Default: null,
  ...rest,
});

export const stepOf = (id: string, kind: JourneyStep["Kind"], rest: Partial<JourneyStep> = {}): JourneyStep => ({
  Id: id,
  Kind: kind,
  Title: id,
  Text: null,
  Hidden: false,
  ShowWhen: null,
  IfDelivered: false,
  Component: null,
  FormId: null,
  Paragraphs: [],
  Fields: [],
  Items: [],
  ...rest,
});

export const itemOf = (sku: string, rest: Partial<JourneyItem> = {}): JourneyItem => ({
  Sku: sku,
  Name: sku,
  Text: null,
  Group: "Business plans",
  Unit: "Licence",
  IsUnlimited: false,
  IsAddOn: false,
  Choice: null,
  NeedsOneOf: [],
  IsHeld: false,
  UpgradesTo: [],
  Minimum: 1,
  Maximum: null,
  Stock: null,
  Attributes: [],
  Offers: [
    {
      OfferId: `${sku}:month`,
      Term: "P1M",
      Billing: "monthly",
      Cost: "18.10",
      CustomerPrice: null,
      Recommended: null,
      EndsEarlier: false,
    },
    {
      OfferId: `${sku}:year`,
      Term: "P1Y",
      Billing: "monthly",
      Cost: "15.09",
      CustomerPrice: null,
      Recommended: null,
      EndsEarlier: false,
    },
    {
      OfferId: `${sku}:upfront`,
      Term: "P1Y",
      Billing: "annual",
      Cost: "181.0800",
      CustomerPrice: null,
      Recommended: null,
      EndsEarlier: false,
    },
  ],
  ...rest,
});

export const premium = itemOf("Business Premium");
export const basic = itemOf("Business Basic");
export const phone = itemOf("Teams Phone", { IsAddOn: true, NeedsOneOf: ["Business Premium"] });

export const journeyOf = (rest: Partial<Journey> = {}): Journey => ({
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Icon: "apps",
  ImageSrc: null,
  ImageAlt: "",
  RouteName: "office-365",
  AgreementServiceId: 8,
  Action: "Add",
  Customer: { Id: "019a0000-0000-7000-8000-000000000001", Name: "Acme Dental", Domain: "acme.example" },
  InstanceId: null,
  BringsTenantTo: null,
  Tenant: null,
  Currency: "GBP",
  SeesPrices: true,
  Steps: [
    stepOf("tenant", 1, {
      Title: "Microsoft tenant",
      Fields: [
        fieldOf("HasTenant", { Label: "They have a tenant", Type: "checkbox" }),
        fieldOf("AgreementName", { Label: "Accepted by", Required: true }),
      ],
    }),
    stepOf("existing", 1, {
      Title: "Existing tenant",
      ShowWhen: { Field: "HasTenant", Value: true },
      Fields: [fieldOf("MicrosoftDomain", { Label: "Microsoft domain", Required: true })],
    }),
    stepOf("terms", 3, { Title: "Before you choose", Paragraphs: ["Licences can be returned within seven days."] }),
    stepOf("products", 5, { Title: "Choose products", Items: [premium, basic] }),
    stepOf("quantities", 2, { Title: "Term, billing and quantities" }),
    stepOf("addons", 4, { Title: "Add-ons", Items: [phone] }),
    stepOf("review", 1, { Title: "Review and order", Component: "review" }),
  ],
  Known: {},
  Delivery: [],
  Subscriptions: [],
  ...rest,
});

/** How the server answers for a journey whose agreement is not signed. */
export const gateOf = (Gate: GateResources["Gate"]) => ({
  status: 409,
  body: {
    Succeed: false,
    Error: "agreementNotSigned",
    Errors: null,
    Messages: ["The agreement for this product is not signed yet."],
    Labels: null,
    Resources: {
      Gate,
      AgreementId: "microsoft-azure",
      ProductName: "Azure under Microsoft 365",
    } satisfies GateResources,
    Result: null,
  },
});

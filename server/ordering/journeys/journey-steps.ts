import type { JourneyField, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";

const field = (name: string, label: string, rest: Partial<JourneyField> = {}): JourneyField => ({
  Name: name,
  Label: label,
  Type: "text",
  Required: true,
  Help: null,
  MaxLength: 100,
  Pattern: null,
  Options: [],
  Default: null,
  ...rest,
});

const step = (id: string, kind: JourneyStep["Kind"], title: string, rest: Partial<JourneyStep> = {}): JourneyStep => ({
  Id: id,
  Kind: kind,
  Title: title,
  Text: null,
  Hidden: false,
  ShowWhen: null,
  Component: null,
  FormId: null,
  Paragraphs: [],
  Fields: [],
  Items: [],
  ...rest,
});

/** What is known of the customer already, so that nothing is asked twice. */
export type Known = {
  hasTenant: boolean;
  hasAddress: boolean;
  domain: string | null;
  contactName: string | null;
  contactEmail: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    county: string | null;
    postcode: string | null;
    telephone: string | null;
  };
  today: string;
};

const review = step("review", 1, "Review and order", {
  Component: "review",
  Text: "Check what it costs before you place the order.",
});

const chosen = (items: JourneyItem[]) => items.filter((item) => !item.IsAddOn);
const addOns = (items: JourneyItem[]) => items.filter((item) => item.IsAddOn);

/** The steps of adding a product, by who provides it and what is still to be asked. */
export function addSteps(
  product: { id: string; fulfiller: string; name: string; order_form: string | null },
  items: JourneyItem[],
  known: Known,
): JourneyStep[] {
  const main = chosen(items);
  const extra = addOns(items);
  const grouped = new Set(main.map((item) => item.Group)).size > 1;
  const choose = step("products", grouped ? 5 : 4, "Choose products", {
    Items: main,
    Text: `What should ${product.name} include?`,
  });
  const quantities = step(
    "quantities",
    2,
    product.id === "hosted-voice-hardware" ? "Quantities" : "Term, billing and seats",
    {
      Text: "For each product: how long, how it is billed, and how many.",
    },
  );
  const extras = step("addons", 4, "Add-ons", {
    Items: extra,
    Hidden: extra.length === 0,
    Text: "Only what goes with the chosen products is offered.",
  });
  if (product.fulfiller === "microsoft") return [tenantStep(known), microsoftTerms, choose, quantities, extras, review];
  if (product.id === "hosted-voice-hardware") return [choose, quantities, deliveryStep(known), review];
  return [choose, quantities, extras, ...(product.order_form ? [formStep(product.order_form)] : []), review];
}

const formStep = (formId: string) =>
  step("details", 1, "Additional information", {
    Component: "form",
    FormId: formId,
    Text: "The provider needs this to set the service up.",
  });

function tenantStep(known: Known): JourneyStep {
  return step("tenant", 1, "Microsoft tenant", {
    Text: "Microsoft needs the organisation's tenant and to know who accepted the Microsoft Customer Agreement.",
    Hidden: known.hasTenant,
    Fields: [
      field("MicrosoftDomain", "Microsoft domain", {
        Required: false,
        Help: "As in acmedental.onmicrosoft.com. Leave empty and one is made from the customer's own domain.",
        MaxLength: 60,
        Pattern: {
          Source: "^[A-Za-z0-9-]{1,40}(\\.onmicrosoft\\.com)?$",
          Message: "Must be letters, digits and dashes",
        },
      }),
      field("AgreementName", "Accepted by (first and last name)", { Default: known.contactName }),
      field("AgreementEmail", "Their email", { Type: "email", Default: known.contactEmail }),
      field("AgreementDate", "Accepted on", { Type: "date", Default: known.today, MaxLength: 10 }),
      ...(known.hasAddress
        ? []
        : [
            field("Address1", "Address"),
            field("TownCity", "Town or city", { MaxLength: 60 }),
            field("PostCode", "Postcode", { MaxLength: 12 }),
          ]),
    ],
  });
}

const microsoftTerms = step("terms", 3, "Before you choose", {
  Paragraphs: [
    "Seats can be given back within seven days of the day they were added; after that they are committed until the term ends.",
    "A term of one month costs more per seat and can change every month; a term of one year keeps its price.",
    "Paying a yearly term once a year is the lowest price. Seats added later take the subscription's price and end date.",
  ],
});

function deliveryStep({ address }: Known): JourneyStep {
  return step("delivery", 1, "Delivery", {
    Text: "Where should it go?",
    Fields: [
      field("AddressType", "Address type", {
        Type: "select",
        Default: "0",
        Options: [
          { Value: "0", Label: "Commercial" },
          { Value: "1", Label: "Residential" },
        ],
      }),
      field("Address1", "Address line 1", { Default: address.line1 }),
      field("Address2", "Address line 2", { Required: false, Default: address.line2 }),
      field("Address3", "Address line 3", { Required: false }),
      field("TownCity", "Town or city", { Default: address.city, MaxLength: 60 }),
      field("County", "County", { Required: false, Default: address.county, MaxLength: 60 }),
      field("PostCode", "Postcode", { Default: address.postcode, MaxLength: 12 }),
      field("Telephone", "Telephone", { Default: address.telephone, MaxLength: 30 }),
    ],
  });
}

/** Changing starts from what stands; deleting only has to be confirmed. */
export function changeSteps(action: "Modify" | "Delete", items: JourneyItem[]): JourneyStep[] {
  const current = step("current", 2, action === "Modify" ? "Present subscriptions" : "What will be deleted");
  const more = step("products", 5, "Add more", { Items: items, Hidden: action === "Delete" || items.length === 0 });
  return [current, more, review];
}
